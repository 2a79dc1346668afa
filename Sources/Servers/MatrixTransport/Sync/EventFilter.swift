/// What is asked of a homeserver, and no more: messages and what rooms are called; of their members those who wrote.
enum EventFilter {
    static func sync(messagesPerRoom: Int) -> String {
        // What changes a room while we listen comes in its timeline alone, and is left out of both where it is left out there:
        // that we have left, too.
        let timeline = list(RoomEvent.shownTypes + roomTypes + ["m.room.member", RoomEvent.redactionType])
        return """
            {"presence":{"types":[]},"account_data":{"types":["m.direct","m.ignored_user_list","m.push_rules"]},"room":{"account_data":{"types":[]},\
            "ephemeral":{"types":["m.receipt","m.typing"]},"timeline":{"limit":\(messagesPerRoom),"lazy_load_members":true,\
            "types":\(timeline)},"state":{"lazy_load_members":true,"types":\(list(roomTypes + ["m.room.member"]))}}}
            """
    }

    static let page = "{\"lazy_load_members\":true,\"types\":\(list(pageTypes))}"
    static let pageTypes = RoomEvent.shownTypes + [RoomEvent.redactionType]
    /// Where nothing is left out, an end is one.
    static let wholePage = #"{"lazy_load_members":true}"#

    static let roomTypes = [
        "m.room.name", "m.room.canonical_alias", "m.room.avatar", "m.room.create", "m.room.encryption",
        "m.room.tombstone",
    ]

    private static func list(_ types: [String]) -> String { "[\(types.map { "\"\($0)\"" }.joined(separator: ","))]" }
}
