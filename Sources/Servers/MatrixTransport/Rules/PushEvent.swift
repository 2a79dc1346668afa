import ChatTypes
import JSONKit

/// A room, as far as the conditions of push rules ask for it.
struct PushRoom: Sendable {
    let id: ChatID
    /// The number of its members.
    let memberCount: Int64
    /// The user's display name in it; nil if there is none.
    let displayName: String?
    let power: PowerLevels?
}

/// An event that push rules are applied to.
struct PushEvent {
    private let event: RoomEvent
    private let room: PushRoom
    /// The text of the message, once it was searched.
    private var text: GlobPattern.Text?
    /// The steps that all patterns may still take in the text, and in other properties: no rules keep sync waiting, however many
    /// they are, and no long text keeps the rules about other properties from applying.
    private var (textSteps, steps) = (1 << 21, 1 << 21)

    /// The bytes of a property that are compared, except of the text.
    private static let propertyBytes = 4096

    init(_ event: RoomEvent, in room: PushRoom) { (self.event, self.room) = (event, room) }

    /// Whether the event mentions users in the way that replaced the search for names in the text.
    var saysWhomItMentions: Bool { event.content?["m.mentions"] != nil }

    mutating func meets(_ condition: PushCondition) -> Bool {
        switch condition {
        case .matches(let path, let pattern): matches(path, pattern)
        case .equals(let path, let value): path.value(in: event).flatMap { JSONPrimitive($0) } == value
        case .contains(let path, let value):
            path.value(in: event)?.elements.contains { JSONPrimitive($0) == value } ?? false
        case .containsDisplayName:
            room.displayName.map { matchesText(GlobPattern(literally: $0)) } ?? false
        case .memberCount(let test): test.holds(for: room.memberCount)
        case .senderMay(let key):
            // Without levels, nobody but a creator may notify everyone.
            room.power.map { $0.mayNotify(event.sender, key) } ?? false
        case .never: false
        }
    }

    private mutating func matches(_ path: PropertyPath, _ pattern: GlobPattern) -> Bool {
        if path == .text { return matchesText(pattern) }
        // Sync leaves the room's id out of the event.
        let value = path == .room ? room.id.rawValue : path.value(in: event)?.string
        return value.map { pattern.matches(GlobPattern.Text($0, upTo: Self.propertyBytes), steps: &steps) } ?? false
    }

    private mutating func matchesText(_ pattern: GlobPattern) -> Bool {
        guard let text = text ?? PropertyPath.text.value(in: event)?.string.map({ GlobPattern.Text($0) }) else {
            return false
        }
        self.text = text
        return pattern.matchesWords(of: text, steps: &textSteps)
    }
}

extension PropertyPath {
    /// Returns a property of an event with the type and content that count, and the relation outside the encryption.
    fileprivate func value(in event: RoomEvent) -> JSONValue? {
        switch names.first {
        case "type" where names.count == 1: try? JSONDocument(JSONText.string(event.type).bytes).root
        case "content" where names.count > 1 && names[1] == "m.relates_to":
            event.relation.flatMap { PropertyPath(names: Array(names.dropFirst(2))).value(in: $0) }
        case "content": event.content.flatMap { PropertyPath(names: Array(names.dropFirst())).value(in: $0) }
        default: value(in: event.source)
        }
    }
}

extension PowerLevels {
    /// Whether a user may notify everyone in a way, such as `room`.
    func mayNotify(_ user: ContactID, _ key: String) -> Bool {
        level(of: user).rawValue >= notificationLevel(key)
    }
}
