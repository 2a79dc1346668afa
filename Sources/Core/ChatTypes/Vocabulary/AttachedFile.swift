/// Names a file's bytes, as the server does: opaque, made by the server, only ever handed back to it.
public struct FileID: Identifier {
    /// As the server writes it.
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
}

/// A picture or a file that a message carries: what it is said to be, and where its bytes are to be had.
public struct AttachedFile: Hashable, Codable, Sendable {
    /// Empty while it is not on the server, and where the server gave no usable one.
    public let id: FileID
    /// A name without a path (see `FileName`).
    public let name: String
    /// As MIME has it, such as `image/png`.
    public let type: String
    /// As its author says; not counted.
    public let byteCount: Int64

    public init(id: FileID, name: String, type: String, byteCount: Int64) {
        self.id = id
        self.name = name
        self.type = type
        self.byteCount = byteCount
    }

    /// Whether it is shown as a picture: then its message has one image.
    public var isPicture: Bool { type.lowercased().hasPrefix("image/") }

    /// Why it cannot be fetched; nil when that can be tried.
    public var fault: FileError? {
        if !(0...Limits.fileBytes).contains(byteCount) { return .impossibleSize(limit: Limits.fileBytes) }
        return id.rawValue.isEmpty ? .nowhere : nil
    }

    /// The same file under the id that the server gave it.
    package func placed(at id: FileID) -> AttachedFile {
        AttachedFile(id: id, name: name, type: type, byteCount: byteCount)
    }
}

/// A file on its way to the server, under the id of the message that carries it.
public struct OutgoingFile: Hashable, Codable, Sendable, Identifiable {
    /// That of the message.
    public let id: MessageID
    /// Where the message goes: a server or an adapter may refuse the file for its sake.
    public let chat: ChatID
    /// A name without a path (see `FileName`).
    public let name: String
    /// As MIME has it, such as `image/png`.
    public let type: String
    /// As it was counted when the file was copied; `Limits.fileBytes` at most.
    public let byteCount: Int64
    /// SHA-256 of all its bytes, in hexadecimal digits.
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

/// How far a file has come, on its way in or out.
public enum FileTransfer: Hashable, Sendable {
    /// It waits for its turn, or to be tried again.
    case waiting
    /// So many of its bytes have got there.
    case moving(bytes: Int64, of: Int64)
    /// It is whole. Where it lies, for others to open; nil in a history in memory.
    case here(path: String?)
    /// It moves no further until it is asked for again.
    case failed(reason: String)

    /// Whether it is whole, on disk or in memory.
    public var isHere: Bool { if case .here = self { true } else { false } }
}
