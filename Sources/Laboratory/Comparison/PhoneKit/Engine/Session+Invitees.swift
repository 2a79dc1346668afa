public import ChatSession
public import ChatTypes

extension Session {
    /// Opens the chat with one invitee, or creates a group with several. Throws the errors of those two operations.
    public func createChat(with invitees: Invitees) async throws -> ChatID {
        let names = invitees.names
        if names.count == 1 { return try await createChat(with: names[0]) }
        return try await createGroup(with: names, title: invitees.title)
    }
}
