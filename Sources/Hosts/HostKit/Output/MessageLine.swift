package import Chat
import ChatStore
package import ChatTypes
import ScreenKit

extension HostEvent {
    /// A message in its current state.
    package struct MessageLine: Equatable, Sendable {
        package enum State: String, Encodable, CaseIterable, Sendable {
            case sending, sent, read, failed, received
        }

        /// The chat.
        package var contact: ChatName
        package var id: String
        /// `me`, or the author's name.
        package var from: String
        /// The author's ID; nil for the user.
        package var author: String?
        package var text: String
        package var spans: [TextSpan] = []
        package var state: State
        package var time: String
        /// The exact time, in ISO 8601 and UTC.
        package var at: String?
        package var images = 0
        package var file: AttachmentLine?
        /// Type and size of the file, in words.
        package var detail: String?
        /// Whether the author deleted it; the text says so.
        package var isDeleted = false
        /// Whether the author edited the text.
        package var isEdited = false
        /// Whether the text stands for a message that cannot be decrypted yet.
        package var isPlaceholder = false
        /// The kind of an event, whose text is a whole sentence; nil for a message.
        package var event: ChatEvent?
        /// The poll that it asks.
        package var poll: ChatPoll?
        /// The message that it answers.
        package var answered: AnsweredLine?
        /// The root of the thread that it is in.
        package var inThread: String?
        /// Whether the text says that it is in a thread: it stands among messages that are not.
        package var marksThread = false
        /// The thread that it begins.
        package var thread: ThreadLine?
        /// The reactions, in order of first use.
        package var reactions: [MessageReaction] = []
        /// Whether it mentions the user.
        package var isMention = false
        /// Whether it is pinned.
        package var isPinned = false
        /// Why nothing proves who sent it; nil for most messages.
        package var warning: SenderWarning?
        /// The same in words.
        var warningText: String? { warning?.text }
        /// Whether it is the message that a search opened, or a mention that was gone to.
        package var isFound = false
    }
}

extension HostEvent.MessageLine: Encodable {
    private enum Key: String, CodingKey {
        case id, from, author, mine, text, spans, state, time, at, images, file, removed, edited, waiting, notice,
            poll, reply, inThread, thread, reactions, mention, pinned, warning, found
    }

    package func encode(to encoder: any Encoder) throws {
        var line = encoder.container(keyedBy: Key.self)
        try contact.encode(to: encoder)
        try line.encode(id, forKey: .id)
        try line.encode(from, forKey: .from)
        try line.encodeIfPresent(author, forKey: .author)
        // A contact may be named `me`.
        if isOwn { try line.encode(true, forKey: .mine) }
        try line.encode(text, forKey: .text)
        if !spans.isEmpty { try line.encode(spans, forKey: .spans) }
        try line.encode(state, forKey: .state)
        try line.encode(time, forKey: .time)
        try line.encodeIfPresent(at, forKey: .at)
        if images > 0 { try line.encode(images, forKey: .images) }
        try line.encodeIfPresent(file, forKey: .file)
        if isDeleted { try line.encode(true, forKey: .removed) }
        if isEdited { try line.encode(true, forKey: .edited) }
        if isPlaceholder { try line.encode(true, forKey: .waiting) }
        try line.encodeIfPresent(event, forKey: .notice)
        try line.encodeIfPresent(poll.map { HostEvent.Poll($0) }, forKey: .poll)
        try line.encodeIfPresent(answered, forKey: .reply)
        try line.encodeIfPresent(inThread, forKey: .inThread)
        try line.encodeIfPresent(thread, forKey: .thread)
        if !reactions.isEmpty { try line.encode(HostEvent.Reaction.list(reactions), forKey: .reactions) }
        if isMention { try line.encode(true, forKey: .mention) }
        if isPinned { try line.encode(true, forKey: .pinned) }
        try line.encodeIfPresent(warning, forKey: .warning)
        if isFound { try line.encode(true, forKey: .found) }
    }
}

extension HostEvent.MessageLine {
    /// Whether the user wrote it. The name of a contact proves nothing.
    private var isOwn: Bool { state != .received }

    /// Returns the whole message; further lines of text, and images, are below the first line.
    package func text(_ style: Style, columns: Int?) -> [String] {
        let time = "\(isFound ? "> " : isMention ? "@ " : "  ")\(TerminalText.oneLine(time))  "
        if event != nil {
            return Paragraph(opening: time, body: [TerminalText.oneLine(text)]).lines(columns: columns).map(style.dim)
        }
        let name = isOwn ? ownName : TerminalText.name(from)
        let formatted = FormattedText(text, spans)
        let isEmote = formatted.isEmote
        let said = formatted.withoutEmoteMark.readable
        let marks = [
            marksThread && inThread != nil ? Self.threadMark : nil, isEdited ? "(edited)" : nil,
            isPinned ? "(pinned)" : nil, warningMark, stateText,
        ].compactMap(\.self)
        let above = answered.map { [style.dim("    " + $0.line(columns: max(10, (columns ?? 80) - 4)))] } ?? []
        return above
            + Paragraph(
                opening: time + (isEmote && !isOwn ? "* \(name) " : isEmote ? "\(name): * " : "\(name): "),
                body: Self.body(said, file: file.map { $0.name + (detail.map { ": \($0)" } ?? "") }, images: images),
                ending: marks.joined(separator: " "),
                styleOpening: { opening in
                    style.dim(time) + style.bold(String(opening.dropFirst(time.count)))
                },
                styleEnding: stateStyle(style)
            ).lines(columns: columns) + pollLines(style, columns) + reactionLines(style, columns)
            + threadLines(style, columns)
    }

