package import Chat
package import ChatTypes

extension HostEvent {
    /// A change of a file's state.
    package struct FileLine: Equatable, Sendable {
        package enum State: String, Encodable, CaseIterable, Sendable {
            case waiting, moving, here, failed, opened, saved
        }

        /// The chat.
        package var contact: ChatName
        /// The ID of the message with the file.
        package var id: String
        package var name: String
        package var state: State
        /// The path of the downloaded or saved file; nil for a history in memory.
        package var path: String?
        /// The change in words.
        package var text: String
    }

    /// The file of a message.
    package struct AttachmentLine: Equatable, Encodable, Sendable {
        package var name: String
        package var type: String
        /// Nil if the size is unknown.
        package var bytes: Int64?
        /// The width and height of a picture, as its author states them; nil if there are none.
        package var width: Int?
        package var height: Int?
    }
}

extension HostEvent.FileLine: Encodable {
    private enum Key: String, CodingKey { case id, name, state, path, text }

    package func encode(to encoder: any Encoder) throws {
        var line = encoder.container(keyedBy: Key.self)
        try contact.encode(to: encoder)
        try line.encode(id, forKey: .id)
        try line.encode(name, forKey: .name)
        try line.encode(state, forKey: .state)
        try line.encodeIfPresent(path, forKey: .path)
        try line.encode(text, forKey: .text)
    }
}

extension HostEvent.FileLine {
    /// Returns nil for a file that was never requested.
    package init?(_ row: ChatViewState.Row, contact: ChatName) {
        guard let file = row.file, let transfer = file.transfer else { return nil }
        let (state, words): (State, String) =
            switch transfer {
            case .waiting: (.waiting, row.author == .me ? "is waiting to be sent" : "is waiting to be downloaded")
            case .moving: (.moving, row.author == .me ? "is uploading" : "is downloading")
            case .complete:
                (.here, row.author == .me ? "is uploaded" : "is downloaded: /view opens it, /save saves a copy")
            case .failed(let reason):
                // The message says why it was not sent.
                if case .failed = row.delivery { (.failed, "was not sent") } else { (.failed, "failed: \(reason)") }
            }
        self.init(
            contact: contact,
            id: row.id.rawValue,
            name: file.name,
            state: state,
            path: file.path,
            text: "\(file.name) \(words)"
        )
    }

    package init(_ message: MessageID, named name: String, contact: ChatName, after use: FileAction, at path: String) {
        self.init(
            contact: contact,
            id: message.rawValue,
            name: name,
            state: use == .view ? .opened : .saved,
            path: path,
            text: use.text(of: name, at: path)
        )
    }
}

extension HostEvent.AttachmentLine {
    package init(_ file: ChatViewState.File) {
        self.init(
            name: file.name,
            type: file.type,
            bytes: AttachedFile.sizes.contains(file.byteCount) ? file.byteCount : nil,
            width: file.pixels?.width,
            height: file.pixels?.height
        )
    }

    package init(_ file: AttachedFile) {
        self.init(
            name: file.name,
            type: file.type,
            bytes: file.knownByteCount,
            width: file.pixels?.width,
            height: file.pixels?.height
        )
    }
}
