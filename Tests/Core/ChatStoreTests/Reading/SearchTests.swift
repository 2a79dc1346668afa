import ChatTypes
import Foundation
import Testing

@testable import ChatStore

@Suite struct SearchTests {
    @Test func `search finds words without case and diacritics, newest first, in pages`() throws {
        let database = try ChatDatabase(.memory)
        try database.apply([message(1, text: "Crème brûlée for two"), message(2, text: "and creme fraiche")])
        try database.apply([message(3, text: "CREMES")], in: chat(1, name: "Zoë Crémieux"))
        let first = try database.search("creme", limit: 2)
        #expect(first.hits.map(\.context) == ["CREMES", "and creme fraiche"])
        #expect(first.hasMore)
        let second = try database.search("creme", after: first.next, limit: 2)
        #expect(second.hits.map(\.context) == ["Crème brûlée for two"] && second.next == nil)
        let names = try database.search("cremi", limit: 9).hits
        #expect(names.map(\.contact.name) == ["Zoë Crémieux"] && names.map(\.message) == [nil])
        #expect(try database.search("bru two", limit: 9).hits.map(\.message) == [MessageID("m1")])
    }

    @Test(arguments: [
        ("新しい", "明日は新しい駅"), ("駅", "明日は新しい駅"), ("しい駅", "明日は新しい駅"), ("東京", "私は東京にいます"),
        ("한글", "좋은한글입니다"), ("ไทย", "ภาษาไทย"), ("abc", "駅Abcの前"), ("駅a", "駅Abcの前"), ("の前", "駅Abcの前"),
        ("カタ", "全角カタカナ"), ("straße", "STRASSE"), ("strasse", "Die Straße"), ("STRAẞE", "Die Straße"),
        ("c++", "C++ or Rust"), ("++", "C++ or Rust"), ("c", "C++ or Rust"), ("c#", "(C#)"), ("ada", "@ada: 3+4"),
        ("+4", "@ada: 3+4"),
        ("👍", "so👍🏽!"), ("5€", "for 5€"), ("wow", "`wow`|yes"), ("ÄÖ×", "äö×2"),
    ])
    func `a word is found anywhere in a text without spaces, and in each spelling`(word: String, text: String) throws {
        let database = try ChatDatabase(.memory)
        try database.apply([message(1, text: text), message(2, text: "another text: 別の文字")], in: chat(1, name: text))
        #expect(try database.search(word).hits.map(\.message) == [nil, MessageID("m1")])
    }

    @Test(arguments: [
        ("c++", "cat"), ("c#", "C++"), ("👎", "👍"), ("京東", "東京"), ("or", "word"), ("新い", "新しい"), ("ss", "Straße"),
    ])
    func `other signs, letters in another order and two letters within a word are not found`(
        word: String,
        text: String
    )
        throws
    {
        let database = try ChatDatabase(.memory)
        try database.apply([message(1, text: text)])
        #expect(try database.search(word).hits.isEmpty)
    }

    @Test(arguments: [
        ("καλημερα", "καλημέρα"), ("ΚΑΛΗΜΕΡΑ", "καλημέρα"), ("οδοσ", "ΟΔΟΣ"), ("ΟΔΟΣ", "οδός"), ("елка", "ёлка"),
        ("ЁЛКА", "елка"),
        ("محمد", "مُحَمَّد"), ("احمد", "أحمد"), ("שלום", "שָׁלוֹם"), ("fullwidth", "ｆｕｌｌｗｉｄｔｈ"), ("ｆｕｌｌ", "full"),
        ("123", "１２３"), ("カタカナ", "ｶﾀｶﾅ"), ("ガ", "ｶﾞ"), ("fish", "ﬁsh"), ("ﬁsh", "fish"), ("lodz", "Łódź"),
        ("smorrebrod", "smørrebrød"), ("duong", "đường"), ("coeur", "cœur"), ("cœur", "coeur"),
        ("istanbul", "İSTANBUL"),
        ("हिन्दी", "हिन्दी"), ("cafe\u{301}", "café"), ("cafe", "cafe\u{301}"), ("thorn", "þorn"),
    ])
    func `letters are compared without case, accents, widths and ligatures in every script`(word: String, text: String)
        throws
    {
        let database = try ChatDatabase(.memory)
        try database.apply(
            [message(1, text: "so: \(text)!"), message(2, text: "something else")],
            in: chat(1, name: text)
        )
        #expect(try database.search(word).hits.map(\.message) == [nil, MessageID("m1")])
        #expect(Contact(id: ContactID("p"), name: text).matches(word))
    }

