package import ChatTypes
import Foundation
package import JSONKit
import OlmKit
import SQLiteKit

/// A verification as screens know it.
package struct VerificationStatus: Hashable, Sendable {
    package let number: Int
    package let user: String
    package let stage: VerificationStage
}

/// Verifying other devices: one verification at a time, which ends with the process. Requests that come meanwhile wait beside it.
extension EncryptionMachine {
    /// The requests that wait. Each is of another user, so that none crowds out others.
    private static let requestLimit = 10

    /// The verification that goes on, or the last one; nil if there was none since the start.
    package var currentVerification: Verification? { verification }

    /// The current verification, then the requests that wait, the oldest first.
    package var verifications: [VerificationStatus] {
        ([verification].compactMap(\.self) + waitingRequests).map {
            VerificationStatus(number: $0.number, user: $0.user, stage: $0.stage)
        }
    }

    /// Asks devices of a user to be verified, in place of an earlier verification; all known ones unless `device` names one.
    ///
    /// A request of somebody else that has no answer waits on.
    ///
    /// Query the user's devices before. Send what `nextShare` returns for no room afterwards, also after the other methods. Returns
    /// false if there is no such device.
    ///
    /// - Parameter room: an encrypted room of this user and the other, which then gets all messages; see `nextRoomMessage`.
    package func verify(_ user: String, device: String? = nil, in room: String? = nil) throws -> Bool {
        let parties = try devices(of: ContactID(user)).filter { device == nil || $0.id.rawValue.isID(device) }.map(
            party
        )
        guard !parties.isEmpty else { return false }
        let id = try messageID()
        let ours = try ownParty()
        try write { lists in
            if try !setAside() { try end(.user, &lists) }
            let new = Verification(
                asking: parties,
                of: user,
                by: ours,
                transaction: id,
                in: room,
                at: now(),
                random: random
            )
            begin(new)
            try send(new.request())
        }
        return true
    }

    /// Has the request of a user become the current verification, if it waits; one that it replaces waits then. Returns the number of the
    /// request; nil if that user does not ask.
    package func showRequest(of user: String) throws -> Int? {
        if let current = verification, current.user.isID(user), case .asked = current.step { return current.number }
        guard let place = waitingRequests.firstIndex(where: { $0.user.isID(user) }) else { return nil }
        _ = try showRequest(at: place)
        return verification?.number
    }

    /// Has the oldest request that waits become the current verification. Returns false without one.
    @discardableResult
    package func showNextRequest() throws -> Bool { try !waitingRequests.isEmpty && showRequest(at: 0) }

    private func showRequest(at place: Int) throws -> Bool {
        try write { lists in
            let new = waitingRequests.remove(at: place)
            if try !setAside() { try end(.user, &lists) }
            verification = new
            return true
        }
    }

    /// Accepts the request of another device: that with a number, or the current one. Query the user's devices before. Returns false if no
    /// known device asks.
    package func acceptVerification(_ number: Int? = nil) throws -> Bool {
        guard let current = verification, number == nil || number == current.number, case .asked = current.step,
            let asking = current.asking
        else { return false }
        let device = try devices(of: ContactID(current.user)).first { $0.id.rawValue.isID(asking) }
        let theirs = try device.map(party)
        try change { current in theirs.map { current.accept($0) } ?? current.cancel(.keys) }
        return device != nil
    }

    /// Says that the user sees the same emoji on both devices, in the verification with a number, or the current one.
    package func confirmVerification(_ number: Int? = nil) throws { try change(number) { $0.confirm() } }

    /// Ends the verification with a number, or the current one, for a reason, such as that the emoji differ.
    package func cancelVerification(_ reason: VerificationCancellation, _ number: Int? = nil) throws {
        try change(number) { $0.cancel(reason) }
    }

    /// Ends a verification that has lasted too long, and forgets such requests that wait.
    package func expireVerification() throws {
        let now = now()
        waitingRequests.removeAll { $0.isExpired(at: now) }
        guard let current = verification, !current.isEnded else { return }
        try change { $0.expire(at: now) }
    }

    // MARK: Receiving

    /// Takes an event of a verification. Ignores events that belong to none, and requests of users who neither share an encrypted room nor
    /// were looked up last: the user verifies that one, or waits for their request.
    func receiveVerification(
        _ type: String,
        _ content: JSONValue,
        from user: String,
        _ lists: inout DeviceLists
    ) throws {
        guard let content = JSONText(exactly: content), let transaction = content.id("transaction_id") else { return }
        let name = String(type.dropFirst(Verification.prefix.count))
        if name == "request" {
            guard lists.isKnown(ContactID(user)) else { return }
            return try receiveRequest(content, from: user)
        }
        try receive(name, content, of: transaction, from: user, in: nil, &lists)
    }

