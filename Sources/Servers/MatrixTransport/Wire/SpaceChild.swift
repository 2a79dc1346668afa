import ChatTypes
import JSONKit

/// The state `m.space.child` of a space: its key is a room or another space, which is part of the space while servers are named through
/// which it can be joined.
struct SpaceChild {
    static let type = "m.space.child"

    /// The room or space.
    let id: ChatID
    let isPart: Bool

    /// Nil for any other event, and for a key that is no ID.
    init?(_ event: RoomEvent) {
        guard event.type == Self.type, !event.isOld, let key = event.stateKey, key.isUsableID else { return nil }
        id = ChatID(key)
        isPart = event.content?["via"]?.elements.isEmpty == false
    }
}
