public import RuntimeKit

/// The server's name for a file's bytes: opaque, and only returned to the server.
public struct FileID: Identifier {
    /// The ID as the server writes it.
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
}

/// A picture or file of a message: its description, and where to download its bytes.
public struct AttachedFile: Hashable, Codable, Sendable {
    /// The server's ID; empty before the upload, and if the server gave no usable one.
    public let id: FileID
    /// The name without a path (see `FileName`).
    public let name: String
    /// The MIME type, such as `image/png`.
    public let type: String
    /// The size that the author states; nobody counted it. See `knownByteCount`.
    public let byteCount: Int64
    /// The width and height that the author of a picture states; nil if there are none.
    public let pixels: PixelSize?

    public init(id: FileID, name: String, type: String, byteCount: Int64, pixels: PixelSize? = nil) {
        self.id = id
        self.name = name
        self.type = type
        self.byteCount = byteCount
        self.pixels = pixels
    }

    /// Whether the file is shown as a picture. Its message then has one image.
    public var isPicture: Bool { type.lowercased().hasPrefix("image/") }

    /// The stated size; nil if the author stated none, or one that no file has.
    public var knownByteCount: Int64? { AttachedFile.sizes.contains(byteCount) ? byteCount : nil }

    /// The sizes that a file can have: up to a pebibyte.
    public static let sizes: ClosedRange<Int64> = 0...1 << 50

    /// The reason why the file cannot be downloaded; nil if a download can be tried. A download counts the bytes of a file of
    /// unknown size.
    public var error: FileError? {
        if let size = knownByteCount, size > Limits.fileBytes { return .impossibleSize(limit: Limits.fileBytes) }
        return id.rawValue.isEmpty ? .noAddress : nil
    }

    /// Returns the file with the ID that the server gave it.
    package func placed(at id: FileID) -> AttachedFile {
        AttachedFile(id: id, name: name, type: type, byteCount: byteCount, pixels: pixels)
    }
}

/// A file on its way to the server, under the ID of the message that carries it.
public struct OutgoingFile: Hashable, Codable, Sendable, Identifiable {
    /// The message's ID.
    public let id: MessageID
    /// The message's chat; a server or an adapter may refuse the file because of it.
    public let chat: ChatID
    /// The name without a path (see `FileName`).
    public let name: String
    /// The MIME type, such as `image/png`.
    public let type: String
    /// The size that was counted when the file was copied, at most `Limits.fileBytes`.
    public let byteCount: Int64
    /// The SHA-256 of all its bytes, in hexadecimal digits.
    public let digest: String

    public init(id: MessageID, chat: ChatID, name: String, type: String, byteCount: Int64, digest: String) {
        self.id = id
        self.chat = chat
        self.name = name
        self.type = type
        self.byteCount = byteCount
        self.digest = digest
    }
}

/// The progress of an upload or a download.
public enum FileTransfer: Hashable, Sendable {
    /// The file waits for its turn, or for the next attempt.
    case waiting
    /// Some of the file's bytes have arrived; the number of all is negative if it is not known.
    case moving(bytes: Int64, of: Int64)
    /// The file is complete. The path is for other programs; nil for a history in memory.
    case complete(path: String?)
    /// The transfer stopped, and continues only on request.
    case failed(reason: String)

    /// Whether the file is complete, on disk or in memory.
    public var isComplete: Bool { if case .complete = self { true } else { false } }
}

/// The MIME type that a file name's extension stands for.
public enum MediaType {
    /// The type of an unknown file.
    public static let unknown = "application/octet-stream"

    /// Returns the type for a name, ignoring its case. Does not read the file.
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
