public import ChatTypes

/// The shared model, as far as this screen needs it.
///
/// Required as `async` so that an actor or a `@MainActor` class can be the model; written without it where nothing waits.
public protocol CreateChatModel: Sendable {
    /// At most `limit` people whose names match, in any order. Throws a `ServiceError`.
    func contacts(matching text: String, limit: Int) async throws -> [Contact]

    /// Opens the chat with the contact of that name, and makes it if there is none.
    ///
    /// Throws a `ServiceError`, a `SessionError`, a `StorageProblem`, or a `ContactName.Fault`.
    func createChat(with name: String) async throws -> ChatID

    /// Begins a group with the contacts of those names. Asked for again after a failure, it is the same group.
    ///
    /// Throws a `ServiceError`, a `SessionError`, a `StorageProblem`, or a `ContactName.Fault`.
    func createGroup(with names: [String], title: String) async throws -> ChatID
}
