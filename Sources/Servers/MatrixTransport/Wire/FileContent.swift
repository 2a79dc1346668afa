import ChatTypes
import JSONKit
import RuntimeKit

/// Messages with a file.
extension MessageContent {
    /// The file of a message or the picture of a sticker; nil for a message of another kind or a deleted one.
    ///
    /// All members are within limits, and the address is valid or empty. The source of an encrypted file contains its key.
    /// A missing or impossible size is -1, the unknown one.
    var file: AttachedFile? {
        let isSticker = type == "m.sticker"
        guard isSticker || type == "m.room.message", let kind = isSticker ? "m.image" : messageKind,
            Self.fileKinds.contains(kind)
        else { return nil }
        // A picture without an address counts as an image without a file.
        if kind == "m.image", content?["url"] == nil, content?["file"] == nil { return nil }
        let (name, info) = (FileName.harmless(fileName), content?["info"])
        let address =
            if let file = content?["file"] { EncryptedFile(file)?.file } else {
                content?["url"]?.string.flatMap(MediaAddress.init)?.file
            }
        return AttachedFile(
            id: address ?? FileID(""),
            name: name,
            type: info?["mimetype"]?.string ?? (isSticker ? "image/png" : MediaType.ofFile(named: name)),
            byteCount: info?["size"]?.integer.flatMap { AttachedFile.sizes.contains($0) ? $0 : nil } ?? -1,
            pixels: kind == "m.image" ? PixelSize(info) : nil
        ).bounded()
    }

    /// The text beside the file; empty if the body is only the file's name.
    var caption: FormattedText { fileName == body ? FormattedText("") : formatted }

    private var fileName: String {
        let name = content?["filename"]?.string ?? ""
        return name.isEmpty ? body : name
    }

    static let fileKinds = ["m.image", "m.file", "m.audio", "m.video"]
}

extension PixelSize {
    /// Reads the width and height in a picture's `info`; nil if one is missing or impossible.
    init?(_ info: JSONValue?) {
        guard let width = info?["w"]?.integer, let height = info?["h"]?.integer else { return nil }
        self.init(width: width, height: height)
    }
}

extension AttachedFile {
    /// The type of a Matrix message with this file.
    var messageKind: JSONText {
        switch type.lowercased().prefix(6) {
        case "image/": "m.image"
        case "video/": "m.video"
        case "audio/": "m.audio"
        default: "m.file"
        }
    }
}

extension RoomEvent {
    /// The file of the message; nil without one.
    var file: AttachedFile? { messageContent.file }
}

/// The address of a file in Matrix: `mxc://server/id`.
struct MediaAddress: Hashable {
    let server: String
    let id: String

    /// Nil unless the text is a server's name and an id of letters, digits, `_` and `-`: other users write it, and it becomes part
    /// of a path.
    init?(_ text: String) {
        let scheme = "mxc://"
        guard text.isUsableID, text.utf8.starts(with: scheme.utf8) else { return nil }
        let parts = text.utf8.dropFirst(scheme.utf8.count).split(
            separator: UInt8(ascii: "/"),
            omittingEmptySubsequences: false
        )
        guard parts.count == 2, let first = parts[0].first, first.isASCIILetterOrDigit || first == UInt8(ascii: "["),
            parts[0].allSatisfy({ $0.isASCIILetterOrDigit || ".:-[]".utf8.contains($0) }),
            !parts[1].isEmpty, parts[1].allSatisfy({ $0.isASCIILetterOrDigit || "_-".utf8.contains($0) })
        else { return nil }
        (server, id) = (String(Substring(parts[0])), String(Substring(parts[1])))
    }

    var file: FileID { FileID("mxc://\(server)/\(id)") }
}
