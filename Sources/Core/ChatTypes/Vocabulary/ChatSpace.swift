/// A list of chats that a server has under a name, and that the user has joined. It may be part of another one.
public struct ChatSpace: Hashable, Codable, Sendable, Identifiable {
    /// The server's ID, which belongs to no chat.
    public let id: ChatID
    /// The name; may be empty.
    public let name: String

    public init(id: ChatID, name: String) {
        (self.id, self.name) = (id, name)
    }

    /// Returns each space with a usable ID once, under a name within the limits, and at most `Limits.spaces`, by ID.
    package static func bounded(_ spaces: [ChatSpace]) -> [ChatSpace] {
        var names: [ChatID: String] = [:]
        for space in spaces where space.id.rawValue.isUsableID { names[space.id] = space.name.cutToName() }
        return names.map { ChatSpace(id: $0.key, name: $0.value) }.sorted { $0.id < $1.id }.prefix(Limits.spaces).map(
            \.self
        )
    }
}
