import ChatTypes
import Foundation

/// The contacts that can be found by name on the simulated server.
enum ContactDirectory {
    /// All contacts, sorted by name without case and accents.
    static let everyone: [Contact] =
        names
        .map { Contact(id: ContactID(ContactName.slug(for: $0)), name: $0) }
        .map { (key: $0.name.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil), contact: $0) }
        .sorted { ($0.key, $0.contact.name) < ($1.key, $1.contact.name) }
        .map(\.contact)

    private static let byID = Dictionary(uniqueKeysWithValues: everyone.map { ($0.id, $0) })
    private static let byName = Dictionary(uniqueKeysWithValues: everyone.map { (ContactName.key(of: $0.name), $0) })

    /// The words of each name, computed once.
    private static let words = everyone.map { Contact.words(of: $0.name) }

    /// Returns the first `limit` people whose names match. Cost: linear in the directory.
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

/// All people that the server knows, by ID and by the name under which it first met them.
struct ContactBook {
    private var contacts: [ContactID: Contact] = [:]
    private var ids: [String: ContactID] = [:]

    /// Adds a contact, unless the ID is known.
    mutating func note(_ contact: Contact) {
        guard contacts[contact.id] == nil else { return }
        contacts[contact.id] = contact
        ids[ContactName.key(of: contact.name)] = contact.id
    }

    func contact(_ id: ContactID) -> Contact? {
        ContactDirectory.contact(id) ?? contacts[id]
    }

    func person(named name: ContactName) -> Contact { people(named: [name])[0] }

    /// Returns the people of these names, each of them once: from the directory, from earlier chats, or new under IDs
    /// of their own.
    ///
    /// Cost: linear in the names, however many of them would have the same ID.
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

extension ContactName {
    /// Creates the name; throws a refusal that says what is wrong with it.
    init(accepting typed: String) throws(ServiceError) {
        self.init(typed)
        guard let error else { return }
        let text =
            switch error {
            case .empty: "A name is needed"
            case .tooLong(let limit): "A name can have at most \(limit) characters"
            case .unprintable: "A name cannot contain control characters or direction marks"
            }
        throw .refused(.invalidName, text: text)
    }

    /// Returns a readable part of an ID: the name's words in lower case, without accents, joined by hyphens.
    static func slug(for name: String) -> String {
        let words = Contact.words(of: name)
        // Limits the bytes, because a letter may carry any number of marks.
        return words.isEmpty ? "contact" : String(words.joined(separator: "-").prefix(40)).cut(toBytes: 400)
    }
}

extension ContactDirectory {
    /// Realistic names: of one word and of five, with accents, hyphens and apostrophes, in many scripts.
    static let names = list.split(whereSeparator: \.isNewline).flatMap { line in
        line.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
    }

