package import ChatTypes
package import ScreenKit

/// A message in one line: above an answer to it, and in a list of pinned messages.
package struct AnsweredLine: Equatable, Sendable {
    package let id: String
    /// `me`, or the author's name; nil if the message is not here.
    package let from: String?
    /// The author's ID; nil for the user, and if it is not known.
    private let author: String?
    private let isMine: Bool
    package let text: String
    /// Why nothing proves who wrote it; nil if something does.
    package let warning: SenderWarning?

    /// - Parameters:
    ///   - contact: the name of the contact in a chat of two.
    ///   - contactID: the contact's ID.
    package init(_ message: MessageExcerpt, contact: String, contactID: ContactID? = nil) {
        author = message.author.flatMap { $0.id(contact: contactID) }
        (id, text, isMine) = (message.id.rawValue, message.text, message.author == .me)
        warning = message.senderWarning
        from = message.author.map { $0 == .me ? "me" : message.sender ?? contact }
    }

    /// The line, safe to print, within so many columns.
    package func line(columns: Int) -> String { TerminalText.fit("↳ \(summary)", columns: columns) }

    /// The author and the text, safe to print.
    package var summary: String {
        let author = from.map { "\(isMine ? ownName : TerminalText.name($0)): " } ?? ""
        let sign = warning == nil ? "" : "\(SenderWarning.sign) "
        return sign + author + TerminalText.oneLine(text)
    }
}

extension AnsweredLine: Encodable {
    private enum Key: String, CodingKey { case id, from, author, mine, text, warning }

    package func encode(to encoder: any Encoder) throws {
        var line = encoder.container(keyedBy: Key.self)
        try line.encode(id, forKey: .id)
        try line.encodeIfPresent(from, forKey: .from)
        try line.encodeIfPresent(author, forKey: .author)
        if isMine { try line.encode(true, forKey: .mine) }
        try line.encode(text, forKey: .text)
        try line.encodeIfPresent(warning, forKey: .warning)
    }
}
