import ChatTypes

@testable import SimulatedServer

extension SimulatedWorld {
    static let friends = ChatID("group:friends")
    static let ada = ContactID("ada-lovelace")
    static let ben = ContactID("ben")

    func group(_ id: String = "friends", _ names: [String] = ["Ada Lovelace", "Ben"]) -> OutgoingGroup {
        OutgoingGroup(id: MessageID(id), title: "Friends", names: names)
    }

    /// Creates the group of the user, Ada and Ben.
    func beginFriends() throws {
        try run { _ = try await self.connection.createGroup(self.group()) }
    }

    /// The members' state by their names; the user's is empty.
    func members(of chat: ChatID = friends) throws -> [String: Membership] {
        let members = try run { await self.server.members(of: chat) }
        return Dictionary(members.map { ($0.name, $0) }) { $1 }
    }
}

extension Collection<ChatUpdate> {
    var memberships: [Membership] { flatMap(\.memberships) }
    var messages: [Message] { flatMap(\.messages) }
}
