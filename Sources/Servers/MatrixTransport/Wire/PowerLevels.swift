import ChatTypes
import JSONKit

/// The power levels of a room: who may do what. Values that are no numbers count as missing.
struct PowerLevels: Sendable {
    private let json: JSONValue
    private let levels: [ContactID: Int64]
    /// The creators of a room of version 12 or later, who may do everything and have no level in the event.
    private let creators: Set<ContactID>

    /// - Parameter text: the content of the event as JSON; nil and unreadable text give nil.
    init?(_ text: String?, creators: Set<ContactID> = []) {
        self.creators = creators
        guard let text, let json = try? JSONDocument(Array(text.utf8)).root, json.isObject else { return nil }
        self.json = json
        let users = json["users"]?.members.prefix(Limits.members).compactMap { id, level in
            Self.number(level).map { (ContactID(id), $0) }
        }
        levels = Dictionary(users ?? []) { first, _ in first }
    }

    /// The bytes of a content that are kept. The levels of a larger one are unknown.
    static let byteLimit = 1 << 18

    func level(of user: ContactID) -> MemberRole {
        if creators.contains(user) { return .creator }
        return MemberRole(rawValue: levels[user] ?? Self.number(json["users_default"]) ?? 0)
    }

    /// The level from which on a user may notify everyone in a way, such as `room`.
    func notificationLevel(_ key: String) -> Int64 { Self.number(json["notifications"]?.member(named: key)) ?? 50 }

    /// Whether a user may delete messages of others.
    func mayRedact(_ user: ContactID) -> Bool { level(of: user).rawValue >= Self.number(json["redact"]) ?? 50 }

    /// Whether a user may set a state of the room while in it.
    func maySend(state type: String, _ user: ContactID) -> Bool {
        let needed = Self.number(json["events"]?.member(named: type)) ?? Self.number(json["state_default"]) ?? 50
        return level(of: user).rawValue >= needed
    }

    /// Returns the changes that a user may make while in the room.
    func rights(of user: ContactID) -> ChatRights {
        let own = level(of: user).rawValue
        var rights: ChatRights = []
        if own >= Self.number(json["invite"]) ?? 0 { rights.insert(.invite) }
        if own >= Self.number(json["kick"]) ?? 50 { rights.insert(.remove) }
        if own >= Self.number(json["ban"]) ?? 50 { rights.insert(.ban) }
        if maySend(state: "m.room.name", user) { rights.insert(.rename) }
        if maySend(state: "m.room.topic", user) { rights.insert(.setTopic) }
        if maySend(state: PinnedEvents.type, user) { rights.insert(.pin) }
        if maySend(state: "m.room.power_levels", user) { rights.insert(.setRoles) }
        return rights
    }

    /// Returns the creators that an event names whose room is of version 12 or later; empty for earlier versions, in which creators
    /// have an ordinary level, and for versions that are no numbers.
    static func creators(_ creation: RoomEvent) -> [ContactID] {
        let version = creation.content?["room_version"]?.string.flatMap { $0.utf8.count <= 4 ? Int($0) : nil } ?? 1
        guard version >= 12 else { return [] }
        let others = creation.content?["additional_creators"]?.elements.prefix(Limits.members).compactMap { json in
            json.string.flatMap { $0.isUsableID && !$0.contains("\n") ? ContactID($0) : nil }
        }
        return [creation.sender] + (others ?? [])
    }

    /// Returns a level; old room versions allow a number in a string.
    private static func number(_ json: JSONValue?) -> Int64? {
        guard let json else { return nil }
        return json.integer ?? json.string.flatMap { $0.utf8.count <= 20 ? Int64($0) : nil }
    }

    /// Returns the content with another level for a user; nil if it cannot be sent.
    static func content(_ old: JSONValue?, setting level: MemberRole, of user: ContactID) -> JSONText? {
        guard case .object(let members)? = old.map({ JSONText($0) }) ?? .object([]) else { return nil }
        var users: [JSONText.Member] = []
        for member in members where member.name == "users" {
            if case .object(let known) = member.value { users = known.filter { ContactID($0.name) != user } }
        }
        users.append(.init(name: user.rawValue, value: .integer(level.rawValue)))
        return .object(members.filter { $0.name != "users" } + [.init(name: "users", value: .object(users))])
    }
}
