import MatrixTransport
import Transport

/// Messages that carry a file, as a homeserver's clients write them.
extension MatrixEvents {
    private static let scheme = "mxc://simulated/"

    /// Where a file is to be had.
    static func address(of file: FileID) -> FileID { FileID(scheme + file.rawValue) }

    static func file(at address: String) -> FileID {
        FileID(address.hasPrefix(scheme) ? String(address.dropFirst(scheme.count)) : address)
    }

    /// What a message says and carries. A picture without a file is one that is nowhere.
    static func content(_ text: String, of file: AttachedFile?, imageCount: Int = 0) -> [JSONText.Member] {
        guard let file else {
            return [
                .init(name: "msgtype", value: imageCount > 0 ? "m.image" : "m.text"),
                .init(name: "body", value: .string(text)), .init(name: "filename", value: "a picture of something"),
            ]
        }
        return [
            .init(name: "msgtype", value: file.isPicture ? "m.image" : "m.file"),
            .init(name: "body", value: .string(text.isEmpty ? file.name : text)),
            .init(name: "filename", value: .string(file.name)),
            .init(name: "url", value: .string(address(of: file.id).rawValue)),
            .init(name: "info", value: ["mimetype": .string(file.type), "size": .integer(file.byteCount)]),
        ]
    }

    /// What a client says in a message, and what it carries.
    static func said(in content: JSONValue?) -> (text: String, file: AttachedFile?) {
        let body = content?["body"]?.string ?? ""
        guard let url = content?["url"]?.string, let name = content?["filename"]?.string else { return (body, nil) }
        let file = AttachedFile(
            id: file(at: url),
            name: name,
            type: content?["info"]?["mimetype"]?.string ?? "",
            byteCount: content?["info"]?["size"]?.integer ?? -1
        )
        return (body == name ? "" : body, file)
    }
}
