import ChatTypes
import MatrixCrypto
import OlmKit
import RuntimeKit
import Transport

/// The encryption of rooms, as the app shows it.
extension MatrixEncryption: EncryptionService {
    /// The members of a room whose devices are looked up when the chat is opened.
    static let memberLimit = 100

    func encryption(of chat: ChatID, deviceLimit: Int) async throws -> ChatEncryption? {
        guard try await ledger.read({ try $0.rooms.isEncrypted(chat) }) else { return nil }
        var encryption = ChatEncryption()
        let warning = try await warning(in: chat)
        encryption.changedPeople = warning.identities.map(\.owner)
        encryption.unsignedDevices = warning.devices.map { ChatDevice($0.device, of: $0.owner) }
        encryption.warningID = warning.id
        guard deviceLimit > 0 else { return encryption }
        // An account may have so many devices that those of others would have no room behind them.
        let people = try await people(of: chat)
        for person in people.dropFirst() + people.prefix(1) {
            guard encryption.devices.count <= deviceLimit else { break }
            encryption.devices += try await machine.devices(of: person.id).map {
                ChatDevice($0, of: person.member)
            }
        }
        encryption.hasMoreDevices = encryption.devices.count > deviceLimit
        encryption.devices = Array(encryption.devices.prefix(deviceLimit))
        return encryption
    }

    /// Returns the identities of a chat's people that have changed, and the devices of its verified people and of the account that get no
    /// keys and that the user has not acknowledged.
    func warning(in chat: ChatID) async throws -> EncryptionWarning {
        let changed = try await machine.changedMasters()
        let verified = try await machine.usersWithUnsignedDevices()
        var warning = EncryptionWarning()
        guard !changed.isEmpty || !verified.isEmpty else { return warning }
        let (identities, people) = try await ledger.read { tables in
            (
                try changed.compactMap { user, master in try tables.person(user, in: chat).map { (user, master, $0) } },
                try verified.compactMap { id in try tables.person(id, in: chat).map { (id, $0) } }
            )
        }
        warning.identities = identities
        for (id, owner) in people { warning.devices += try await machine.unsignedDevices(of: [id]).map { ($0, owner) } }
        return warning
    }

    func warnings(about messages: [MessageID], in chat: ChatID) async throws -> [MessageID: SenderWarning?] {
        let events = try await ledger.read { try $0.encryptedEvents(of: messages, in: chat) }
        let ids = events.map(\.id)
        let known = try await machine.decrypted(among: ids, in: chat)
        let doubts = try await machine.doubts(about: ids, in: chat)
        var warnings: [MessageID: SenderWarning?] = [:]
        for event in events {
            if event.isClear {
                warnings[event.message] = .some(.unencrypted)
            } else if known.contains(event.id) {
                warnings[event.message] = .some(doubts[event.id].map(SenderWarning.init))
            }
        }
        return warnings
    }

    func followTrust(_ changed: @escaping @Sendable () -> Void) async { await trustChanges.follow(changed) }

    /// Returns the known people of a room, at most `memberLimit`, the user first.
    func people(of chat: ChatID) async throws -> [(id: ContactID, member: ChatMember)] {
        try await ledger.read { tables in
            try tables.people(of: chat, limit: Self.memberLimit).compactMap { id in
                try tables.person(id, in: chat).map { (id, $0) }
            }
        }
    }

    func follow(_ chat: ChatID, _ report: @escaping @Sendable () -> Void) async {
        await withDiscardingTaskGroup { group in
            group.addTask { await self.trustChanges.follow(report) }
            var known: [ContactID] = []
            while !Task.isCancelled {
                let people = try? await ledger.wait { [known] tables -> [ContactID]? in
                    guard try tables.rooms.isEncrypted(chat) else { return nil }
                    let people = try tables.people(of: chat, limit: Self.memberLimit)
                    return people == known ? nil : people
                }
                guard let people else { return }
                known = people
                report()
                try? await machine.track(people)
                changed.wakeAll()
            }
        }
    }
}

