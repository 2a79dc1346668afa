import Chat
import ChatTypes

extension HostEvent {
    /// What has become of a file.
    struct FileLine: Equatable, Encodable, Sendable {
        enum State: String, Encodable, CaseIterable, Sendable {
            case waiting, moving, here, failed, opened, saved
        }

        /// Whose chat it is in.
        var contact: String
        /// The message that carries it.
        var id: String
        var name: String
        var state: State
        /// Where it lies once it is here, and where it was saved; nil in a history in memory.
        var path: String?
        /// What a person reads of it.
        var text: String
    }

    /// A file that a message carries.
    struct AttachmentLine: Equatable, Encodable, Sendable {
        var name: String
        var type: String
        var bytes: Int64
    }
}

extension HostEvent.FileLine {
    /// Nil for a file that was never asked for.
    init?(_ row: ChatViewState.Row, contact: String) {
        guard let file = row.file, let transfer = file.transfer else { return nil }
        let (state, words): (State, String) =
            switch transfer {
            case .waiting: (.waiting, row.author == .me ? "is waiting to be sent" : "is waiting to be downloaded")
            case .moving: (.moving, row.author == .me ? "is uploading" : "is downloading")
            case .here: (.here, row.author == .me ? "is uploaded" : "is downloaded: /view opens it, /save saves a copy")
            case .failed(let reason): (.failed, "failed: \(reason)")
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

    init(_ message: (id: MessageID, file: ChatViewState.File), contact: String, after use: FileUse, at path: String) {
        self.init(
            contact: contact,
            id: message.id.rawValue,
            name: message.file.name,
            state: use == .view ? .opened : .saved,
            path: path,
            text: use.text(of: message.file.name, at: path)
        )
    }
}

extension HostEvent.AttachmentLine {
    init(_ file: ChatViewState.File) {
        self.init(name: file.name, type: file.type, bytes: file.byteCount)
    }

    init(_ file: AttachedFile) {
        self.init(name: file.name, type: file.type, bytes: file.byteCount)
    }
}
