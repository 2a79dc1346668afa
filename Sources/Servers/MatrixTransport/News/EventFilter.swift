/// What is asked of a homeserver, and no more: messages and what rooms are called; of their members those who wrote.
enum EventFilter {
    static func sync(messagesPerRoom: Int) -> String {
        """
        {"presence":{"types":[]},"account_data":{"types":["m.direct"]},"room":{"account_data":{"types":[]},\
        "ephemeral":{"types":["m.receipt"]},"timeline":{"limit":\(messagesPerRoom),"lazy_load_members":true,\
        "types":\(list(RoomEvent.shownTypes))},"state":{"lazy_load_members":true,"types":\(list(stateTypes))}}}
        """
    }

    static let page = "{\"lazy_load_members\":true,\"types\":\(list(RoomEvent.shownTypes))}"

    private static let stateTypes = [
        "m.room.name", "m.room.canonical_alias", "m.room.avatar", "m.room.create", "m.room.encryption",
        "m.room.tombstone", "m.room.member",
    ]

    private static func list(_ types: [String]) -> String { "[\(types.map { "\"\($0)\"" }.joined(separator: ","))]" }
}
