import JSONKit

/// The progress of an initial sync on a homeserver with simplified sliding sync: rooms arrive in parts, the most recently active
/// first.
///
/// The sync then continues from a token that was requested before, so events in between arrive afterwards.
struct InitialSync: Hashable {
    /// The number of rooms that have arrived.
    var roomCount = 0
    /// The position in the list of rooms; nil at its start.
    var position: String?
    /// The token from which sync continues once all rooms have arrived.
    let token: String

    /// One screen of rooms first, then as many as suit one request.
    var nextRoomCount: Int { roomCount == 0 ? 20 : roomCount + 200 }

    /// The number of messages of each room in the first part: the user is waiting for the list.
    private static let firstMessageLimit = 20

    /// The form in a cursor. Position and token may contain any character, so the position's length precedes it.
    var text: String { "~\(roomCount)~\(position?.utf8.count ?? 0)~\(position ?? "")~\(token)" }

    init(token: String) { self.token = token }

    /// Nil for a token of a sync that is complete.
    init?(_ text: String) {
        let tilde = UInt8(ascii: "~")
        let parts = text.utf8.split(separator: tilde, maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 4, parts[0].isEmpty, let count = Int(Substring(parts[1])), (0..<1 << 30).contains(count),
            let length = Int(Substring(parts[2])), (0..<parts[3].count).contains(length)
        else { return nil }
        let end = parts[3].index(parts[3].startIndex, offsetBy: length)
        guard parts[3][end] == tilde else { return nil }
        position = length == 0 ? nil : String(Substring(parts[3][..<end]))
        (roomCount, token) = (count, String(Substring(parts[3][end...].dropFirst())))
    }

    /// The body of the next request.
    func request(messagesPerRoom: Int) -> JSONText {
        let limit = roomCount == 0 ? min(messagesPerRoom, Self.firstMessageLimit) : messagesPerRoom
        let state = EventFilter.roomTypes.map { JSONText.array([.string($0), ""]) }
        return [
            "conn_id": "rooms",
            "lists": [
                "all": [
                    "ranges": .array([.array([.integer(0), .integer(Int64(nextRoomCount - 1))])]),
                    // The authors, and the user: the list contains rooms from which the user was removed.
                    "required_state": .array(
                        state + [
                            .array([.string(SpaceChild.type), "*"]), .array(["m.room.member", "$LAZY"]),
                            .array(["m.room.member", "$ME"]),
                        ]
                    ),
                    "timeline_limit": .integer(Int64(limit)),
                ]
            ],
            "extensions": ["receipts": ["enabled": true], "account_data": ["enabled": true]],
        ]
    }
}

extension MatrixAPI {
    /// Begins an initial sync in parts with a response without rooms; returns nil if the homeserver does not offer it.
    func beginInitialSync() async throws -> JSONValue? {
        let features = try await get(["versions"])["unstable_features"]
        guard features?["org.matrix.simplified_msc3575"]?.bool == true else { return nil }
        let nothing = #"{"presence":{"types":[]},"account_data":{"types":[]},"room":{"rooms":[]}}"#
        let query = [(name: "filter", value: nothing), (name: "timeout", value: "0")]
        return try await get(["v3", "sync"], query: query)
    }

    /// Requests the unread counts of all rooms. Asks for an event of each, since a room without any is left out.
    func unreadCounts() async throws -> JSONValue {
        let none = #"{"types":[]}"#
        let room = """
            {"timeline":{"limit":1,"unread_thread_notifications":true},"state":\(none),"ephemeral":\(none),"account_data":\(none)}
            """
        let filter = #"{"presence":\#(none),"account_data":\#(none),"room":\#(room)}"#
        return try await get(["v3", "sync"], query: [(name: "filter", value: filter), (name: "timeout", value: "0")])
    }

    func rooms(after news: InitialSync, messagesPerRoom: Int) async throws -> JSONValue {
        var query = [(name: "timeout", value: "0")]
        if let position = news.position { query.append((name: "pos", value: position)) }
        return try await post(
            ["unstable", "org.matrix.simplified_msc3575", "sync"],
            query: query,
            news.request(messagesPerRoom: messagesPerRoom)
        )
    }
}

/// The filters of requests: messages, the names of rooms, and the members who wrote.
enum EventFilter {
    static func sync(messagesPerRoom: Int) -> String {
        // The timeline has events of all types: the homeserver may count any, and a receipt must reach the last. State changes during
        // a sync come there only, even that the user has left.
        """
        {"presence":{"types":[]},"account_data":{"types":["m.direct","m.ignored_user_list","m.push_rules"]},"room":{"account_data":{"types":\(list(RoomMarks.types))},\
        "ephemeral":{"types":["m.receipt","m.typing"]},"timeline":{"limit":\(messagesPerRoom),"lazy_load_members":true,"unread_thread_notifications":true},\
        "state":{"lazy_load_members":true,"types":\(list(roomTypes + [SpaceChild.type, "m.room.member"]))}}}
        """
    }

    static let page = "{\"lazy_load_members\":true,\"types\":\(list(pageTypes))}"
    static let pageTypes =
        RoomEvent.shownTypes + RoomEvent.lineTypes + RoomEvent.voteTypes + [
            RoomEvent.reactionType, RoomEvent.redactionType,
        ]
    /// Without a filter on types, an empty page means the start of the room.
    static let wholePage = #"{"lazy_load_members":true}"#

    static let roomTypes = [
        "m.room.name", "m.room.canonical_alias", "m.room.avatar", "m.room.create", "m.room.encryption",
        "m.room.tombstone", "m.room.topic", "m.room.power_levels", "m.room.history_visibility",
        PinnedEvents.type,
    ]

    private static func list(_ types: [String]) -> String { "[\(types.map { "\"\($0)\"" }.joined(separator: ","))]" }
}
