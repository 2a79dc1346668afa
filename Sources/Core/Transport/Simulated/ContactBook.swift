import ChatTypes
import Foundation

/// Everyone whom the server knows of, by id and by the name under which it came to know them.
struct ContactBook {
    private var contacts: [ContactID: Contact] = [:]
    private var ids: [String: ContactID] = [:]

    /// Who is in it stays who they are.
    mutating func note(_ contact: Contact) {
        guard contacts[contact.id] == nil else { return }
        contacts[contact.id] = contact
        ids[ContactName.key(of: contact.name)] = contact.id
    }

    func contact(_ id: ContactID) -> Contact? {
        ContactDirectory.contact(id) ?? contacts[id]
    }

    func person(named name: ContactName) -> Contact { people(named: [name])[0] }

    /// The people of those names, each of them once: of the directory, known, or new under ids of their own.
    ///
    /// Cost: linear in the names, however many of them would have the same id.
    func people(named names: [ContactName]) -> [Contact] {
        var (people, keys, taken, counts) = ([Contact](), Set<String>(), Set<ContactID>(), [String: Int]())
        for name in names where keys.insert(name.key).inserted {
            let id = ContactDirectory.contact(named: name)?.id ?? ids[name.key]
            let person =
                id.flatMap(contact)
                ?? Contact(id: newID(for: name, besides: taken, counting: &counts), name: name.text)
            if taken.insert(person.id).inserted { people.append(person) }
        }
        return people
    }

    private func newID(for name: ContactName, besides taken: Set<ContactID>, counting counts: inout [String: Int])
        -> ContactID
    {
        let slug = ContactName.slug(for: name.text)
        while true {
            let count = counts[slug, default: 0] + 1
            counts[slug] = count
            let id = ContactID(count == 1 ? slug : "\(slug)-\(count)")
            if contact(id) == nil, !taken.contains(id) { return id }
        }
    }
}
