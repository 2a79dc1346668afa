import ChatTypes
import ScreenKit

extension HostEvent {
    /// The details of a chat.
    struct DetailsLine: Equatable, Sendable {
        /// The chat.
        var contact: ChatName
        /// The shown members except the user.
        var members: [String]
        /// The shown members with their IDs, also without a name of their own; without the user.
        var people: [Person] = []
        /// The shown files, the newest first.
        var files: [File] = []
        /// Whether the user is among the shown members: not after leaving the group, nor on a later page.
        var includesUser = true
        /// Whether `/more` would show more members or files.
        var hasMore = false
        /// The number of members in words; nil in a chat with one contact.
        var text: String?
        /// The topic; empty without one.
        var topic = ""
        /// The changes that the user may make, as a sentence; nil if that is nothing.
        var rights: String?
        /// The shown members with a role of their own, and "You" for the user.
        var roles: [Role] = []
        var notifications = NotificationMode.all
        var isEncrypted = false
        /// The devices of the chat's people, the user's own last.
        var devices: [Device] = []
        var hasMoreDevices = false

        struct Device: Equatable, Encodable, Sendable {
            var owner: String
            /// The owner's ID; nil for the user.
            var ownerID: String?
            /// Whether it is the user's.
            var mine: Bool?
            var id: String
            /// The name that its owner gave it; nil without one.
            var name: String?
            var trust: ChatDevice.Trust
            var key: String
            /// The trust in words. Not part of the JSON.
            var trustText = ""

            private enum CodingKeys: String, CodingKey { case owner, ownerID, mine, id, name, trust, key }
        }

        struct Person: Equatable, Encodable, Sendable {
            var name: String
            var id: String
        }

        struct Role: Equatable, Encodable, Sendable {
            var name: String
            /// The member's ID; nil for the user.
            var id: String?
            var role: String
            /// Whether it is the user's. Another member may be called "You".
            var mine: Bool?
        }

        struct File: Equatable, Encodable, Sendable {
            /// The ID of the message with the file.
            var id: String
            var name: String
        }
    }
}

extension HostEvent.DetailsLine: Encodable {
    private enum Key: String, CodingKey {
        case members, people, files, more, text, topic, rights, roles, muted, mentionsOnly, encrypted, devices,
            moreDevices
    }

    func encode(to encoder: any Encoder) throws {
        var line = encoder.container(keyedBy: Key.self)
        try contact.encode(to: encoder)
        try line.encode(members, forKey: .members)
        if !people.isEmpty { try line.encode(people, forKey: .people) }
        if !files.isEmpty { try line.encode(files, forKey: .files) }
        if hasMore { try line.encode(true, forKey: .more) }
        try line.encodeIfPresent(text, forKey: .text)
        if !topic.isEmpty { try line.encode(topic, forKey: .topic) }
        try line.encodeIfPresent(rights, forKey: .rights)
        if !roles.isEmpty { try line.encode(roles, forKey: .roles) }
        if notifications == .muted { try line.encode(true, forKey: .muted) }
        if notifications == .mentions { try line.encode(true, forKey: .mentionsOnly) }
        if isEncrypted { try line.encode(true, forKey: .encrypted) }
        if !devices.isEmpty { try line.encode(devices, forKey: .devices) }
        if hasMoreDevices { try line.encode(true, forKey: .moreDevices) }
    }
}

extension HostEvent.DetailsLine {
    func text(_ style: Style, columns: Int?) -> [String] {
        let topic = topic.isEmpty ? nil : "Topic: \(topic)"
        let about = [text, topic, rights, notifications.text, isEncrypted ? "end-to-end encrypted" : nil]
            .compactMap(\.self).map { TerminalText.oneLine($0) }
        func withRole(_ shown: String, of role: Role?) -> String { role.map { "\(shown) (\($0.role))" } ?? shown }
        // `TerminalText.name(_:)` quotes the name of a contact that looks like "You".
        let others = members.enumerated().map { index, name in
            let id = people.indices.contains(index) ? people[index].id : nil
            return withRole(TerminalText.name(name), of: roles.first { id != nil && $0.id == id })
        }
        let names =
            (includesUser ? [withRole(ownName, of: roles.first { $0.mine == true })] : []) + others
            + (hasMore ? ["… (/more shows more)"] : [])
        return about.flatMap { Paragraph(opening: "  ", body: [$0]).lines(columns: columns).map(style.dim) }
            + Paragraph(opening: "  ", body: [names.joined(separator: ", ")]).lines(columns: columns)
            + files.flatMap { file in
                Paragraph(opening: "  ", body: ["[\(TerminalText.oneLine(file.name))]"]).lines(columns: columns)
            }
            + devices.flatMap { device in
                Paragraph(opening: "  ", body: [device.text]).lines(columns: columns).map(style.dim)
            } + (hasMoreDevices ? ["  " + style.dim("… and more devices")] : [])
    }
}

extension HostEvent.DetailsLine.Device {
    /// One line: the owner, the ID and the name, the trust and the key. All but the trust is the server's text.
    fileprivate var text: String {
        let owner = mine == true ? ownName : TerminalText.name(owner)
        let name = name.map { " \(TerminalText.name($0))" } ?? ""
        return "device of \(owner): \(TerminalText.oneLine(id))\(name), \(trustText); key \(TerminalText.oneLine(key))"
    }
}

extension NotificationMode {
    /// What differs from the usual, in words; nil if every message notifies.
    package var text: String? {
        switch self {
        case .all: nil
        case .mentions: "mentions only"
        case .muted: "muted"
        }
    }
}
