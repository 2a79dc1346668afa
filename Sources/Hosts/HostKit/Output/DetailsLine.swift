package import ChatDetails
package import ChatTypes
import ScreenKit

extension HostEvent {
    /// The details of a chat.
    package struct DetailsLine: Equatable, Sendable {
        /// The chat.
        package var contact: ChatName
        /// The shown members except the user.
        package var members: [String]
        /// The shown members with their IDs, also without a name of their own; without the user.
        package var people: [Person] = []
        /// The shown files, the newest first.
        package var files: [File] = []
        /// Whether the user is among the shown members: not after leaving the group, nor on a later page.
        package var includesUser = true
        /// Whether `/more` would show more members or files.
        package var hasMore = false
        /// The number of members in words; nil in a chat with one contact.
        package var text: String?
        /// The topic; empty without one.
        package var topic = ""
        /// The changes that the user may make, as a sentence; nil if that is nothing.
        package var rights: String?
        /// The shown members with a role of their own, and "You" for the user.
        package var roles: [Role] = []
        package var notifications = NotificationMode.all
        package var isEncrypted = false
        /// The devices of the chat's people, the user's own last.
        package var devices: [Device] = []
        package var hasMoreDevices = false

        package struct Device: Equatable, Encodable, Sendable {
            package var owner: String
            /// The owner's ID; nil for the user.
            package var ownerID: String?
            /// Whether it is the user's.
            package var mine: Bool?
            package var id: String
            /// The name that its owner gave it; nil without one.
            package var name: String?
            package var trust: ChatDevice.Trust
            package var key: String
            /// The trust in words. Not part of the JSON.
            package var trustText = ""

            private enum CodingKeys: String, CodingKey { case owner, ownerID, mine, id, name, trust, key }
        }

        package struct Person: Equatable, Encodable, Sendable {
            package var name: String
            package var id: String
        }

        package struct Role: Equatable, Encodable, Sendable {
            package var name: String
            /// The member's ID; nil for the user.
            package var id: String?
            package var role: String
            /// Whether it is the user's. Another member may be called "You".
            package var mine: Bool?
        }

        package struct File: Equatable, Encodable, Sendable {
            /// The ID of the message with the file.
            package var id: String
            package var name: String
        }
    }
}

extension HostEvent.DetailsLine: Encodable {
    private enum Key: String, CodingKey {
        case members, people, files, more, text, topic, rights, roles, muted, mentionsOnly, encrypted, devices,
            moreDevices
    }

    package func encode(to encoder: any Encoder) throws {
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
    package func text(_ style: Style, columns: Int?) -> [String] {
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

extension HostEvent.DetailsLine {
    package init(_ state: ChatDetailsViewState, of chat: ChatID? = nil) {
        let others = state.rows.filter { $0.id != .me }
        self.init(
            contact: ChatName(state.title, chat),
            members: others.map(\.name),
            people: others.compactMap { row in
                row.id.id(contact: state.contact).map { Person(name: ShownName.parts(of: row.name).name, id: $0) }
            },
            files: state.files.map { File(id: $0.id.rawValue, name: $0.name) },
            includesUser: state.subtitle == nil || state.rows.contains { $0.id == .me },
            hasMore: state.hasMore,
            text: state.subtitle ?? state.stateText,
            topic: state.topic,
            rights: state.rights,
            roles: state.rows.compactMap { row in
                row.role.map { role in
                    Role(
                        name: row.name,
                        id: row.id.id(contact: state.contact),
                        role: role,
                        mine: row.id == .me ? true : nil
                    )
                }
            },
            notifications: state.notifications,
            isEncrypted: state.isEncrypted,
            devices: state.devices.map { device in
                Device(
                    owner: device.owner,
                    ownerID: device.id.owner.id(contact: state.contact),
                    mine: device.id.owner == .me ? true : nil,
                    id: device.id.device,
                    name: device.name.isEmpty ? nil : device.name,
                    trust: device.trust,
                    key: device.fingerprint,
                    trustText: device.trustText
                )
            },
            hasMoreDevices: state.hasMoreDevices
        )
    }
}
