import ChatStore
public import ChatTypes
import RuntimeKit
import SQLiteKit
import Transport

/// The people whom the account ignores.
extension Session {
    /// Returns the people whom the account ignores on all its devices. Throws a `ServiceError`.
    public func ignoredPeople() async throws -> [Contact] {
        try await context.service.withTimeLimit { try await $0.ignoredPeople() }.compactMap { $0.bounded() }
    }

    /// Ignores a person on all devices of the account, or hears them again, and returns who it was, and the invitation that was declined.
    ///
    /// The person is given by ID, or by the name in a chat; without either it is the contact, or who invited the user. An invitation by an
    /// ignored person is declined, too. Throws a `ServiceError`, also for a name that several have, or a `StorageProblem`.
    public func setIgnored(_ isIgnored: Bool, _ name: String?, in chat: ChatID?) async throws -> (
        person: Contact, declined: ChatID?
    ) {
        let known = isIgnored ? [] : try await ignoredPeople()
        let person: Contact
        let invitation: ChatID?
        do {
            (person, invitation) = try await read { try $0.personToIgnore(name, in: chat, orAmong: known) }
        } catch let error as SQLiteError {
            throw StorageProblem(error)
        }
        try await context.service.withTimeLimit { try await $0.setIgnored(isIgnored, person.id) }
        let declined = isIgnored ? invitation : nil
        if let declined { try await setMembership(.leave, in: declined) }
        context.queues.requestSync()
        return (person, declined)
    }
}

extension ChatReader {
    /// Returns a person by name or ID, and the invitation by that person that is open. Throws a refusal, or `SQLiteError`.
    fileprivate func personToIgnore(_ name: String?, in chat: ChatID?, orAmong known: [Contact]) throws -> (
        Contact, ChatID?
    ) {
        let header = try chat.flatMap { try self.chat($0) }
        let state = try chat.flatMap { try standing(in: $0)?.state }
        let inviter = state.flatMap { $0.isInvitation ? $0.person.map(ShownName.parts(of:)) : nil }
            .flatMap { shown in shown.id.map { Contact(id: ContactID($0), name: shown.name) } }
        func invitation(by person: Contact) -> ChatID? { inviter?.id == person.id ? chat : nil }
        let contact = header.flatMap { $0.isGroup ? nil : $0.contact }
        guard let name else {
            guard let person = inviter ?? contact else { throw Self.noPerson("Write whom, by name or as @name:server") }
            return (person, invitation(by: person))
        }
        let typed = ShownName.typed(name)
        let nearby = [inviter, contact].compactMap(\.self).first { $0.goes(by: typed) }
        if let nearby { return (nearby, invitation(by: nearby)) }
        if typed.isMatrixID { return (Contact(id: ContactID(typed), name: typed), nil) }
        var found = known.filter { NameLook.key(of: $0.name) == NameLook.key(of: typed) }
        if let chat {
            found += try members(named: typed, in: chat).compactMap { member in
                member.id.member.map { Contact(id: $0, name: ShownName.parts(of: member.name).name) }
            }
        }
        let ids = Set(found.map(\.id)).sorted()
        guard let person = found.first else { throw Self.noPerson("Nobody here is called \(name): write @name:server") }
        guard ids.count == 1 else {
            let list = ids.prefix(5).map(\.rawValue).joined(separator: ", ")
            throw ServiceError.refused(.ambiguousName, text: "Several are called \(name): write one of \(list)")
        }
        return (person, nil)
    }

    private static func noPerson(_ text: String) -> ServiceError { .refused(.unknownMember, text: text) }
}
