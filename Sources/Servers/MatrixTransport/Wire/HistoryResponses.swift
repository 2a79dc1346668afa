/// A stretch of a room's history, newest first.
struct MessagesResponse: Sendable {
    var events: [RoomEvent] = []
    /// What those who wrote were in the room, and called, where the stretch begins.
    var state: [RoomEvent] = []
    /// Where to go on; nil at the beginning of the room.
    var end: String?

    init(end: String?) { self.end = end }

    init(_ json: JSONValue) {
        events = RoomEvent.list(json["chunk"])
        state = RoomEvent.list(json["state"])
        end = json["end"]?.string
    }
}

/// An event and what is around it.
struct ContextResponse: Sendable {
    /// From here one pages back to what stands before the event.
    let start: String?
    let event: RoomEvent?
    /// Newest first.
    let before: [RoomEvent]

    init(_ json: JSONValue) {
        start = json["start"]?.string
        event = json["event"].flatMap(RoomEvent.init)
        before = RoomEvent.list(json["events_before"])
    }
}
