import ChatTypes
import MatrixCrypto
import RuntimeKit

/// Changes to the trust in people and devices while the account is synced.
extension MatrixEncryption {
    func change(_ change: EncryptionChange, in chat: ChatID) async throws {
        defer {
            trustChanges.post()
            changed.wakeAll()
        }
        switch change {
        case .acknowledge(let id):
            let warning = try await warning(in: chat)
            guard warning.id == id else {
                throw ServiceError.refused(
                    .changedWarning,
                    text: "The warning has changed meanwhile: look at it again before you acknowledge it"
                )
            }
            try await acknowledge(warning)
        case .setBlocked(let isBlocked, let device):
            let owner = try await owner(of: DeviceID(device), in: chat)
            _ = try await machine.setBlocked(isBlocked, device: DeviceID(device), of: owner)
        case .verify(let person, let device):
            try await verify(try await user(person, in: chat), device: device, in: chat)
        case .encrypt: try await turnOn(in: chat)
        }
    }

    func verifyOwnDevices(_ device: String?) async throws {
        defer {
            trustChanges.post()
            changed.wakeAll()
        }
        try await verify(ledger.user.rawValue, device: device, in: nil)
    }

    /// Acknowledges identities; without any, devices: the warning about them is not shown before that about identities is gone.
    private func acknowledge(_ warning: EncryptionWarning) async throws {
        guard warning.identities.isEmpty else {
            return try await machine.acknowledgeIdentities(warning.identities.map { ($0.user, $0.master) })
        }
        try await machine.acknowledgeUnsigned(warning.devices.map(\.device))
    }

    /// Returns the person of a chat who has a device of that id. Refuses an id of several people: each chooses the ids of their devices.
    private func owner(of device: DeviceID, in chat: ChatID) async throws -> ContactID {
        var owners: [ContactID] = []
        for person in try await people(of: chat)
        where try await machine.devices(of: person.id).contains(where: { $0.id == device }) {
            owners.append(person.id)
        }
        guard let owner = owners.first else {
            throw ServiceError.refused(.unknownDevice, text: "Nobody in this chat has the device \(device)")
        }
        guard owners.count == 1 else {
            let names = owners.map(\.rawValue).joined(separator: ", ").cut(toBytes: Limits.reasonBytes / 2)
            throw ServiceError.refused(
                .unknownDevice,
                text: "Several people have a device \(device), so use viperchat devices block USER DEVICE: \(names)"
            )
        }
        return owner
    }

    /// Returns the id of a person: as given, or without one the contact.
    private func user(_ person: String?, in chat: ChatID) async throws -> String {
        if let person {
            guard try await ledger.read({ try $0.person(ContactID(person), in: chat) }) != nil else {
                throw ServiceError.refused(.unknownMember, text: "Nobody in this chat is called \(person)")
            }
            return person
        }
        let others = try await people(of: chat).filter { $0.member.id != .me }
        guard others.count == 1 else {
            throw ServiceError.refused(.unknownMember, text: "Add the name of a person to verify")
        }
        return others[0].id.rawValue
    }

    /// Asks a user's devices, or one of them, to be verified; accepts the request if they have asked.
    ///
    /// Asks all devices of another person in the encrypted chat with them, if this is one or there is one, as other clients expect.
    ///
    /// - Parameter chat: the chat with the person; nil for the account's own devices.
    private func verify(_ user: String, device: String?, in chat: ChatID?) async throws {
        try await readDevices(of: ContactID(user))
        if let request = try await machine.showRequest(of: user) {
            _ = try await machine.acceptVerification(request)
        } else {
            var room: ChatID?
            if device == nil, let chat { room = try await self.room(with: ContactID(user), or: chat) }
            guard try await machine.verify(user, device: device, in: room?.rawValue) else {
                throw ServiceError.refused(
                    .unknownDevice,
                    text: device.map { "\(user) has no other device \($0)" } ?? "\(user) has no other devices"
                )
            }
        }
        try await sendRepairs()
    }

