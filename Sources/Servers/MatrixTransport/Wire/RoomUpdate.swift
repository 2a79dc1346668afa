import ChatTypes

/// What is new in a room.
struct RoomUpdate: Sendable {
    var timeline: [RoomEvent]
    /// Whether there is more between what the last answer brought and this timeline.
    var isLimited: Bool
    /// Pages back to what stands before the timeline.
    var before: String?
    /// Whether it goes on from what the same list of rooms has brought of the room before.
    var isSequel = false
    let state: [RoomEvent]
    var receipts: [Receipt]
    /// Who types now; nil where they are as they were.
    let typists: [ContactID]?
    /// Nil where they are as they were.
    let heroes: [ContactID]?
    /// How many are in it, or invited; nil where it is as it was.
    let memberCount: Int64?
    /// How many are in it; nil where it is as it was.
    let joinedCount: Int64?
    /// Whether someone may have come or gone before the timeline of whom it says nothing.
    let hidesMembers: Bool
    /// What was told of members along with what was read back; older than the rest.
    var earlier: [RoomEvent] = []
    /// What some of its members are called, where no event says so.
    var names: [(person: ContactID, name: String)] = []

    /// One person's receipt for one event.
    struct Receipt: Hashable, Sendable {
        let event: MessageID
        let reader: ContactID
        /// The reader's server's clock; 0 where it says nothing.
        let time: Int64
    }

    init(_ json: JSONValue) {
        let timeline = json["timeline"]
        self.timeline = RoomEvent.list(timeline?["events"])
        isLimited = timeline?["limited"]?.bool ?? false
        hidesMembers = isLimited
        before = timeline?["prev_batch"]?.string
        state = RoomEvent.list((json["state"] ?? json["invite_state"])?["events"])
        receipts = json["ephemeral"]?["events"]?.elements.flatMap(Receipt.list) ?? []
        let typing = json["ephemeral"]?["events"]?.elements.last { $0["type"]?.string == "m.typing" }
        typists = typing?["content"]?["user_ids"]?.elements.compactMap { person in
            person.string.flatMap { $0.isUsableID ? ContactID($0) : nil }
        }
        let summary = json["summary"]
        heroes = summary?["m.heroes"]?.elements.compactMap { hero in
            hero.string.flatMap { $0.isUsableID ? ContactID($0) : nil }
        }
        let (joined, invited) = (
            summary?["m.joined_member_count"]?.integer, summary?["m.invited_member_count"]?.integer
        )
        joinedCount = joined
        memberCount = joined.map { max(0, $0) &+ max(0, invited ?? 0) }
    }
}

extension RoomUpdate.Receipt {
    /// Public and private receipts alike: the private ones are our own. One within a thread counts for the thread alone, which is
    /// nothing here.
    static func list(_ json: JSONValue) -> [Self] {
        guard json["type"]?.string == "m.receipt" else { return [] }
        return json["content"]?.members.flatMap { event, kinds -> [Self] in
            guard event.isUsableID else { return [] }
            return [kinds["m.read"], kinds["m.read.private"]].flatMap { $0?.members ?? [] }.compactMap { reader, read in
                let thread = read["thread_id"]?.string ?? Self.mainThread
                guard reader.isUsableID, thread == Self.mainThread else { return nil }
                return Self(event: MessageID(event), reader: ContactID(reader), time: read["ts"]?.integer ?? 0)
            }
        } ?? []
    }

    /// What is in no thread, as a thread.
    private static let mainThread = "main"
}
