import ChatTypes
import JSONKit

/// The state `m.room.pinned_events` of a room: ids of events, the one pinned last at the end. Anything else in the list is skipped, and
/// kept where the list is changed.
enum PinnedEvents {
    static let type = "m.room.pinned_events"

    /// Returns the ids in a content, within the limits.
    static func list(_ content: JSONValue?) -> [MessageID] {
        ChatPins.bounded(content?["pinned"]?.elements.compactMap { $0.string.map { MessageID($0) } } ?? [])
    }

    /// Returns the content with an event pinned, or without its pin; nil if it is so already, or cannot be sent.
    static func content(_ old: JSONValue?, _ event: MessageID, isPinned: Bool) -> JSONText? {
        let known = old?["pinned"]?.elements ?? []
        func isMeant(_ element: JSONValue) -> Bool { element.string.map { MessageID($0) } == event }
        guard known.contains(where: isMeant) != isPinned,
            case .object(let members)? = old.map({ JSONText($0) }) ?? .object([])
        else { return nil }
        let kept = known.filter { !isMeant($0) }.compactMap { JSONText($0) }
        let pinned: JSONText = .array(kept + (isPinned ? [.string(event.rawValue)] : []))
        return .object(members.filter { $0.name != "pinned" } + [.init(name: "pinned", value: pinned)])
    }

    /// The ids as the ledger stores them.
    static func text(_ events: [MessageID]) -> String {
        String(decoding: JSONText.array(events.map { .string($0.rawValue) }).bytes, as: UTF8.self)
    }

    /// Reads the ids that the ledger stores.
    static func list(stored text: String) -> [MessageID] {
        let stored = try? JSONDocument(Array(text.utf8)).root
        return stored?.elements.compactMap { $0.string.map { MessageID($0) } } ?? []
    }
}
