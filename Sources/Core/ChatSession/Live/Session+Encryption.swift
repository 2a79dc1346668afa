import ChatStore
public import ChatTypes
public import RuntimeKit
import SQLiteKit
import Transport

/// The end-to-end encryption of chats. The server's part on this device knows it; the history stores the warnings about senders only.
extension Session {
    /// Whether chats of the server can be encrypted.
    public var hasEncryption: Bool { context.service.encryption != nil }

    /// Returns what is known of a chat's encryption, with at most `deviceLimit` devices; nil if the chat is not encrypted, or if that
    /// cannot be read.
    public func encryption(of chat: ChatID, deviceLimit: Int = 0) async -> ChatEncryption? {
        (try? await knownEncryption(of: chat, deviceLimit: deviceLimit)) ?? nil
    }

    /// Returns what `encryption(of:deviceLimit:)` does; throws if it cannot be read, so that nobody takes the chat for an unencrypted one.
    public func knownEncryption(of chat: ChatID, deviceLimit: Int = 0) async throws -> ChatEncryption? {
        let known = try await context.service.encryption?.encryption(of: chat, deviceLimit: deviceLimit)
        guard let encryption = known else { return nil }
        let people = Set(
            (encryption.changedPeople + (encryption.unsignedDevices + encryption.devices).map(\.owner)).map(\.id)
        ).sorted()
        guard people.contains(where: { $0.member != nil }) else { return encryption }
        let names = try? await read { reader in try people.map { try reader.name(of: $0, in: chat) } }
        return encryption.naming(Dictionary(zip(people, names ?? [])) { first, _ in first })
    }

    /// Encrypts a chat, or changes the trust in its people and devices. A person is given by name or ID.
    ///
    /// Throws a `ServiceError`, such as a refusal of a name that several people have, or a `StorageProblem`.
    public func changeEncryption(_ change: EncryptionChange, in chat: ChatID) async throws {
        let resolved: EncryptionChange
        do { resolved = try await read { try $0.resolved(change, in: chat) } } catch let error as SQLiteError {
            throw StorageProblem(error)
        }
        try await context.service.withTimeLimit { try await $0.neededEncryption.change(resolved, in: chat) }
        context.feed.postScreens(of: chat)
    }

    /// Asks the account's other devices, or one of them, to compare emoji; `verification()` follows it. Throws a `ServiceError`.
    public func verifyOwnDevices(_ device: String? = nil) async throws {
        try await context.service.withTimeLimit { try await $0.neededEncryption.verifyOwnDevices(device) }
        context.feed.postVerification()
    }

    /// Returns a query of the account's newest verification since the start, which gives nil if there was none.
    public func verification() -> LiveQuery<Never?, QueryResult<DeviceVerification?>> {
        query(Never?.none, dependingOn: .verification) { _, _ in () }.map { [context] result in
            let verification = try? await context.service.encryption?.verification()
            return result.map { verification }
        }
    }

    /// Answers a verification; the one that goes on without an id. Throws a `ServiceError`, such as a refusal of an answer that its stage
    /// does not ask for.
    public func answerVerification(_ answer: VerificationAnswer, of id: DeviceVerification.ID? = nil) async throws {
        try await context.service.withTimeLimit { try await $0.encryptionService?.answerVerification(answer, of: id) }
        context.feed.postVerification()
    }

    /// Has the warnings about senders follow the trust in people and devices.
    func keepWarnings() async {
        guard let encryption = context.service.encryption else { return }
        await WarningKeeper(context).run(encryption)
    }

    /// Has the queries of the verification follow the server's part on this device.
    func followVerification() async {
        await context.service.encryption?.followVerification { [context] in context.feed.postVerification() }
    }

    /// Runs `body` while the queries of a chat on screen follow its encryption.
    func followingEncryption(of chat: ChatID, _ body: @escaping @Sendable () async -> Void) async {
        guard let encryption = context.service.encryption else { return await body() }
        await withTaskGroup { [context] group in
            group.addTask {
                await WarningKeeper(context).follow(chat, encryption) { context.feed.postScreens(of: chat) }
            }
            group.addTask { await body() }
            await group.waitForAll()
        }
    }
}

extension ChatEncryption {
    /// Returns the encryption with its people under the names that tell them from others in their group.
    fileprivate func naming(_ names: [Author: String?]) -> Self {
        func named(_ member: ChatMember) -> ChatMember {
            guard member.id.member != nil, let name = names[member.id] ?? nil else { return member }
            return ChatMember(id: member.id, name: name, role: member.role)
        }
        func named(_ device: ChatDevice) -> ChatDevice {
            ChatDevice(
                owner: named(device.owner),
                id: device.id,
                name: device.name,
                fingerprint: device.fingerprint,
                trust: device.trust
            )
        }
        var encryption = self
        encryption.changedPeople = changedPeople.map { named($0) }
        encryption.unsignedDevices = unsignedDevices.map { named($0) }
        encryption.devices = devices.map { named($0) }
        return encryption
    }
}

extension ChatService {
    /// The encryption of the server. Throws a refusal if it has none.
    fileprivate var neededEncryption: any EncryptionService {
        get throws {
            guard let encryptionService else {
                throw ServiceError.refused(.noEncryption, text: "Chats of this server are not encrypted")
            }
            return encryptionService
        }
    }
}

extension RefusalCode {
    /// The server has no end-to-end encryption.
    static let noEncryption = Self(rawValue: "no_encryption")
}

extension ChatReader {
    /// Returns a change with its person given by ID. Throws a refusal, or `SQLiteError`.
    fileprivate func resolved(_ change: EncryptionChange, in chat: ChatID) throws -> EncryptionChange {
        guard case .verify(let name?, let device) = change else { return change }
        let contact = try self.chat(chat).flatMap { $0.isGroup ? nil : $0.contact }
        if let contact, contact.goes(by: name) {
            return .verify(person: nil, device: device)
        }
        let found = try members(named: name, in: chat)
        if found.count == 1, let id = found[0].id.member { return .verify(person: id.rawValue, device: device) }
        if found.count > 1 {
            let ids = found.compactMap(\.id.member?.rawValue).joined(separator: ", ")
            let text = "Several people here are called \(name): write one of \(ids)"
            throw ServiceError.refused(.ambiguousName, text: text)
        }
        // The server knows people that are not stored here.
        if name.isMatrixID { return change }
        throw ServiceError.refused(.unknownMember, text: "Nobody here is called \(name)")
    }
}
