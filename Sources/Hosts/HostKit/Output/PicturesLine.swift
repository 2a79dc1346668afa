package import ChatTypes
package import SharedPictures

extension HostEvent {
    /// The pictures of a chat, or those that `/more` added.
    package struct PicturesLine: Equatable, Sendable {
        /// The chat.
        package var contact: ChatName
        /// The newest first.
        package var pictures: [Picture]
        /// The number of the first picture, as typed to show its message.
        package var first = 1
        /// Whether `/more` would show more.
        package var hasMore = false

        package struct Picture: Equatable, Encodable, Sendable {
            /// The ID of the message with the picture.
            package var id: String
            package var name: String
            /// The type and size in words.
            package var detail: String
        }
    }
}

extension HostEvent.PicturesLine: Encodable {
    private enum Key: String, CodingKey {
        case pictures, first, more
    }

    package func encode(to encoder: any Encoder) throws {
        var line = encoder.container(keyedBy: Key.self)
        try contact.encode(to: encoder)
        try line.encode(pictures, forKey: .pictures)
        if first > 1 { try line.encode(first, forKey: .first) }
        if hasMore { try line.encode(true, forKey: .more) }
    }
}

extension HostEvent.PicturesLine {
    package func text(_ style: Style, columns: Int?) -> [String] {
        if pictures.isEmpty { return ["  " + style.dim("no pictures yet")] }
        let rows = Paragraph.numbered(from: first, pictures) { picture, opening in
            Paragraph(
                opening: opening,
                body: [TerminalText.oneLine(picture.name)],
                ending: TerminalText.oneLine(picture.detail),
                styleEnding: style.dim
            )
        }.flatMap { $0.lines(columns: columns) }
        return rows + (hasMore ? ["  " + style.dim("… (/more shows more)")] : [])
    }
}

extension HostEvent.PicturesLine {
    package init(_ state: SharedPicturesViewState, of chat: ChatID? = nil) {
        self.init(
            contact: ChatName(state.title, chat),
            pictures: state.rows.map { Picture(id: $0.id.rawValue, name: $0.name, detail: $0.detail) },
            first: state.firstNumber,
            hasMore: state.hasMore
        )
    }
}
