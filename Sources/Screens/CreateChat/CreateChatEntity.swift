public import ChatTypes

/// The model that this screen needs.
///
/// Methods are `async` so that an actor or a `@MainActor` class can be the model. An implementation that does not
/// wait can leave `async` out.
public protocol CreateChatModel: Sendable {
    /// Returns at most `limit` contacts whose names match, in any order. Throws a `ServiceError`.
    func contacts(matching text: String, limit: Int) async throws -> [Contact]

    /// Whether a new chat is encrypted unless the user wants otherwise; `nil` if the server's chats cannot be.
    var encryptsNewChats: Bool? { get async }

    /// Returns the chat with the contact of that name or ID, and creates it if there is none or the user is out of it, encrypted as the user
    /// wants; `nil` leaves that to `encryptsNewChats`.
    ///
    /// Throws a `ServiceError`, a `SessionError`, a `StorageProblem`, or a `ContactName.NameError`.
    func createChat(with name: String, isEncrypted: Bool?) async throws -> ChatID

    /// Creates a group with the contacts of those names or IDs, encrypted likewise. A call after a failure creates the same group.
    ///
    /// Throws a `ServiceError`, a `SessionError`, a `StorageProblem`, or a `ContactName.NameError`.
    func createGroup(with names: [String], title: String, isEncrypted: Bool?) async throws -> ChatID
}

/// The content of the form.
struct CreateChatContent: Sendable, Equatable {
    /// Whether a new chat is encrypted unless the user wants otherwise; `nil` if it cannot be.
    var encryptsNewChats: Bool?
}
