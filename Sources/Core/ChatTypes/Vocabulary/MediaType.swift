/// What a file is said to be, by the end of its name.
public enum MediaType {
    /// Of whatever is not known.
    public static let unknown = "application/octet-stream"

    /// In whatever case the name is; the file itself is not looked into.
    public static func ofFile(named name: String) -> String {
        guard let dot = name.lastIndex(of: ".") else { return unknown }
        return types[name[dot...].dropFirst().lowercased()] ?? unknown
    }

    private static let types = [
        "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif", "webp": "image/webp",
        "heic": "image/heic", "svg": "image/svg+xml", "tiff": "image/tiff", "bmp": "image/bmp",
        "pdf": "application/pdf", "zip": "application/zip", "gz": "application/gzip", "json": "application/json",
        "txt": "text/plain", "md": "text/markdown", "html": "text/html", "csv": "text/csv", "log": "text/plain",
        "mp3": "audio/mpeg", "ogg": "audio/ogg", "wav": "audio/wav", "mp4": "video/mp4", "mov": "video/quicktime",
        "webm": "video/webm",
    ]
}
