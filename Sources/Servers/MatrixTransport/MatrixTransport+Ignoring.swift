public import ChatTypes
import JSONKit

/// The account's list of ignored users (`m.ignored_user_list`), which all its devices share.
extension MatrixTransport {
    private static let type = "m.ignored_user_list"

    /// Returns the ignored users under the names that are known here, in the order of their ids.
    public func ignoredPeople() async throws -> [Contact] {
        let people = Set(try await ignoredList().map(\.person))
        return try await ledger.read { try $0.people.named(people).map { Contact(id: $0.id, name: $0.name) } }
    }

    /// Adds a user to the account's list, or removes one. Keeps what other clients wrote beside the other users.
    public func setIgnored(_ isIgnored: Bool, _ person: ContactID) async throws {
        guard person.rawValue.hasPrefix("@"), person.rawValue.isMatrixID, person != account.user else {
            throw ServiceError.refused(.unknownMember, text: "Only another person, as @name:server, can be ignored")
        }
        var list = try await ignoredList()
        guard list.contains(where: { $0.person == person }) != isIgnored else { return }
        list.removeAll { $0.person == person }
        if isIgnored { list.append((person, [:])) }
        let people = list.map { JSONText.Member(name: $0.person.rawValue, value: $0.value) }
        try await api.put(path, ["ignored_users": .object(people)])
    }

    private var path: [String] { ["v3", "user", account.user.rawValue, "account_data", Self.type] }

    /// Throws `ServiceError.responseLost` for an answer without a list if sync has brought one: a change would end it.
    private func ignoredList() async throws -> [(person: ContactID, value: JSONText)] {
        guard let content = try await api.find(path) else { return [] }
        let users = content["ignored_users"]
        if users?.isObject != true, try await ledger.read({ try !$0.people.ignored().isEmpty }) {
            throw ServiceError.responseLost
        }
        return (users?.members ?? []).compactMap { person, value in
            person.isUsableID ? (ContactID(person), JSONText(value) ?? [:]) : nil
        }
    }
}
