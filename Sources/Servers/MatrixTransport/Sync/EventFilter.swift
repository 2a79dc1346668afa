/// The filters of requests: messages, the names of rooms, and the members who wrote.
enum EventFilter {
    static func sync(messagesPerRoom: Int) -> String {
        // State changes during a sync come in the timeline only, even that the user has left, so the filter includes them.
        let timeline = list(RoomEvent.shownTypes + roomTypes + ["m.room.member", RoomEvent.redactionType])
        return """
            {"presence":{"types":[]},"account_data":{"types":["m.direct","m.ignored_user_list","m.push_rules"]},"room":{"account_data":{"types":[]},\
            "ephemeral":{"types":["m.receipt","m.typing"]},"timeline":{"limit":\(messagesPerRoom),"lazy_load_members":true,\
            "types":\(timeline)},"state":{"lazy_load_members":true,"types":\(list(roomTypes + ["m.room.member"]))}}}
            """
    }

    static let page = "{\"lazy_load_members\":true,\"types\":\(list(pageTypes))}"
    static let pageTypes = RoomEvent.shownTypes + [RoomEvent.redactionType]
    /// Without a filter on types, an empty page means the start of the room.
    static let wholePage = #"{"lazy_load_members":true}"#

    static let roomTypes = [
        "m.room.name", "m.room.canonical_alias", "m.room.avatar", "m.room.create", "m.room.encryption",
        "m.room.tombstone",
    ]

    private static func list(_ types: [String]) -> String { "[\(types.map { "\"\($0)\"" }.joined(separator: ","))]" }
}
