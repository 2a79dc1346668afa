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

    /// The first `limit` people whose names match; cost: one look at each.
    static func contacts(matching text: String, limit: Int) -> [Contact] {
        Array(everyone.lazy.filter { $0.matches(text) }.prefix(max(0, limit)))
    }

    static func contact(_ id: ContactID) -> Contact? {
        byID[id]
    }

    static func contact(named name: ContactName) -> Contact? {
        byName[name.key]
    }
}
