public import ChatTypes
import JSONKit

extension MatrixTransport {
    /// Sets or removes the room's tag `m.favourite`, or its account data `m.marked_unread`, which other clients follow, too.
    public func set(_ mark: ChatMark, to isSet: Bool, in chat: ChatID) async throws {
        let room = ["v3", "user", account.user.rawValue, "rooms", chat.rawValue]
        let tag = room + ["tags", "m.favourite"]
        switch mark {
        case .unread: try await api.put(room + ["account_data", RoomMarks.unreadType], ["unread": .bool(isSet)])
        case .favourite: if isSet { try await api.put(tag, [:]) } else { try await api.delete(tag) }
        }
    }
}
