import ChatTypes
import JSONKit
import MatrixTransport

/// Messages with a file, as Matrix clients write them.
extension MatrixEvents {
    private static let scheme = "mxc://simulated/"

    /// Returns the download address of a file.
    static func address(of file: FileID) -> FileID { FileID(scheme + file.rawValue) }

    static func file(at address: String) -> FileID {
        FileID(address.hasPrefix(scheme) ? String(address.dropFirst(scheme.count)) : address)
    }

    /// Returns the content of a message with its text and file. An image message without a file refers to nothing.
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

    /// Returns the text and the file of a message sent by a client.
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
