import ChatTypes
import JSONKit

/// A response of simplified sliding sync, converted to a `SyncResponse`.
struct SlidingSyncResponse: Sendable {
    /// The position in the list of rooms.
    let position: String
    /// The number of all rooms.
    let roomCount: Int
    var sync: SyncResponse

    /// - Parameters:
    ///   - token: the token from which sync continues.
    ///   - user: the account's user, since the list contains rooms from which the user was removed, or at which they knock.
    init?(_ json: JSONValue, token: String, user: ContactID) {
        guard let position = json["pos"]?.string, let count = json["lists"]?["all"]?["count"]?.integer else {
            return nil
        }
        (self.position, roomCount) = (position, Int(min(max(count, 0), 1 << 30)))
        let extensions = json["extensions"]
        let receipts = extensions?["receipts"]?["rooms"]?.members ?? []
        let receiptsByRoom = Dictionary(receipts.map { (ChatID($0.name), $0.value) }) { first, _ in first }
        let dataOfRooms = extensions?["account_data"]?["rooms"]?.members ?? []
        let dataByRoom = Dictionary(dataOfRooms.map { (ChatID($0.name), $0.value) }) { first, _ in first }
        var (joined, invited, left) = ([SyncResponse.Room](), [SyncResponse.Room](), [SyncResponse.Room]())
        for (id, room) in json["rooms"]?.members ?? [] where id.isUsableID {
            let update = RoomUpdate(sliding: room, receipts: receiptsByRoom[ChatID(id)], data: dataByRoom[ChatID(id)])
            let isInvitation = room["invite_state"] != nil
            switch (update.state + update.timeline).last(where: { $0.isMembership && $0.person == user })?.membership {
            case "leave", "ban": left.append((ChatID(id), update))
            // A knock may stay unanswered for ever.
            case "knock": break
            default:
                if isInvitation { invited.append((ChatID(id), update)) } else { joined.append((ChatID(id), update)) }
            }
        }
        let data = extensions?["account_data"]?["global"]?.elements ?? []
        sync = SyncResponse(next: token, joined: joined, invited: invited, left: left, accountData: data, user: user)
    }
}

extension RoomUpdate {
    fileprivate init(sliding json: JSONValue, receipts: JSONValue?, data: JSONValue?) {
        timeline = RoomEvent.list(json["timeline"])
        isLimited = json["limited"]?.bool ?? false
        hidesMembers = isLimited
        before = json["prev_batch"]?.string
        isSequel = json["initial"]?.bool != true
        state = RoomEvent.list(json["invite_state"] ?? json["required_state"])
        self.receipts = receipts.map(Receipt.list) ?? []
        typingAuthors = nil
        marks = RoomMarks.read(data)
        unreadCount = Self.count(json["notification_count"])
        mentionCount = Self.count(json["highlight_count"])
        threadCounts = []
        let heroes = (json["heroes"]?.elements ?? []).compactMap { hero in
            hero["user_id"]?.string.flatMap { id in
                id.isUsableID ? (person: ContactID(id), name: hero["displayname"]?.string) : nil
            }
        }
        self.heroes = json["heroes"] == nil ? nil : heroes.map(\.person)
        names = heroes.compactMap { hero in hero.name.map { (hero.person, $0) } }
        joinedCount = json["joined_count"]?.integer
        memberCount = joinedCount.map {
            max(0, $0) &+ max(0, json["invited_count"]?.integer ?? 0)
        }
    }
}
