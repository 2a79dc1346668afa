public import Transport

extension ContactName.Fault {
    /// What to tell the person who typed the name.
    public var message: String {
        switch self {
        case .empty: "Please provide a contact name"
        case .tooLong(let limit): "A contact name has at most \(limit) characters"
        case .unprintable: "A contact name holds printable characters only"
        }
    }
}

/// The shared model, as far as this screen needs it.
public protocol CreateChatModel: Sendable {
    /// At most `limit` people whose names match, in any order. Throws a `ServiceError`.
    func contacts(matching text: String, limit: Int) async throws -> [Contact]

    /// Opens the chat with whoever bears that name, and makes it if there is none.
    ///
    /// Throws a `ServiceError`, or what the disk says.
    func createChat(with name: String) async throws -> ChatID
}
