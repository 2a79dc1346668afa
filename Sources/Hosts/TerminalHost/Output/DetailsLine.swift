import ScreenKit

extension HostEvent {
    /// What is known of a chat apart from its messages.
    struct DetailsLine: Equatable, Sendable {
        /// The contact's name, or the group's title.
        var contact: String
        /// The others who are in it, as far as they are shown.
        var members: [String]
        /// What was shared there, as far as it is shown, the newest first.
        var files: [File] = []
        /// Whether we are among those who are shown: not in a group that we have left, nor where we were paged past.
        var isIn = true
        /// Whether `/more` would show more of them.
        var hasMore = false
        /// What is said of how many they are; nil between two.
        var text: String?
        var isMuted = false

        struct File: Equatable, Encodable, Sendable {
            /// The message that carries it.
            var id: String
            var name: String
        }
    }
}

extension HostEvent.DetailsLine: Encodable {
    private enum Key: String, CodingKey {
        case contact, members, files, more, text, muted
    }

    func encode(to encoder: any Encoder) throws {
        var line = encoder.container(keyedBy: Key.self)
        try line.encode(contact, forKey: .contact)
        try line.encode(members, forKey: .members)
        if !files.isEmpty { try line.encode(files, forKey: .files) }
        if hasMore { try line.encode(true, forKey: .more) }
        try line.encodeIfPresent(text, forKey: .text)
        if isMuted { try line.encode(true, forKey: .muted) }
    }
}

extension HostEvent.DetailsLine {
    func text(_ style: Style, columns: Int?) -> [String] {
        let about = [text, isMuted ? "muted" : nil].compactMap(\.self).map { TerminalText.oneLine($0) }
        // `TerminalText.name(_:)` quotes the name of a contact that looks like "You".
        let others = members.map { TerminalText.name($0) }
        let names = (isIn ? [ownName] : []) + others + (hasMore ? ["… (/more shows more)"] : [])
        return about.map { "  " + style.dim($0) }
            + Paragraph(opening: "  ", body: [names.joined(separator: ", ")]).lines(columns: columns)
            + files.flatMap { file in
                Paragraph(opening: "  ", body: ["[\(TerminalText.oneLine(file.name))]"]).lines(columns: columns)
            }
    }
}
