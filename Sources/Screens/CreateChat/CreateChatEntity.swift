public import ChatTypes

/// The model that this screen needs.
///
/// Methods are `async` so that an actor or a `@MainActor` class can be the model. An implementation that does not
/// wait can leave `async` out.
public protocol CreateChatModel: Sendable {
    /// Returns at most `limit` contacts whose names match, in any order. Throws a `ServiceError`.
    func contacts(matching text: String, limit: Int) async throws -> [Contact]

    /// Returns the chat with the contact of that name, and creates it if there is none.
    ///
    /// Throws a `ServiceError`, a `SessionError`, a `StorageProblem`, or a `ContactName.NameError`.
    func createChat(with name: String) async throws -> ChatID

    /// Creates a group with the contacts of those names. A call after a failure creates the same group.
    ///
    /// Throws a `ServiceError`, a `SessionError`, a `StorageProblem`, or a `ContactName.NameError`.
    func createGroup(with names: [String], title: String) async throws -> ChatID
}
