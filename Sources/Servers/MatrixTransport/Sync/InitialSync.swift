/// How far the first news of an account has come, where a homeserver offers simplified sliding sync: rooms come a part at a
/// time, those first in which something happened last.
///
/// What happens meanwhile comes afterwards: everything goes on from a token that was taken before.
struct InitialSync: Hashable {
    /// How many rooms have been brought.
    var roomCount = 0
    /// Where the list of rooms goes on; nil at its beginning.
    var position: String?
    /// Where the news goes on once all rooms are there.
    let token: String

    /// As many as a screen shows, then as many as a request can well bring.
    var nextRoomCount: Int { roomCount == 0 ? 20 : roomCount + 200 }

    /// Of each room in the first part no more than a screen shows: a person is waiting for the list.
    private static let firstMessageLimit = 20

    /// As a cursor keeps it. Position and token are the homeserver's and may hold any character, so the position's length
    /// goes before it.
    var text: String { "~\(roomCount)~\(position?.utf8.count ?? 0)~\(position ?? "")~\(token)" }

    init(token: String) { self.token = token }

    /// Nil for what is a token of the news itself.
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

    /// What is asked of a homeserver, as of each room in the news.
    func request(messagesPerRoom: Int) -> JSONText {
        let limit = roomCount == 0 ? min(messagesPerRoom, Self.firstMessageLimit) : messagesPerRoom
        let state = EventFilter.roomTypes.map { JSONText.array([.string($0), ""]) }
        return [
            "conn_id": "rooms",
            "lists": [
                "all": [
                    "ranges": .array([.array([.integer(0), .integer(Int64(nextRoomCount - 1))])]),
                    // Who wrote, and ourselves: rooms that we were put out of are in the list, too.
                    "required_state": .array(
                        state + [.array(["m.room.member", "$LAZY"]), .array(["m.room.member", "$ME"])]
                    ),
                    "timeline_limit": .integer(Int64(limit)),
                ]
            ],
            "extensions": ["receipts": ["enabled": true], "account_data": ["enabled": true]],
        ]
    }
}

extension MatrixAPI {
    /// Begins the first news; nil where the homeserver does not offer it in parts.
    func beginInitialSync() async throws -> InitialSync? {
        let features = try await get(["versions"])["unstable_features"]
        guard features?["org.matrix.simplified_msc3575"]?.bool == true else { return nil }
        let nothing = #"{"presence":{"types":[]},"account_data":{"types":[]},"room":{"rooms":[]}}"#
        let query = [(name: "filter", value: nothing), (name: "timeout", value: "0")]
        return try await get(["v3", "sync"], query: query)["next_batch"]?.string.map { InitialSync(token: $0) }
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
