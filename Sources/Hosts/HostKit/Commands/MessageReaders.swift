package import ChatSession
import ChatStore
package import ChatTypes

/// Says who has read a message, in a sentence for the user of any terminal host.
package struct MessageReaders: Sendable {
    /// The number of names in a sentence.
    static let limit = 20

    private let session: Session

    package init(_ session: Session) { self.session = session }

    package func text(of message: MessageID, in chat: ChatID) async -> String {
        do {
            let readers = try await session.read { try $0.readers(of: message, in: chat) }
            guard let readers else { return "In a chat of two, the state of your messages says whether they are read" }
            return Self.text(for: readers)
        } catch {
            return FailureText.text(of: error)
        }
    }

    static func text(for readers: [String]) -> String {
        if readers.isEmpty { return "Nobody else has read it yet" }
        let names = readers.prefix(limit).map { TerminalText.name($0) }
        let more = readers.count > limit ? ["\(readers.count - limit) more"] : []
        let words = names + more
        return "Read by "
            + (words.count > 1 ? words.dropLast().joined(separator: ", ") + " and " + words[words.count - 1] : words[0])
    }
}
