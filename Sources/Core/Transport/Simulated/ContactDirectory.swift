import ChatTypes
import Foundation

/// The contacts that can be found by name on the simulated server.
enum ContactDirectory {
    /// Sorted by name, whatever the case and the accents.
    static let everyone: [Contact] =
        names
        .map { Contact(id: ContactID(ContactName.slug(for: $0)), name: $0) }
        .map { (key: $0.name.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil), contact: $0) }
        .sorted { ($0.key, $0.contact.name) < ($1.key, $1.contact.name) }
        .map(\.contact)

    private static let byID = Dictionary(uniqueKeysWithValues: everyone.map { ($0.id, $0) })
    private static let byName = Dictionary(uniqueKeysWithValues: everyone.map { (ContactName.key(of: $0.name), $0) })

    /// The words of each one's name, worked out once.
    private static let words = everyone.map { Contact.words(of: $0.name) }

    /// The first `limit` people whose names match; cost: one look at each.
    static func contacts(matching text: String, limit: Int) -> [Contact] {
        let sought = Contact.words(of: text)
        let found = everyone.indices.lazy.filter { Contact.match(words[$0], sought) }
        return found.prefix(max(0, limit)).map { everyone[$0] }
    }

    static func contact(_ id: ContactID) -> Contact? {
        byID[id]
    }

    static func contact(named name: ContactName) -> Contact? {
        byName[name.key]
    }
}
