/// The message that an unfinished text is about, or the thread that it is for.
public enum DraftTarget: Hashable, Sendable {
    /// The text answers a message.
    case reply(to: MessageID)
    /// The text is to replace that of one of the user's messages.
    case edit(of: MessageID)
    /// The text is the draft of a thread, given by its root.
    case thread(MessageID)

    /// The message.
    public var message: MessageID {
        switch self {
        case .reply(let message), .edit(let message), .thread(let message): message
        }
    }

    /// Whether the text is a thread's draft.
    package var isThread: Bool { if case .thread = self { true } else { false } }

    /// Whether the text is to replace that of the message.
    public var isEdit: Bool { if case .edit = self { true } else { false } }
}

/// A reply or an edit that the user has begun to write. A chat can have several, beside its draft.
public struct UnfinishedText: Hashable, Sendable {
    /// The message that it is about.
    public let target: DraftTarget
    /// The text so far; never empty.
    public let text: String

    public init(_ target: DraftTarget, _ text: String) {
        (self.target, self.text) = (target, text)
    }
}
