package import ChatTypes
package import PinnedMessages

extension HostEvent {
    /// The pinned messages of a chat, or those that `/more` added.
    package struct PinsLine: Equatable, Sendable {
        /// The chat.
        package var contact: ChatName
        /// The one pinned last first.
        package var pins: [AnsweredLine]
        /// The number of the first row, as typed to show its message.
        package var first = 1
        /// Whether `/more` would show more.
        package var hasMore = false
        /// A sentence about pins that cannot be shown.
        package var limitText: String?
    }
}

extension HostEvent.PinsLine: Encodable {
    private enum Key: String, CodingKey { case pins, first, more, text }

    package func encode(to encoder: any Encoder) throws {
        var line = encoder.container(keyedBy: Key.self)
        try contact.encode(to: encoder)
        try line.encode(pins, forKey: .pins)
        if first > 1 { try line.encode(first, forKey: .first) }
        if hasMore { try line.encode(true, forKey: .more) }
        try line.encodeIfPresent(limitText, forKey: .text)
    }
}

extension HostEvent.PinsLine {
    package func text(_ style: Style, columns: Int?) -> [String] {
        if pins.isEmpty { return ["  " + style.dim("no pinned messages")] }
        let rows = Paragraph.numbered(from: first, pins) { Paragraph(opening: $1, body: [$0.summary]) }
            .flatMap { $0.lines(columns: columns) }
        let notes = [hasMore ? "… (/more shows more)" : nil, limitText].compactMap(\.self)
        return rows + notes.map { "  " + style.dim($0) }
    }
}

extension HostEvent.PinsLine {
    package init(_ state: PinnedMessagesViewState, of chat: ChatID? = nil) {
        self.init(
            contact: ChatName(state.title, chat),
            pins: state.rows.map { AnsweredLine($0, contact: state.title, contactID: state.contact) },
            first: state.firstNumber,
            hasMore: state.hasMore,
            limitText: state.limitText
        )
    }
}
