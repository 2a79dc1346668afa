/// A change to a message after it was sent: an edit or a deletion by the message's author, anyone's reaction, or to a poll anyone's vote
/// and its end.
///
/// An annotation may arrive before the message that it names, and any number of times. An edit or deletion of another author's
/// message changes nothing. The server's side decides which votes count and who may end a poll: the end is that of the poll's author.
public struct Annotation: Hashable, Codable, Sendable {
    /// The change to the message.
    public enum Kind: Hashable, Codable, Sendable {
        /// Replaces the whole text. A text longer than `Limits.textBytes` is cut before it is stored.
        case edit(text: String, spans: [TextSpan] = [])
        /// Removes text, images and attachment for good. A tombstone keeps the message's position.
        case deletion
        /// Sets or removes the author's reaction with a text (see `ReactionText`). An author has at most one with each text.
        case reaction(text: String, isSet: Bool)
        /// Sets the author's vote in a poll: the IDs of the chosen answers, none to take it back.
        case vote(answers: [String])
        /// Ends a poll for good.
        case pollEnd
    }

    /// The person who made the change.
    public let author: Author
    /// The message that is changed.
    public let message: MessageID
    /// The change.
    public private(set) var kind: Kind
    /// The server's number, above 0 except for a deletion and the end of a poll. Of several edits of a message the highest number wins, in
    /// whatever order they arrive, and so of an author's reactions with one text, and of an author's votes. A deletion wins over everything and needs no number.
    public let number: Int64
    /// Whether an edit mentions the user for the first time.
    public let mentionsMe: Bool
    /// The reason why nothing proves who wrote an edit; nil if something does, and in a chat that is not encrypted.
    public let senderWarning: SenderWarning?

    public init(
        author: Author,
        message: MessageID,
        kind: Kind,
        number: Int64 = 0,
        mentionsMe: Bool = false,
        senderWarning: SenderWarning? = nil
    ) {
        self.author = author
        self.message = message
        self.kind = kind
        self.number = number
        self.mentionsMe = mentionsMe
        self.senderWarning = senderWarning
    }
}

extension Annotation.Kind {
    /// Whether the server numbers the annotations of this kind. The others have the number 0.
    package var isNumbered: Bool { self != .deletion && self != .pollEnd }

    /// Whether anyone may annotate a message so, not only its author.
    package var isOfAnyone: Bool { reaction != nil || vote != nil }

    /// The new text of an edit; nil for any other kind.
    public var text: String? {
        if case .edit(let text, _) = self { text } else { nil }
    }

    /// The formatted parts of an edit's text; empty for any other kind.
    public var spans: [TextSpan] {
        if case .edit(_, let spans) = self { spans } else { [] }
    }

    /// The text of a reaction; nil for any other kind.
    public var reaction: String? {
        if case .reaction(let text, _) = self { text } else { nil }
    }

    /// The chosen answers of a vote; nil for any other kind.
    public var vote: [String]? {
        if case .vote(let answers) = self { answers } else { nil }
    }
}

/// An annotation by the user on its way to the server, under an ID of its own.
public struct OutgoingAnnotation: Hashable, Codable, Sendable, Identifiable {
    /// The annotation's own ID. The server accepts it once, however often it is sent.
    public let id: MessageID
    /// The message that is changed: the user's, or anyone's for a reaction or a vote.
    public let message: MessageID
    /// The chat that contains the message.
    public let chat: ChatID
    /// The change. The text of an edit has at most `OutgoingMessage.textLimit` bytes.
    public let kind: Annotation.Kind

    public init(id: MessageID, of message: MessageID, in chat: ChatID, kind: Annotation.Kind) {
        self.id = id
        self.message = message
        self.chat = chat
        self.kind = kind
    }

    /// Returns the deletion of a message. A message is deleted once, so the deletion uses the message's ID.
    public static func deletion(of message: MessageID, in chat: ChatID) -> Self {
        Self(id: message, of: message, in: chat, kind: .deletion)
    }
}

extension Message {
    /// The edit that produced the text; nil for an original text and for a deleted message.
    package var edit: Annotation? {
        guard editNumber > 0, !isDeleted else { return nil }
        return Annotation(
            author: author,
            message: id,
            kind: .edit(text: text, spans: spans),
            number: editNumber,
            senderWarning: senderWarning
        )
    }

    /// Returns the message as an annotation leaves it.
    package func annotated(by annotation: Annotation) -> Message {
        var message = self
        switch annotation.kind {
        case .deletion: return tombstone
        // Reactions and votes are no part of a message.
        case .reaction, .vote, .pollEnd: break
        case .edit(let text, let spans):
            (message.text, message.spans, message.editNumber) = (text, spans, annotation.number)
            if annotation.mentionsMe { (message.mentionsMe, message.isQuiet) = (true, false) }
            message.senderWarning = [senderWarning, annotation.senderWarning].compactMap(\.self).max()
        }
        return message
    }

    /// The tombstone that stays in the message's place when it is deleted.
    package var tombstone: Message {
        Message(
            id: id,
            author: author,
            text: "",
            thread: thread,
            isDeleted: true,
            sentAt: sentAt,
            position: position,
            predecessor: predecessor
        )
    }
}

extension Annotation {
    /// Returns the annotation with a text within the limits; nil without usable IDs and a possible number.
    package func bounded() -> Annotation? {
        guard isUsable else { return nil }
        var annotation = self
        if case .reaction(let text, let isSet) = kind {
            annotation.kind = .reaction(text: ReactionText.uniform(text), isSet: isSet)
        } else if case .vote(let answers) = kind {
            annotation.kind = .vote(answers: Poll.bounded(vote: answers))
        } else if !isWithinLimits, let text = kind.text {
            let cut = text.cut(toBytes: Limits.textBytes)
            annotation.kind = .edit(text: cut, spans: kind.spans.bounded(to: cut))
        }
        return annotation
    }

    package var isWithinLimits: Bool {
        isUsable && kind.text.map { $0.utf8.count <= Limits.textBytes && kind.spans.fit($0) } ?? true
            && kind.reaction.map { ReactionText.uniform($0).hasBytes(of: $0) } ?? true
            && kind.vote.map { Poll.bounded(vote: $0) == $0 } ?? true
    }

    private var isUsable: Bool {
        let lowest: Int64 = kind.isNumbered ? 1 : 0
        return message.rawValue.isUsableID && author.isUsable && (lowest...Limits.annotationNumber).contains(number)
            && kind.reaction.map(ReactionText.isUsable) ?? true
    }
}
