public import ChatSession
public import Transport

extension Session {
    /// Opens the chat with one invitee, or begins a group with several. Throws as each of the two does.
    public func createChat(with invitees: Invitees) async throws -> ChatID {
        let names = invitees.names
        if names.count == 1 { return try await createChat(with: names[0]) }
        return try await createGroup(with: names, title: invitees.title)
    }
}
