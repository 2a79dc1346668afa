import ChatTypes

/// Messages that carry a file.
extension MessageContent {
    /// The file that a message carries; nil for one that is of another kind, or was taken back.
    ///
    /// What stands in it is bounded, and its address is one or none. One that is encrypted has its address elsewhere, where it is
    /// not looked for: what lies there cannot be read here. Without a size it cannot be known when a file is whole, so
    /// it is as one of an impossible size.
    var file: AttachedFile? {
        guard type == "m.room.message", let kind = messageKind, Self.fileKinds.contains(kind) else { return nil }
        // Of a picture that is nowhere it is known that there was one.
        if kind == "m.image", content?["url"] == nil, content?["file"] == nil { return nil }
        let (name, info) = (FileName.harmless(fileName), content?["info"])
        let address = content?["file"] == nil ? content?["url"]?.string.flatMap(MediaAddress.init) : nil
        return AttachedFile(
            id: address?.file ?? FileID(""),
            name: name,
            type: info?["mimetype"]?.string ?? MediaType.ofFile(named: name),
            byteCount: info?["size"]?.integer ?? -1
        ).bounded()
    }

    /// A body beside a file's name is a caption; without one it is the name itself.
    var caption: String? { body.isEmpty || fileName == body ? nil : body }

    private var fileName: String {
        let name = content?["filename"]?.string ?? ""
        return name.isEmpty ? body : name
    }

    static let fileKinds = ["m.image", "m.file", "m.audio", "m.video"]
}

extension AttachedFile {
    /// What Matrix calls a message that carries it.
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
    /// The file that it carries as a message; nil for one without.
    var file: AttachedFile? { MessageContent(type: type, content: content).file }
}