    private static let list = """
        John, Ada Lovelace, Ben, Anna Karlsson, Zoë Washburne, José Álvarez, François Lefèvre, Jürgen Groß
        Mary-Jane Watson, Jean-Luc Moreau, Siobhán O’Brien, Seán Ó Súilleabháin, Łukasz Wójcik, Małgorzata Żak
        Søren Ærø, Åsa Öberg, Björn Þórsson, Guðrún Jónsdóttir, Dvořák Antonín, Jiří Novák, Šárka Kučerová
        Nguyễn Thị Hương, Trần Văn Đức, Phạm Minh Châu, İpek Yılmaz, Çağla Şahin, Özgür Demir, Ağnija Bērziņa
        Māra Ozoliņa, Žydrūnas Kazlauskas, Ilmārs Kļaviņš, Győző Szűcs, Ágnes Tóth, Răzvan Ștefănescu
        Ioana Țepeș, Đorđe Petrović, Željka Ćosić, Matjaž Krajnc, Ľudovít Štúr, Inês Gonçalves, João Conceição
        Maria da Conceição dos Santos, Juan Carlos de la Vega y Ruiz, Ludwig van den Berg, Pieter de Vries
        Charlotte von Stein, Leonardo di Caprese, Giulia D’Angelo, Niccolò Però, Ana Belén Muñoz, Iñaki Etxeberria
        Núria Puig i Cadafalch, Aoife Ní Bhriain, Rhys ap Gwilym, Llŷr Evans, Màiri NicDhòmhnaill, Jóannes Jákupsson
        山田太郎, 佐藤花子, 鈴木一郎, 王小明, 李静, 陳大文, 김민준, 이서연, 박지훈, Иван Петров, Ольга Сидорова
        Анна-Мария Кузнецова, Леся Українка, Ґалаґан Остап, Γιώργος Παπαδόπουλος, Ελένη Νικολάου, Δημήτρης Άνθης
        محمد علي, فاطمة الزهراء, یاسمین رضایی, דוד כהן, שרה לוי, अनिता शर्मा, राहुल वर्मा, காவ்யா ராமன், สมชาย ใจดี
        ნინო ბერიძე, Արամ Պետրոսյան, ሰላም ተስፋዬ, Abebe Bikila Gebre, Chinwe Okafor, Ngũgĩ Kamau, Thandiwe Nkosi
        Sipho Dlamini, Kwame Mensah, Adjoa Boateng, Fatou N’Diaye, Mamadou Sow, Amina Yusuf, Zanele Mokoena
        Keola Kamakawiwoʻole, Leilani Kahananui, Tāne Ngata, Aroha Pōtae, Sitiveni Rabuka-Levu, Tala Faleolo
        Priya Raman, Arjun Mehta, Kavita Deshpande, Sanjay Iyer, Meera Nair, Rohan Banerjee, Farah Qureshi
        Bilal Ahmed, Noor Jahan, Reza Farhadi, Shirin Tavakoli, Omar Haddad, Layla Mansour, Yousef Al-Khatib
        Nadia El-Sayed, Karim Ben Salah, Yael Bar-On, Avi Shalom, Miriam Katz, Tomer Levi-Cohen, Wei Zhang, Li Na
        Mei-Ling Chen, Hiroshi Tanaka, Yuki Mori, Kenji O, Soo-jin Park, Min-ho Kim, Bao Tran, Linh Pham
        Putri Wulandari, Budi, Siti Nurhaliza Rahman, Somsak, Malee Suk, Jose Rizal Cruz, Maria Clara Reyes
        Alan Turing, Grace Hopper, Barbara Liskov, Edsger Dijkstra, Tony Hoare, Donald Knuth, Katherine Johnson
        Hedy Lamarr, Emmy Noether, Sofia Kovalevskaya, Maryam Mirzakhani, Srinivasa Ramanujan, Kurt Gödel
        Évariste Galois, Leonhard Euler, Marie Skłodowska-Curie, Lise Meitner, Niels Bohr, Erwin Schrödinger
        Ada Nilsson, Adam Smith, Adele Brown, Adrian Lowe, Benedict Hall, Bennett Stone, Benjamin Ross
        Big Ben Carter, Johnny Walker, Joanna Johnson, Johanna Meyer, John Paul Jones, Jon Snowden, Jonas Weber
        Alice Cooper-Gray, Bob Fisher, Carol Shaw, Dave Miller, Eve Adams, Frank Castle, Grace Kelly Young
        Heidi Klein, Ivan Drago, Judy Bloom, Kevin Mitchell, Laura Palmer, Mallory Keaton, Nick Carraway
        Olivia Pope, Peggy Olson, Quentin Blake, Rachel Green, Sam Spade, Trent Reeves, Ursula Brandt
        Victor Hugo Diaz, Walter Bishop, Xavier Dupont, Yvonne Strahov, Zachary Quill, Ana, Bo, Cy, Di, Ed, Flo, Gus
        Ida, Jo, Kit, Lou, Max, Ned, Oz, Pia, Roy, Sue, Ty, Una, Vic, Wes, O’Neill Patrick, D’Artagnan, X Æ
        Sir Humphrey Appleby, Dr. Beverly Crusher, Martin Luther King Jr., Sammy Davis Jr, Elizabeth II, Agent 47
        Seven of Nine, R2 D2, Number Six, Captain Mary Read, Professor Filius Flint, Auntie Mabel, Nana, The Plumber
        """
}
