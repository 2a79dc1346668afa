import JSONKit

/// A page of a room's history, newest first.
struct MessagesResponse: Sendable {
    var events: [RoomEvent] = []
    /// The membership events of the authors at the start of the page.
    var state: [RoomEvent] = []
    /// The token of the next page; nil at the start of the room.
    var end: String?

    init(end: String?) { self.end = end }

    init(_ json: JSONValue) {
        events = RoomEvent.list(json["chunk"])
        state = RoomEvent.list(json["state"])
        end = json["end"]?.string
    }
}

/// An event and the events around it.
struct ContextResponse: Sendable {
    /// The token that leads back to the events before the event.
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