    /// The mark of a message of a thread among others.
    static let threadMark = "(in a thread)"

    private func threadLines(_ style: Style, _ columns: Int?) -> [String] {
        thread.map { [style.dim("    " + $0.line(columns: max(10, (columns ?? 80) - 4)))] } ?? []
    }

    private func pollLines(_ style: Style, _ columns: Int?) -> [String] {
        guard let poll else { return [] }
        return PollLine(poll).lines.flatMap { Paragraph(opening: "    ", body: [$0]).lines(columns: columns) }
    }

    private func reactionLines(_ style: Style, _ columns: Int?) -> [String] {
        guard let counts = ReactionLine(reactions).counts else { return [] }
        return Paragraph(opening: "    ", body: [counts]).lines(columns: columns).map(style.dim)
    }

    /// Returns the text in safe lines, and below it the file or images.
    package static func body(_ text: String, file: String?, images: Int) -> [String] {
        let body = text.isEmpty && (images > 0 || file != nil) ? [] : TerminalText.lines(text)
        if let file { return body + [TerminalText.oneLine("[\(file)]")] }
        return images > 0 ? body + [previewText(of: "", imageCount: images)] : body
    }

    /// Returns the new state of a message that was printed before.
    func changeText(_ style: Style, columns: Int? = nil) -> [String] {
        let change = warningMark ?? stateText ?? (isEdited ? "(edited)" : "(changed)")
        return [changeText(change, stateStyle(style), style, columns: columns)]
            + pollLines(style, columns) + reactionLines(style, columns) + threadLines(style, columns)
    }

    /// Returns an unsent message that was deleted, of which only the ID is known.
    static func unsent(_ id: MessageID, in contact: ChatName) -> Self {
        Self(contact: contact, id: id.rawValue, from: "me", text: "", state: .sending, time: "")
    }

    /// Returns the line for a message that was pinned after it was printed, or whose pin was removed.
    func pinText(_ style: Style, columns: Int?) -> [String] {
        [changeText(isPinned ? "(pinned)" : "(unpinned)", style.dim, style, columns: columns)]
    }

    /// Returns the line for an unsent message that was deleted.
    package func deletedText(_ style: Style, columns: Int?) -> [String] {
        [changeText("(deleted)", style.dim, style, columns: columns)]
    }

    private func changeText(_ change: String, _ dress: (String) -> String, _ style: Style, columns: Int?) -> String {
        let body = previewText(
            of: TerminalText.oneLine(FormattedText(text, spans).preview),
            imageCount: images,
            fileName: file.map { TerminalText.oneLine($0.name) }
        )
        let opening = "  \(change) "
        let room = columns.map { max(0, $0 - opening.count) } ?? 40
        return dress(opening) + style.dim(TerminalText.fit(body, columns: min(room, 40)))
    }

    private var warningMark: String? { warningText.map { "(\($0))" } }

    private var stateText: String? {
        switch state {
        case .received: nil
        case .failed: "(failed: /resend tries again)"
        case .sending, .sent, .read: "(\(state.rawValue))"
        }
    }

    private func stateStyle(_ style: Style) -> (String) -> String {
        let isFailed = state == .failed
        return { isFailed ? style.red($0) : style.dim($0) }
    }
}

extension HostEvent.MessageLine {
    package init(_ row: ChatViewState.Row, in state: ChatViewState, contact: ChatName, isFound: Bool = false) {
        self.init(
            contact: contact,
            id: row.id.rawValue,
            from: row.author == .me ? "me" : row.sender ?? contact.name,
            author: row.author.id(contact: state.contact),
            text: row.text,
            spans: row.spans,
            state: State(row.delivery),
            time: row.time,
            at: Timestamp(row.date).text,
            images: row.imageCount,
            file: row.file.map { HostEvent.AttachmentLine($0) },
            detail: row.file?.detail,
            isDeleted: row.isDeleted,
            isEdited: row.isEdited,
            isPlaceholder: row.isPlaceholder,
            event: row.event,
            poll: row.poll,
            answered: row.answered.map { AnsweredLine($0, contact: contact.name, contactID: state.contact) },
            // The root of a thread stands above its answers.
            inThread: state.part.thread.flatMap { $0 == row.id ? nil : $0.rawValue },
            thread: row.thread.map { ThreadLine($0, contact: contact.name, contactID: state.contact) },
            reactions: row.reactions,
            isMention: row.mentionsMe,
            isPinned: row.isPinned,
            warning: row.senderWarning,
            isFound: isFound
        )
    }
}

extension HostEvent.MessageLine.State {
    package init(_ delivery: Delivery) {
        self =
            switch delivery {
            case .received: .received
            case .sending: .sending
            case .sent: .sent
            case .read: .read
            case .failed: .failed
            }
    }
}
