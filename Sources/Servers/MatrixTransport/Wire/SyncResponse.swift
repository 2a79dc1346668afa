import ChatTypes
import JSONKit

/// The used parts of a `/sync` response, with rooms in its order.
struct SyncResponse: Sendable {
    typealias Room = (id: ChatID, update: RoomUpdate)

    let next: String
    var joined: [Room]
    let invited: [Room]
    var left: [Room]
    /// The direct rooms with each person; nil if unchanged.
    let direct: [(person: ContactID, rooms: [ChatID])]?
    /// The ignored users; nil if unchanged.
    let ignored: [ContactID]?
    /// The account's push rules; nil if unchanged.
    let rules: PushRules?

    /// Nil for a response without a token for the next one.
    ///
    /// - Parameter user: the account's user.
    init?(_ json: JSONValue, user: ContactID) {
        guard let next = json["next_batch"]?.string else { return nil }
        self.next = next
        let rooms = json["rooms"]
        joined = Self.rooms(rooms?["join"])
        invited = Self.rooms(rooms?["invite"])
        left = Self.rooms(rooms?["leave"])
        let data = json["account_data"]?["events"]?.elements ?? []
        (direct, ignored) = Self.people(data)
        rules = PushRules.find(in: data, user: user)
    }

    init(next: String, joined: [Room], invited: [Room], left: [Room], accountData: [JSONValue], user: ContactID) {
        (self.next, self.joined, self.invited, self.left) = (next, joined, invited, left)
        (direct, ignored) = Self.people(accountData)
        rules = PushRules.find(in: accountData, user: user)
    }

    /// Returns the account data about other users.
    private static func people(_ data: [JSONValue]) -> (
        direct: [(person: ContactID, rooms: [ChatID])]?, ignored: [ContactID]?
    ) {
        let ignored = data.last { $0["type"]?.string == "m.ignored_user_list" }?["content"]?["ignored_users"]
        let direct = data.last { $0["type"]?.string == "m.direct" }
        let rooms = direct?["content"]?.members.compactMap { person, rooms -> (ContactID, [ChatID])? in
            guard person.isUsableID else { return nil }
            let ids = rooms.elements.compactMap(\.string).filter(\.isUsableID)
            return (ContactID(person), ids.map { ChatID($0) })
        }
        return (rooms, ignored?.members.map(\.name).filter(\.isUsableID).map { ContactID($0) })
    }

    private static func rooms(_ json: JSONValue?) -> [Room] {
        json?.members.compactMap { id, news in id.isUsableID ? (ChatID(id), RoomUpdate(news)) : nil } ?? []
    }
}