    func receive(
        _ name: String,
        _ content: JSONText,
        of transaction: String,
        from user: String,
        in room: String?,
        _ lists: inout DeviceLists
    ) throws {
        if name == "cancel" { forgetRequest(transaction, from: user, in: room) }
        guard var current = current(transaction, of: user, in: room) else { return }
        let messages = current.expire(at: now()) + current.receive(name, content)
        try store(current, messages, &lists)
    }

    /// Returns the current verification if it is that of an event.
    func current(_ transaction: String, of user: String, in room: String?) -> Verification? {
        verification.flatMap { $0.isOf(user, transaction, in: room) ? $0 : nil }
    }

    /// Takes a request. If both asked at once, that with the lesser id counts.
    ///
    /// It waits while another verification goes on, and never takes the place of one that a person sees.
    func receiveRequest(_ content: JSONText, from user: String, in room: String? = nil) throws {
        guard
            var new = Verification(
                request: content,
                from: user,
                to: try ownParty(),
                in: room,
                at: now(),
                random: random
            ),
            !user.isID(keys.user) || new.asking?.isID(keys.device) != true,
            !([verification].compactMap(\.self) + waitingRequests).contains(where: {
                $0.isOf(user, new.transaction, in: room)
            })
        else { return }
        guard new.offersEmoji else {
            // A cancellation in a room, or to a device, is for all devices of the account: another may know the method.
            guard try devices(of: self.user).isEmpty, try !hasCancellation(to: user) else { return }
            return try send(new.cancel(.method))
        }
        guard let current = verification, !current.isEnded else { return begin(new) }
        if case .requested = current.step, current.user.isID(user) {
            guard new.transaction.utf8.lexicographicallyPrecedes(current.transaction.utf8) else { return }
            // The user wants this very verification already.
            guard let device = try devices(of: ContactID(user)).first(where: { $0.id.rawValue.isID(new.asking) })
            else { return }
            let messages = new.accept(try party(device))
            begin(new)
            return try send(messages)
        }
        waitingRequests.removeAll { $0.user.isID(user) }
        guard waitingRequests.count < Self.requestLimit else { return }
        waitingRequests.append(numbered(new))
    }

    /// Whether a cancellation to a user waits to be sent: then another request without emoji gets no answer.
    ///
    /// The user chooses the ids of requests, and so could have any number of answers sent before the keys of messages.
    private func hasCancellation(to user: String) throws -> Bool {
        let type = Verification.prefix + "cancel"
        return try roomMessages.contains { $0.message.type == type && $0.message.user.isID(user) }
            || outbound.hasShare(type: type, to: ContactID(user), in: Self.noRoom)
    }

    /// Forgets a request that waits, if it is of that user.
    func forgetRequest(_ transaction: String, from user: String, in room: String?) {
        waitingRequests.removeAll { $0.isOf(user, transaction, in: room) }
    }

    // MARK: Changes

    private func numbered(_ new: Verification) -> Verification {
        verificationCount += 1
        var new = new
        new.number = verificationCount
        return new
    }

    private func begin(_ new: Verification) { verification = numbered(new) }

    /// Has the current verification wait if it is a request without an answer. Returns whether it is.
    private func setAside() throws -> Bool {
        guard let current = verification, case .asked = current.step else { return false }
        waitingRequests.insert(current, at: 0)
        return true
    }

    private func change(
        _ number: Int? = nil,
        _ body: (inout Verification) throws -> [VerificationMessage]
    ) throws {
        guard var current = verification, number == nil || number == current.number else { return }
        try write { lists in
            let messages = try body(&current)
            try store(current, messages, &lists)
        }
    }

    /// Ends the verification that goes on.
    private func end(_ reason: VerificationCancellation, _ lists: inout DeviceLists) throws {
        guard var current = verification else { return }
        let messages = current.cancel(reason)
        try store(current, messages, &lists)
    }

