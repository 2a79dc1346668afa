import ChatTypes
import MatrixCrypto
import RuntimeKit

/// Changes to the trust in people and devices while the account is synced.
extension MatrixEncryption {
    func change(_ change: SecurityChange, in chat: ChatID) async throws {
        defer {
            trustChanges.post()
            changed.wakeAll()
        }
        switch change {
        case .acknowledge:
            let changed = try await machine.changedIdentities()
            let here = try await ledger.read { tables in
                try changed.filter { try tables.person(ContactID($0), in: chat) != nil }
            }
            try await machine.acknowledgeIdentities(of: here)
        case .setBlocked(let isBlocked, let device):
            for person in try await people(of: chat) {
                let user = person.id.rawValue
                guard try await machine.setBlocked(isBlocked, device: device, of: user) else { continue }
                return
            }
            throw ServiceError.refused(.unknownDevice, text: "Nobody in this chat has the device \(device)")
        case .verify(let person, let device):
            try await verify(try await user(person, in: chat), device: device, in: chat)
        }
    }

    /// Returns the id of a person: as given, the account's user, or without one the contact.
    private func user(_ person: String?, in chat: ChatID) async throws -> String {
        if person == SecurityChange.ownName { return ledger.user.rawValue }
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
    private func verify(_ user: String, device: String?, in chat: ChatID) async throws {
        try await readDevices(of: user)
        if let current = await machine.currentVerification, current.user == user, current.stage == .asked {
            _ = try await machine.acceptVerification()
        } else {
            let room = device == nil ? try await room(with: ContactID(user), or: chat) : nil
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
        let user = ContactID(current.user)
        let person = try await ledger.read { tables in
            tables.rooms.user == user ? nil : Contact(id: user, name: try tables.people.name(of: user).cutToName())
        }
        return DeviceVerification(person: person, stage: .init(current.stage))
    }

    func followVerification(_ changed: @escaping @Sendable () -> Void) async { await trustChanges.follow(changed) }

    func answerVerification(_ answer: VerificationAnswer) async throws {
        defer {
            trustChanges.post()
            changed.wakeAll()
        }
        guard let current = await machine.currentVerification, !current.isEnded else {
            throw ServiceError.refused(.noVerification, text: "No verification is going on here")
        }
        if answer == .accept { try await readDevices(of: current.user) }
        guard try await perform(answer, at: current.stage) else {
            throw ServiceError.refused(.noVerification, text: "There is nothing to confirm yet")
        }
        try await continueVerification()
    }

    /// Performs an answer, if the stage asks for it; returns false otherwise.
    func perform(_ answer: VerificationAnswer, at stage: VerificationStage) async throws -> Bool {
        switch (answer, stage) {
        case (.accept, .asked): _ = try await machine.acceptVerification()
        case (.match, .comparing): try await machine.confirmVerification()
        case (.mismatch, .comparing): try await machine.cancelVerification(.mismatch)
        case (.cancel, _): try await machine.cancelVerification(.user)
        default: return false
        }
        return true
    }

    /// Returns an encrypted chat of two with a person: a given one if it is such, or the one that is used; nil without one.
    ///
    /// Nil, too, while nothing may be sent there, since the identity of the person has changed.
    private func room(with person: ContactID, or chat: ChatID) async throws -> ChatID? {
        if try await machine.changedIdentities().contains(person.rawValue) { return nil }
        return try await ledger.read { tables in
            guard person != tables.rooms.user else { return nil }
            let isHere = try tables.rooms.peer(of: chat) == person && tables.rooms.room(chat)?.isGroup == false
            let direct = try tables.rooms.directRoom(with: person).flatMap { $0.isLeft ? nil : $0.id }
            return try [isHere ? chat : nil, direct].compactMap(\.self).first { try tables.rooms.isEncrypted($0) }
        }
    }

    /// Ends a verification that has lasted too long, sends its messages and those that repair sessions, and signs what it proved.
    func continueVerification() async throws {
        let before = await machine.currentVerification?.stage
        try await machine.expireVerification()
        if await machine.currentVerification?.stage != before { trustChanges.post() }
        try await sendRepairs()
        guard let current = await machine.currentVerification, current.stage == .done else { return }
        guard signedVerification.withLock({ $0 != current.transaction }) else { return }
        // After a refusal, the trust stays on this device.
        do { try await signVerified() } catch ServiceError.refused {}
        signedVerification.withLock { $0 = current.transaction }
    }

    /// Publishes this device's keys and reads a user's devices from the homeserver.
    func readDevices(of user: String) async throws {
        try await machine.track([user])
        while try await sendQuery() {}
        try await sendUpload()
    }
}

extension RefusalCode {
    /// Nobody has that device.
    static let unknownDevice = Self(rawValue: "unknown_device")
    /// No verification is going on, or it asks nothing.
    static let noVerification = Self(rawValue: "no_verification")
}
