import ChatTypes

/// What simplified sliding sync answers: the same news in other words.
struct SlidingSyncResponse: Sendable {
    /// Where the list goes on.
    let position: String
    /// How many rooms there are.
    let roomCount: Int
    var news: SyncResponse

    /// - Parameter token: where the news goes on.
    /// - Parameter user: ourselves: the list has rooms that we were put out of, and those at which we knock.
    init?(_ json: JSONValue, token: String, user: ContactID) {
        guard let position = json["pos"]?.string, let count = json["lists"]?["all"]?["count"]?.integer else {
            return nil
        }
        (self.position, roomCount) = (position, Int(min(max(count, 0), 1 << 30)))
        let extensions = json["extensions"]
        let receipts = extensions?["receipts"]?["rooms"]?.members ?? []
        var (joined, invited, left) = ([SyncResponse.Room](), [SyncResponse.Room](), [SyncResponse.Room]())
        for (id, room) in json["rooms"]?.members ?? [] where id.isUsableID {
            let read = receipts.first { $0.name == id }?.value
            let news = RoomUpdate(sliding: room, receipts: read)
            let isInvitation = room["invite_state"] != nil
            switch (news.state + news.timeline).last(where: { $0.isMembership && $0.person == user })?.membership {
            case "leave", "ban": left.append((ChatID(id), news))
            // What we ask for in vain may stay so for ever.
            case "knock": break
            default: if isInvitation { invited.append((ChatID(id), news)) } else { joined.append((ChatID(id), news)) }
            }
        }
        let data = extensions?["account_data"]?["global"]?.elements ?? []
        news = SyncResponse(next: token, joined: joined, invited: invited, left: left, accountData: data)
    }
}

extension RoomUpdate {
    fileprivate init(sliding json: JSONValue, receipts: JSONValue?) {
        timeline = RoomEvent.list(json["timeline"])
        isLimited = json["limited"]?.bool ?? false
        hidesMembers = isLimited
        before = json["prev_batch"]?.string
        isSequel = json["initial"]?.bool != true
        state = RoomEvent.list(json["invite_state"] ?? json["required_state"])
        self.receipts = receipts.map(Receipt.list) ?? []
        typists = nil
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