    /// Keeps a verification's new state, and what it proved once it is done.
    func store(_ new: Verification, _ messages: [VerificationMessage], _ lists: inout DeviceLists) throws {
        let wasDone = verification?.number == new.number && verification?.confirmed != nil
        verification = new
        try send(messages)
        guard let confirmed = new.confirmed, !wasDone else { return }
        unsigned.append(new)
        _ = try trust.set(
            .verified,
            of: DeviceID(confirmed.device.device),
            of: ContactID(confirmed.device.user),
            signing: SigningPublicKey(base64: confirmed.signing)
        )
        guard let master = confirmed.master else { return }
        try trust.setVerified(master, of: ContactID(confirmed.device.user))
        // The other device vouches for the account's master key.
        if confirmed.device.user.isID(keys.user) { try connection.run("UPDATE account SET master = ?", master) }
        // The identity may be one that was not accepted before, whose signatures did not count.
        try markOutdated(ContactID(confirmed.device.user), &lists)
    }

    private func send(_ messages: [VerificationMessage]) throws {
        for message in messages where message.room != nil {
            // The request is known by the id under which it is sent until its event has one.
            let isRequest = !message.type.hasPrefix(Verification.prefix)
            roomMessages.append((isRequest ? verification?.transaction ?? "" : try messageID(), message))
        }
        for message in messages where !message.devices.isEmpty {
            let members = message.devices.map { JSONText.Member(name: $0, value: message.content) }
            let body: JSONText = [
                "messages": .object([.init(name: message.user, value: .object(members))])
            ]
            try outbound.insertShare(body, type: message.type, id: try messageID(), in: Self.noRoom)
        }
    }

    private func messageID() throws -> String { Base64.encode(try random.bytes(count: 12), alphabet: .urlSafe) }

    private func party(_ device: UserDevice) throws -> Verification.Party {
        Verification.Party(
            device: .init(user: device.user.rawValue, device: device.id.rawValue),
            signing: device.signing.base64,
            master: try trust.master(of: device.user)
        )
    }

    private func ownParty() throws -> Verification.Party {
        Verification.Party(
            device: .init(user: keys.user, device: keys.device),
            signing: keys.signing.publicKey.base64,
            master: try provedMaster()
        )
    }

    // MARK: What follows

    /// Returns the body of a `/keys/signatures/upload` by which the account signs what a verification proved.
    ///
    /// Nil unless it is done and the private key is here: then the trust stays on this device.
    ///
    /// - Parameter answer: the homeserver's answer to a new query of the user.
    package func verifiedSignatures(of verification: Verification, in answer: JSONValue) throws -> JSONText? {
        guard let confirmed = verification.confirmed else { return nil }
        let (user, device) = (confirmed.device.user, confirmed.device.device)
        func entry(_ name: StaticString) -> JSONValue? { answer[name]?.member(named: user) }
        func body(_ name: String, _ object: JSONText) -> JSONText {
            .object([.init(name: user, value: .object([.init(name: name, value: object)]))])
        }
        if user.isID(keys.user) {
            guard let secret = try secret(SecretName.selfSigning),
                let json = entry("device_keys")?.member(named: device),
                UserDevice(json, user: ContactID(user), id: DeviceID(device))?.signing.base64 == confirmed.signing,
                let object = JSONText(exactly: json)
            else { return nil }
            return body(device, object.signed(by: user, try SigningKey(secret: secret)))
        }
        guard let master = confirmed.master, let secret = try secret(SecretName.userSigning),
            CrossSigningIdentity(answer, of: user)?.master.base64 == master,
            let object = entry("master_keys").flatMap(JSONText.init(exactly:))
        else { return nil }
        return body(master, object.signed(by: keys.user, try SigningKey(secret: secret)))
    }

    /// Records that the homeserver has the signature of what a verification proved, has refused it for good, or gets none.
    package func confirmSigned(_ verification: Verification) { unsigned.removeAll { $0.number == verification.number } }

    /// Blocks a device, so that it gets no keys to messages from then on, or ends that. Returns false if there is none.
    package func setBlocked(_ isBlocked: Bool, device: DeviceID, of user: ContactID) throws -> Bool {
        guard let known = try devices(of: user).first(where: { $0.id == device }) else { return false }
        return try write { _ in
            try trust.set(isBlocked ? .blocked : .none, of: device, of: user, signing: known.signing)
        }
    }

    /// Whether a verification proved the identity that the homeserver shows for a user; nil if it shows another one than was proved.
    package func isVerified(_ user: ContactID) throws -> Bool? {
        guard let proved = try trust.verifiedMaster(of: user) else { return false }
        return try trust.master(of: user) == proved ? true : nil
    }
}