    @Test(arguments: [
        ("bour", "the harbour at nine"), ("ord", "word"), ("asse", "Straße"), ("лка", "ёлка"),
        ("schiff", "Donaudampfschifffahrt"),
        ("234", "12345"), ("bour nine", "the harbour at nine"), ("HARB", "the harbour at nine"),
    ])
    func `a word of three letters or more is found within words`(word: String, text: String) throws {
        let database = try ChatDatabase(.memory)
        try database.apply([message(1, text: "a forest of pines"), message(2, text: text)])
        #expect(try database.search(word).hits.map(\.message) == [MessageID("m2")])
        #expect(try database.read { try $0.messages(in: ada.id, matching: word, limit: 9) } == [MessageID("m2")])
        try database.apply([message(2, text: "gone", edit: 1)])
        #expect(try database.search(word).hits.isEmpty && database.integrityProblems() == [])
    }

    @Test func `an edit removes each letter of the old text from the index`() throws {
        let database = try ChatDatabase(.memory)
        try database.apply([message(1, text: "明日は新しい駅 Straße")])
        try database.apply([message(1, text: "明後日 Weg", edit: 4)])
        #expect(try database.search("新").hits.isEmpty && database.search("strasse").hits.isEmpty)
        #expect(try database.search("後日").hits.count == 1)
        #expect(try database.integrityProblems() == [])
    }

    @Test func `messages of one chat are found, newest first, up to a limit`() throws {
        let database = try ChatDatabase(.memory)
        try database.apply([message(1, text: "green tea"), message(2, text: "coffee"), message(3, text: "TEA for two")])
        try database.apply([message(4, id: "other", text: "more tea")], in: chat(1, name: "Zoë"))
        func found(_ text: String, limit: Int = 9) throws -> [String] {
            try database.read { try $0.messages(in: ada.id, matching: text, limit: limit) }.map(\.rawValue)
        }
        #expect(try found("tea") == ["m3", "m1"])
        #expect(try found("tea", limit: 1) == ["m3"])
        #expect(try found("tea gr") == ["m1"])
        #expect(try found(" ").isEmpty && found("more").isEmpty && found("tea", limit: 0).isEmpty)
    }

    @Test func `names alone are found as by a search, the newest first`() throws {
        let database = try ChatDatabase(.memory)
        for (number, name) in ["Ada Lovelace", "Bertåe Ada", "Carol"].enumerated() {
            let text = message(1, text: "ada", at: moment(number))
            try database.apply([text], in: chat(number, name: name))
        }
        func names(_ text: String, limit: Int = 9) throws -> [String] {
            try database.read { try $0.chats(named: text, limit: limit) }.map(\.contact.name)
        }
        #expect(try names("ad") == ["Bertåe Ada", "Ada Lovelace"])
        #expect(try names("ADA", limit: 1) == ["Bertåe Ada"])
        #expect(try names("bertae") == ["Bertåe Ada"])
        #expect(try names("x").isEmpty && names(" ").isEmpty && names("ada", limit: 0).isEmpty)
    }

    @Test(arguments: [
        "\"", "a\" OR \"b", "NEAR(", "*", "-x", "a:b", "\0", "", "  ", "^z", "{a b}", "'", "a\"\u{301}b", "\"\u{FE0F}",
    ])
    func `typed operators are searched as text`(text: String) throws {
        let database = try ChatDatabase(.memory)
        try database.apply([message(1, text: "plain")])
        #expect(try database.search(text, limit: 9).hits.isEmpty)
    }

