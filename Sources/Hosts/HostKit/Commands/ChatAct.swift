import Foundation

/// A message to send, as the command line names it.
package struct SendRequest: Codable, Equatable, Sendable {
    package var contact: String
    /// The text; with a file, its caption, which may be empty.
    package var text: String
    /// The path of a file; nil for a text alone.
    package var file: String?
    /// The ID of the message that it answers.
    package var answered: String?

    package init(contact: String, text: String, file: String? = nil, answered: String? = nil) {
        (self.contact, self.text, self.file, self.answered) = (contact, text, file, answered)
    }
}

/// An action in a chat that changes a message, or the user's place in the chat.
package enum ChatAct: Codable, Equatable, Sendable {
    case react(message: String, text: String, isSet: Bool)
    case edit(message: String, text: String)
    case delete(message: String)
    /// Marks the messages up to one as read, or all of them.
    case read(message: String?)
    case join
    case leave
    case invite(person: String)
}

extension Command {
    /// Returns the command with the text `-` replaced by standard input, and with a file's path that another process can open; nil if it is
    /// complete. Throws what `read` throws.
    package func completed(reading read: () throws -> String) rethrows -> Command? {
        switch self {
        case .send(var request):
            if request.text == "-" { request.text = try read() }
            request.file = request.file.map { URL(fileURLWithPath: TypedPath.resolve($0)).path }
            return .send(request)
        case .act(.edit(let message, "-"), let chat): return .act(.edit(message: message, text: try read()), in: chat)
        default: return nil
        }
    }
}
