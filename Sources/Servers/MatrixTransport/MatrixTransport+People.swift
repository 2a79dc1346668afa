public import ChatTypes
import HTTPClient
import JSONKit

extension MatrixTransport {
    public func contacts(matching text: String, limit: Int) async throws -> [Contact] {
        let answer = try await api.post(
            ["v3", "user_directory", "search"],
            ["search_term": .string(text), "limit": .integer(Int64(limit))]
        )
        let people = (answer["results"]?.elements ?? []).compactMap { person -> Contact? in
            guard let id = person["user_id"]?.string.map({ ContactID($0) }), id != account.user else { return nil }
            return Contact(id: id, name: person["display_name"]?.string ?? id.rawValue)
        }
        return Array(people.prefix(max(0, limit)))
    }

    public func picture(of contact: ContactID) async throws -> Picture? {
        let address: String?
        if contact.rawValue.hasPrefix("@") {
            do {
                address = try await api.get(["v3", "profile", contact.rawValue, "avatar_url"])["avatar_url"]?.string
            } catch ServiceError.refused { address = nil }
        } else {
            address = try await ledger.read { try $0.rooms.picture(of: contact.rawValue) }
        }
        guard let address = address.flatMap(MediaAddress.init) else { return nil }
        let response = try await api.thumbnail(of: address, limit: Limits.pictureBytes)
        return response.map { Picture(mediaType: $0.mediaType, bytes: $0.body) }
    }

    /// Returns the person with a name: `@name:server`, or one in the user directory. Throws `ServiceError.refused` if there is
    /// none, or more than one.
    func person(named name: String) async throws -> Contact {
        let name = MatrixLink.name(in: name)
        if name.hasPrefix("@"), name.isMatrixID { return try await profile(of: ContactID(name)) }
        let look = NameLook.key(of: name)
        let people = try await contacts(matching: name, limit: 20).filter { NameLook.key(of: $0.name) == look }
        guard let person = people.first, people.count > 1 || person.goes(by: name) else {
            throw ServiceError.refused(
                .invalidName,
                text: "The server knows nobody called \(name); write @name:server"
            )
        }
        guard people.count == 1 else {
            let ids = people.prefix(5).map(\.id.rawValue).joined(separator: ", ")
            throw ServiceError.refused(.ambiguousName, text: "Several people are called \(name): write one of \(ids)")
        }
        return person
    }

    /// Requests a profile before an invitation: the homeserver would invite people who do not exist.
    private func profile(of person: ContactID) async throws -> Contact {
        do {
            let answer = try await api.get(["v3", "profile", person.rawValue])
            return Contact(id: person, name: answer["displayname"]?.string ?? person.rawValue)
        } catch ServiceError.refused(.forbidden, _) {
            // Some homeservers hide profiles from users who share no room; the person may exist.
            return Contact(id: person, name: person.rawValue)
        } catch ServiceError.refused {
            throw ServiceError.refused(.invalidName, text: "The server knows nobody called \(person)")
        }
    }
}