    func verification() async throws -> DeviceVerification? {
        guard let current = await machine.currentVerification else { return nil }
        let users = await machine.verifications.map { ContactID($0.user) }
        let people = try await ledger.read { tables in
            try users.map { user -> Contact? in
                guard tables.rooms.user != user else { return nil }
                return Contact(id: user, name: try tables.people.name(of: user).cutToName())
            }
        }
        return DeviceVerification(
            id: current.number,
            person: people.first ?? nil,
            stage: .init(current.stage),
            waiting: Array(people.dropFirst())
        )
    }

    /// Runs `body`, and reports it if verifications differ afterwards: another one is shown, its stage, or what waits.
    func followingVerifications<Value>(_ body: () async throws -> Value) async rethrows -> Value {
        let before = await machine.verifications
        let value = try await body()
        if await machine.verifications != before { trustChanges.post() }
        return value
    }

    func followVerification(_ changed: @escaping @Sendable () -> Void) async { await trustChanges.follow(changed) }

    func answerVerification(_ answer: VerificationAnswer, of id: DeviceVerification.ID?) async throws {
        defer {
            trustChanges.post()
            changed.wakeAll()
        }
        guard let current = await machine.currentVerification, !current.isEnded || answer == .next else {
            throw ServiceError.refused(.noVerification, text: "No verification is going on here")
        }
        guard id == nil || id == current.number else {
            throw ServiceError.refused(
                .noVerification,
                text: "This verification is over; another one is shown now: look at it and answer again"
            )
        }
        if answer == .accept { try await readDevices(of: ContactID(current.user)) }
        guard try await perform(answer, to: current) else {
            throw ServiceError.refused(.noVerification, text: "There is nothing to confirm yet")
        }
        if answer == .cancel, await machine.currentVerification?.isEnded != false {
            try await machine.showNextRequest()
        }
        try await continueVerification()
    }

    /// Performs an answer to a verification, if its stage asks for it; returns false otherwise. Does nothing to another one that is current
    /// by then.
    func perform(_ answer: VerificationAnswer, to shown: Verification) async throws -> Bool {
        switch (answer, shown.stage) {
        case (.accept, .asked): _ = try await machine.acceptVerification(shown.number)
        case (.match, .comparing): try await machine.confirmVerification(shown.number)
        case (.mismatch, .comparing): try await machine.cancelVerification(.mismatch, shown.number)
        case (.cancel, _): try await machine.cancelVerification(.user, shown.number)
        case (.next, .done), (.next, .cancelled): return try await machine.showNextRequest()
        default: return false
        }
        return true
    }

    /// Returns an encrypted chat of two with a person: a given one if it is such, or the one that is used; nil without one.
    ///
    /// Nil, too, while nothing may be sent there, since the identity of the person has changed.
    private func room(with person: ContactID, or chat: ChatID) async throws -> ChatID? {
        if try await machine.changedIdentities().contains(person) { return nil }
        return try await ledger.read { tables in
            guard person != tables.rooms.user else { return nil }
            let isHere = try tables.rooms.peer(of: chat) == person && tables.rooms.room(chat)?.isGroup == false
            let direct = try tables.rooms.directRoom(with: person).flatMap { $0.isLeft ? nil : $0.id }
            return try [isHere ? chat : nil, direct].compactMap(\.self).first { try tables.rooms.isEncrypted($0) }
        }
    }

    /// Ends a verification that has lasted too long, sends its messages and those that repair sessions, and signs what it proved.
    func continueVerification() async throws {
        try await followingVerifications { try await machine.expireVerification() }
        try await sendRepairs()
        // After a refusal, the trust stays on this device.
        do { try await signVerified() } catch ServiceError.refused {}
    }

    /// Publishes this device's keys and reads a user's devices from the homeserver.
    func readDevices(of user: ContactID) async throws {
        if let (query, body) = await machine.query(of: user) {
            try await machine.acceptQuery(try await api.post(["v3", "keys", "query"], body), to: query)
            trustChanges.post()
        }
        try await sendUpload()
    }
}

extension RefusalCode {
    /// Nobody has that device.
    static let unknownDevice = Self(rawValue: "unknown_device")
    /// The user acknowledged a warning that the chat no longer has.
    static let changedWarning = Self(rawValue: "changed_warning")
    /// No verification is going on, or it asks nothing.
    static let noVerification = Self(rawValue: "no_verification")
}