/// What the warning of an encrypted chat is about. Only the identities are shown while there are any.
struct EncryptionWarning {
    var identities: [(user: ContactID, master: String, owner: ChatMember)] = []
    var devices: [(device: UserDevice, owner: ChatMember)] = []

    /// See `ChatEncryption.warningID`.
    var id: String {
        let parts =
            identities.isEmpty
            ? devices.flatMap { [$0.device.user.rawValue, $0.device.id.rawValue, $0.device.signing.base64] }
            : identities.flatMap { [$0.user.rawValue, $0.master] }
        guard !parts.isEmpty else { return "" }
        return sha256Text(of: Array(parts.map { "\($0.utf8.count):\($0)" }.joined().utf8))
    }
}

extension LedgerTables {
    /// Returns the known events of messages of an encrypted chat; none for any other chat.
    func encryptedEvents(of messages: [MessageID], in chat: ChatID) throws -> [MessageEvent] {
        guard let room = try rooms.room(chat)?.key, try rooms.isEncrypted(room) else { return [] }
        return try messages.compactMap { message in
            guard let event = try event(of: message, in: chat) else { return nil }
            return MessageEvent(message: message, id: event, isClear: try events.isClear(event, in: room))
        }
    }

    /// Returns the people of a room, as far as they are known: the user first, then others by id, up to a limit.
    func people(of chat: ChatID, limit: Int) throws -> [ContactID] {
        guard let room = try rooms.room(chat)?.key else { return [] }
        let others = try Set(members.present(in: room, limit: limit) + [rooms.peer(of: chat)].compactMap(\.self))
        return Array(([rooms.user] + others.subtracting([rooms.user]).sorted()).prefix(limit))
    }

    /// Returns a user as a person of a chat: the account's user, the contact, or a present member of a group; nil for anybody else.
    func person(_ id: ContactID, in chat: ChatID) throws -> ChatMember? {
        if id == rooms.user { return ChatMember(id: .me, name: "") }
        guard let room = try rooms.room(chat) else { return nil }
        let row = try members.member(id, in: room.key)
        guard try row?.isMember ?? (rooms.peer(of: chat) == id) else { return nil }
        let name = row.map(\.name).flatMap { $0.isEmpty ? nil : $0 }
        let author = Author(id, user: rooms.user, isGroup: room.isGroup)
        return ChatMember(id: author, name: try (name ?? people.name(of: id)).cutToName())
    }
}

/// The event of a message in an encrypted room.
struct MessageEvent {
    let message: MessageID
    let id: MessageID
    /// Whether it came in the clear.
    let isClear: Bool
}

extension SenderWarning {
    init(_ doubt: SenderDoubt) {
        self =
            switch doubt {
            case .unsigned: .unsignedDevice
            case .unknownDevice: .unknownDevice
            case .changedIdentity: .changedIdentity
            case .unprovedKey: .unprovedKey
            }
    }
}

extension ChatDevice {
    init(_ device: UserDevice, of owner: ChatMember) {
        let summary = DeviceSummary(device)
        let trust: Trust =
            switch device.trust {
            case .verified: .verified
            case .blocked: .blocked
            case .none: device.isSigned ? .signed : .unsigned
            }
        self.init(
            owner: owner,
            id: device.id.rawValue,
            name: device.name.cutToName(),
            fingerprint: summary.fingerprint,
            trust: trust
        )
    }
}

extension DeviceVerification.Stage {
    init(_ stage: VerificationStage) {
        self =
            switch stage {
            case .waiting: .waiting
            case .asked: .asked
            case .ready: .ready
            case .comparing(let emoji, let numbers):
                .comparing(emoji: emoji.map { .init(symbol: $0.symbol, name: $0.name) }, numbers: numbers)
            case .confirmed: .confirmed
            case .done: .done
            case .cancelled(let reason, _): .cancelled(reason: "\(reason)", isSuspicious: reason.isSuspicious)
            }
    }
}
