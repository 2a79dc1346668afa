import ScreenKit

extension HostEvent {
    /// The details of a chat.
    struct DetailsLine: Equatable, Sendable {
        /// The contact's name, or the group's title.
        var contact: String
        /// The shown members except the user.
        var members: [String]
        /// The shown files, the newest first.
        var files: [File] = []
        /// Whether the user is among the shown members: not after leaving the group, nor on a later page.
        var includesUser = true
        /// Whether `/more` would show more members or files.
        var hasMore = false
        /// The number of members in words; nil in a chat with one contact.
        var text: String?
        var isMuted = false

        struct File: Equatable, Encodable, Sendable {
            /// The ID of the message with the file.
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
        let names = (includesUser ? [ownName] : []) + others + (hasMore ? ["… (/more shows more)"] : [])
        return about.map { "  " + style.dim($0) }
            + Paragraph(opening: "  ", body: [names.joined(separator: ", ")]).lines(columns: columns)
            + files.flatMap { file in
                Paragraph(opening: "  ", body: ["[\(TerminalText.oneLine(file.name))]"]).lines(columns: columns)
            }
    }
}
