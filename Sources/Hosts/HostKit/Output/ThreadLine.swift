package import Chat
package import ChatTypes

/// The thread that a message begins, in one line below it.
package struct ThreadLine: Equatable, Sendable {
    private let thread: ChatViewState.ThreadLine
    private let newest: AnsweredLine?

    /// - Parameters:
    ///   - contact: the name of the contact in a chat of two.
    ///   - contactID: the contact's ID.
    package init(_ thread: ChatViewState.ThreadLine, contact: String, contactID: ContactID? = nil) {
        self.thread = thread
        newest = thread.newest.map { AnsweredLine($0, contact: contact, contactID: contactID) }
    }

    /// The line, safe to print, within so many columns.
    package func line(columns: Int) -> String {
        let time = thread.time.map { " (\(TerminalText.oneLine($0)))" } ?? ""
        let counts = "⤷ \(thread.countText)\(time)"
        guard let newest else { return TerminalText.fit(counts, columns: columns) }
        return TerminalText.fit("\(counts) \(newest.line(columns: max(1, columns)))", columns: columns)
    }
}

extension ThreadLine: Encodable {
    private enum Key: String, CodingKey { case answers, unread, mentions, draft, newest }

    package func encode(to encoder: any Encoder) throws {
        var line = encoder.container(keyedBy: Key.self)
        try line.encode(thread.answerCount, forKey: .answers)
        if thread.unreadCount > 0 { try line.encode(thread.unreadCount, forKey: .unread) }
        if thread.mentionCount > 0 { try line.encode(thread.mentionCount, forKey: .mentions) }
        if thread.hasDraft { try line.encode(true, forKey: .draft) }
        try line.encodeIfPresent(newest, forKey: .newest)
    }
}

extension TimelinePart {
    /// The heading before the name of a chat whose threads are shown; nil for the chat itself.
    package var title: String? {
        switch self {
        case .all, .main: nil
        case .thread: "Thread"
        case .threads: "Threads"
        }
    }
}
