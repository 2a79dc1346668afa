package import Chat
import ChatTypes
import ScreenKit

/// The message that another answers, in one line above it.
package struct AnsweredLine: Equatable, Sendable {
    let id: String
    /// `me`, or the author's name; nil if the message is not here.
    let from: String?
    private let isMine: Bool
    let text: String

    /// - Parameter contact: the name of the chat.
    package init(_ message: ChatViewState.Answered, contact: String) {
        (id, text, isMine) = (message.id.rawValue, message.text, message.author == .me)
        from = message.author.map { $0 == .me ? "me" : message.sender ?? contact }
    }

    /// The line, safe to print, within so many columns.
    package func line(columns: Int) -> String {
        let author = from.map { "\(isMine ? ownName : TerminalText.name($0)): " } ?? ""
        return TerminalText.fit("↳ \(author)\(TerminalText.oneLine(text))", columns: columns)
    }
}

extension AnsweredLine: Encodable {
    private enum Key: String, CodingKey { case id, from, mine, text }

    package func encode(to encoder: any Encoder) throws {
        var line = encoder.container(keyedBy: Key.self)
        try line.encode(id, forKey: .id)
        try line.encodeIfPresent(from, forKey: .from)
        if isMine { try line.encode(true, forKey: .mine) }
        try line.encode(text, forKey: .text)
    }
}