    @Test func `search pages continue from names to messages, in any size`() throws {
        let database = try ChatDatabase(.memory)
        for number in 1...5 {
            let messages = (1...2).map { message($0, text: "word \($0)", at: moment(number * 10 + $0)) }
            try database.apply(messages, in: chat(number, name: "Word \(number)"))
        }
        let all = try database.search("word").hits
        #expect(
            all.map(\.chat.rawValue) == ["c5", "c4", "c3", "c2", "c1"] + [
                "c5", "c5", "c4", "c4", "c3", "c3", "c2", "c2", "c1", "c1",
            ]
        )
        #expect(all.map(\.time) == (all.prefix(5) + all.dropFirst(5)).map(\.time))
        for limit in 1...16 {
            var (hits, place): ([SearchHit], SearchPlace?) = ([], nil)
            // One more page than there can be, so that a search that never ends fails.
            for _ in 0...all.count where hits.isEmpty || place != nil {
                let page = try database.search("word", after: place, limit: limit)
                #expect(page.hits.count == limit || page.next == nil)
                hits += page.hits
                place = page.next
            }
            #expect(hits == all, "in pages of \(limit)")
        }
    }

    @Test func `a hit says who wrote it, and a name who wrote its chat's newest message`() throws {
        let database = try ChatDatabase(.memory)
        try database.apply([message(1, text: "ada of mine"), message(2, from: .me, text: "ada of me")])
        try database.write { try $0.register(chat(1, name: "Ada without a word")) }
        #expect(try database.search("ada").hits.map(\.author) == [.me, nil, .me, .contact])
        #expect(try database.chats().map(\.newest?.author) == [.me, nil])
    }

    @Test func `a hit says whether its chat is muted, a name's as well as a message's`() throws {
        let database = try ChatDatabase(.memory)
        try database.apply([message(1, text: "ada")])
        #expect(try database.search("ada").hits.map(\.notifications) == [.all, .all])
        #expect(try database.write { try $0.setNotifications(.muted, in: ada.id) })
        #expect(try database.search("ada").hits.map(\.notifications) == [.muted, .muted])
    }

    @Test func `a hit says how often its chat mentions the user, a name's as well as a message's`() throws {
        let database = try ChatDatabase(.memory)
        try database.apply([message(1, text: "ada"), message(2, mentionsMe: true), message(3, mentionsMe: true)])
        #expect(try database.search("ada").hits.map(\.mentionCount) == [2, 2])
        #expect(try database.write { try $0.setNotifications(.mentions, in: ada.id) })
        #expect(try database.search("ada").hits.map(\.notifications) == [.mentions, .mentions])
    }

    @Test func `chats of one moment are found in the order of their IDs, with damaged names, too`() throws {
        let database = try ChatDatabase(.memory)
        for number in [3, 1, 2] { try database.write { try $0.register(chat(number, name: "Same")) } }
        #expect(try database.search("same").hits.map(\.chat.rawValue) == ["c1", "c2", "c3"])
        var (found, place): ([String], SearchPlace?) = ([], nil)
        for _ in 1...4 where found.isEmpty || place != nil {
            let page = try database.search("same", after: place, limit: 1)
            found += page.hits.map(\.chat.rawValue)
            place = page.next
        }
        #expect(found == ["c1", "c2", "c3"], "in pages")
    }

    @Test func `equal histories are searched alike, whichever way they came`() throws {
        let messages = (1...50).map { message($0, text: "word", at: moment($0 / 10)) }
        let straight = try ChatDatabase(.memory)
        try straight.apply(messages)
        let other = try ChatDatabase(.memory)
        for message in messages.reversed() { try other.apply([message]) }
        #expect(try straight.search("word").hits == other.search("word").hits)
        #expect(try straight.search("word").hits.map(\.time) == messages.map(\.sentAt).sorted(by: >))
    }

    @Test func `the user's message is found at the server's time once it arrives`() throws {
        let database = try ChatDatabase(.memory)
        try database.apply([message(1, text: "word"), message(3, text: "word")])
        #expect(try database.enqueue("mine", "word", at: moment(99)))
        #expect(try database.search("word").hits.map(\.message?.rawValue) == ["mine", "m3", "m1"])
        try database.apply([message(2, from: .me, id: "mine", text: "words of the server")])
        #expect(try database.search("word").hits.map(\.message?.rawValue) == ["m3", "mine", "m1"])
        #expect(try database.search("server").hits.map(\.message?.rawValue) == ["mine"])
    }

    @Test func `a message that is sent again is found at its new time`() throws {
        let database = try ChatDatabase(.memory)
        try database.apply([message(1, text: "word")])
        #expect(try database.enqueue("mine", "word", at: moment(-5)))
        try database.write { try $0.markFailed(MessageID("mine"), in: ada.id, reason: "no") }
        #expect(try database.search("word").hits.map(\.message?.rawValue) == ["m1", "mine"])
        #expect(try database.write { try $0.requeue(MessageID("mine"), in: ada.id, at: moment(5)) })
        #expect(try database.search("word").hits.map(\.message?.rawValue) == ["mine", "m1"])
    }

    /// About 60 of them draw a key that is taken. MessageKeyTests fills all keys of a moment.
    @Test func `messages of one moment find a place each`() throws {
        let database = try ChatDatabase(.memory)
        try database.apply((1...2000).map { message($0, text: "word", at: moment(0)) })
        #expect(try database.number("SELECT count(*) FROM message") == 2000)
        #expect(try database.search("word", limit: 5000).hits.count == 2000)
    }

    @Test func `a huge query is cut to the limits`() throws {
        let database = try ChatDatabase(.memory)
        try database.apply([message(1, text: "a b c d e f g h i j k l m n o p q")])
        #expect(try database.search("a b c d e f g h i j k l m n o p none").hits.count == 1, "sixteen words")
        #expect(try database.search(String(repeating: "b ", count: 10_000)).hits.count == 1)
        #expect(try database.search("a" + String(repeating: " ", count: 255) + "none").hits.count == 2, "and a name")
        #expect(try database.search(String(repeating: "a\u{301}", count: 100_000)).hits.isEmpty)
    }

    @Test func `the first page for a letter costs the same in a history of any size`() throws {
        func cost(_ count: Int) throws -> Int {
            let database = try ChatDatabase(.memory)
            for first in stride(from: 1, to: count, by: 1000) {
                try database.apply((first..<first + 1000).map { message($0, text: "a word and another \($0)") })
            }
            return try database.pages { _ = try database.search("a", limit: 50) }
        }
        #expect(try cost(5_000) < 2 * cost(1_000))
    }
}
