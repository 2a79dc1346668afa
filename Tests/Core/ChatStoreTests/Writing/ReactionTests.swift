import ChatTypes
import Testing

@testable import ChatStore

@Suite struct ReactionTests {
    private let database: ChatDatabase

    init() throws { database = try ChatDatabase(.memory) }

    private func reaction(
        _ text: String = "👍",
        isSet: Bool = true,
        to number: Int = 1,
        by author: Author = .contact,
        as change: Int64 = 1
    ) -> Annotation {
        let kind = Annotation.Kind.reaction(text: text, isSet: isSet)
        return Annotation(author: author, message: MessageID("m\(number)"), kind: kind, number: change)
    }

    private func ours(_ text: String = "👍", isSet: Bool = true, as id: String = "r1", to message: String = "m1")
        -> OutgoingAnnotation
    {
        let kind = Annotation.Kind.reaction(text: text, isSet: isSet)
        return OutgoingAnnotation(id: MessageID(id), of: MessageID(message), in: ada.id, kind: kind)
    }

    private func accepted(_ annotation: OutgoingAnnotation, _ number: Int64) -> Annotation {
        Annotation(author: .me, message: annotation.message, kind: annotation.kind, number: number)
    }

    private func shown(_ database: ChatDatabase? = nil, of number: Int = 1, in chat: ChatHeader = ada) throws
        -> [String]
    {
        let messages = try (database ?? self.database).timeline(of: chat)?.messages ?? []
        let message = messages.first { $0.id == MessageID("m\(number)") }
        return message?.reactions.map { "\($0.text) \($0.count)\($0.isMine ? " mine" : "")" } ?? []
    }

    @Test func `reactions are counted in order of first use, with names, and are not unread`() throws {
        try database.apply([message(1, from: adaInTeam)], memberships: teamMembers, in: team)
        let before = (try database.unreadCount(), try database.chats())
        let applied = try database.apply(
            annotations: [
                reaction("🎉", by: benInTeam, as: 3), reaction("👍", by: adaInTeam, as: 1), reaction("👍", by: .me, as: 4),
                reaction("🎉", by: adaInTeam, as: 2),
            ],
            in: team,
            announcing: true
        )
        #expect(applied.isChange && applied.announced.isEmpty && applied.changed.isEmpty)
        let message = try #require(try database.timeline(of: team)?.messages.first)
        #expect(
            message.reactions == [
                MessageReaction(text: "👍", count: 2, isMine: true, names: ["Ada"]),
                MessageReaction(text: "🎉", count: 2, names: ["Ada", "Ben"]),
            ]
        )
        #expect(try database.unreadCount() == before.0 && database.chats() == before.1)
        #expect(try database.integrityProblems() == [])
    }

    @Test func `reactions and their message come in any order, repeatedly, and the last state holds`() throws {
        for order in [[0, 1, 2], [2, 1, 0], [1, 0, 2], [2, 0, 1, 1, 2, 0], [1, 2, 0], [2, 1, 1, 0, 0]] {
            let database = try ChatDatabase(.memory)
            try database.apply([message(1)])
            for step in order {
                switch step {
                case 0: try database.apply([message(2)])
                case 1:
                    try database.apply(annotations: [
                        reaction(to: 2, as: 5), reaction("🎉", isSet: false, to: 2, as: 9),
                    ])
                default: try database.apply(annotations: [reaction("🎉", to: 2, as: 8), reaction(to: 2, as: 1)])
                }
            }
            #expect(try shown(database, of: 2) == ["👍 1"], "\(order)")
            #expect(try database.number("SELECT count(*) FROM reaction WHERE waits = 1") == 0, "\(order)")
        }
    }

    @Test func `a deleted message has no reactions, whichever came first`() throws {
        let deletion = Annotation(author: .contact, message: MessageID("m2"), kind: .deletion)
        for order in [[0, 1, 2], [2, 1, 0], [1, 0, 2], [2, 0, 1], [0, 2, 1], [1, 2, 0]] {
            let database = try ChatDatabase(.memory)
            try database.apply([message(1)])
            for step in order {
                try database.apply(
                    step == 0 ? [message(2)] : [],
                    annotations: step == 1 ? [reaction(to: 2)] : step == 2 ? [deletion] : []
                )
            }
            #expect(try shown(database, of: 2) == [], "\(order)")
            #expect(try database.number("SELECT count(*) FROM reaction") == 0, "\(order)")
            #expect(try !database.write { try $0.annotate(ours(to: "m2")) }, "\(order)")
        }
    }

    @Test func `reactions that wait for a message which arrives deleted are forgotten`() throws {
        try database.apply(annotations: [reaction(to: 2)])
        var deleted = message(2)
        deleted.isDeleted = true
        try database.apply([message(1), deleted])
        #expect(try database.number("SELECT count(*) FROM reaction") == 0)
    }

    @Test func `a reaction that comes again changes nothing`() throws {
        try database.apply([message(1)])
        #expect(try database.apply(annotations: [reaction()]).isChange)
        #expect(try !database.apply(annotations: [reaction()]).isChange)
        #expect(try database.apply(annotations: [reaction(isSet: false, as: 2)]).isChange)
        #expect(try !database.apply(annotations: [reaction("🎉", isSet: false)]).isChange, "it was never set")
    }

    @Test func `the user's reaction shows at once and is sent once`() throws {
        try database.apply([message(1)])
        #expect(try database.write { try $0.annotate(ours()) })
        #expect(try database.write { try !$0.annotate(ours(as: "r2")) }, "it is set already")
        #expect(try shown() == ["👍 1 mine"])
        #expect(try database.nextToSend() == .annotation(ours()))
        #expect(try database.write { try $0.beginAttempt(at: ours()) } == true)
        try database.write { try $0.confirm(ours(), as: accepted(ours(), 7)) }
        #expect(try database.nextToSend() == nil)
        #expect(try shown() == ["👍 1 mine"])
        try database.apply(annotations: [reaction(isSet: false, by: .me, as: 6)])
        #expect(try shown() == ["👍 1 mine"], "older")
        try database.apply(annotations: [reaction(isSet: false, by: .me, as: 8)])
        #expect(try shown() == [], "removed on another device")
    }

    @Test func `a reaction removed before an attempt leaves nothing to send`() throws {
        try database.apply([message(1)])
        #expect(try database.write { try $0.annotate(ours()) })
        #expect(try database.write { try $0.annotate(ours(isSet: false, as: "r2")) })
        #expect(try database.nextToSend() == nil && database.read { try $0.chatsWithOutbox() }.isEmpty)
        #expect(try database.number("SELECT count(*) FROM reaction") == 0)
        #expect(try database.write { try $0.beginAttempt(at: ours()) } == nil, "nothing is sent that was read before")
    }

    @Test func `a reaction removed after an attempt is removed on the server, too`() throws {
        try database.apply([message(1)])
        _ = try database.write { try $0.annotate(ours()) }
        #expect(try database.write { try $0.beginAttempt(at: ours()) } == true)
        let removal = ours(isSet: false, as: "r2")
        #expect(try database.write { try $0.annotate(removal) })
        #expect(try shown() == [])
        #expect(try database.nextToSend() == .annotation(removal))
        try database.write { try $0.confirm(ours(), as: accepted(ours(), 7)) }
        #expect(try shown() == [], "a late response shows nothing again")
        #expect(try database.nextToSend() == .annotation(removal))
        try database.write { try $0.confirm(removal, as: accepted(removal, 8)) }
        #expect(try shown() == [] && database.nextToSend() == nil)
    }

    @Test func `an attempt that did not arrive can be taken back without a request`() throws {
        try database.apply([message(1)])
        _ = try database.write { try $0.annotate(ours()) }
        #expect(try database.write { try $0.beginAttempt(at: ours()) } == true)
        try database.write { try $0.forgetAttempt(at: ours()) }
        _ = try database.write { try $0.annotate(ours(isSet: false, as: "r2")) }
        #expect(try database.nextToSend() == nil)
    }

    @Test func `a refused reaction shows what the server has`() throws {
        try database.apply([message(1)], annotations: [reaction(by: .me, as: 4)])
        let removal = ours(isSet: false)
        #expect(try database.write { try $0.annotate(removal) })
        #expect(try shown() == [])
        try database.write { try $0.refuse(removal, reason: "no") }
        #expect(try shown() == ["👍 1 mine"])
        #expect(try database.timeline()?.messages.first?.editFailure == nil)
    }

    @Test func `a reaction to a message that has failed waits until it is sent`() throws {
        try database.apply([message(1)])
        #expect(try database.enqueue("w1", at: moment(5)))
        _ = try database.write { try $0.annotate(ours(to: "w1")) }
        try database.write { try $0.markFailed(MessageID("w1"), in: ada.id, reason: "no") }
        #expect(try database.nextToSend() == nil)
        #expect(try database.write { try $0.requeue(MessageID("w1"), in: ada.id, at: moment(6)) })
        #expect(try database.nextMessageToSend()?.id == MessageID("w1"))
        try database.apply([message(2, from: .me, id: "w1", text: "hello")])
        #expect(try database.nextToSend() == .annotation(ours(to: "w1")))
    }

    @Test func `deleting a message forgets reactions that wait to be sent`() throws {
        try database.apply([message(1, from: .me)])
        _ = try database.write { try $0.annotate(ours()) }
        #expect(try database.write { try $0.annotate(.deletion(of: MessageID("m1"), in: ada.id)) })
        #expect(try database.nextToSend() == .annotation(.deletion(of: MessageID("m1"), in: ada.id)))
        try database.write { try $0.confirm(ours(), as: accepted(ours(), 9)) }
        #expect(try shown() == [])
    }

    @Test func `reactions to a message are bounded, and the user's own still counts`() throws {
        try database.apply([message(1, from: adaInTeam)], memberships: teamMembers, in: team)
        // 70 people with 300 texts: together they reach the limit before one of them reaches theirs.
        let flood = (0..<3 * Limits.reactions).map { number in
            reaction("\(number % 300)", by: .member(ContactID("p\(number % 70)")), as: Int64(number + 1))
        }
        try database.apply(annotations: flood, in: team)
        try database.apply(annotations: [reaction("mine", by: .me, as: 1)], in: team)
        #expect(try database.number("SELECT count(*) FROM reaction") == Int64(Limits.reactions) + 1)
        let reactions = try #require(try database.timeline(of: team)?.messages.first?.reactions)
        #expect(reactions.reduce(0) { $0 + $1.count } == Limits.reactions + 1)
        #expect(reactions.count == 301)
        #expect(reactions.contains { $0.isMine })
        #expect(reactions.allSatisfy { $0.names.count <= Limits.reactionNames })
    }

    @Test func `one person's reactions to a message are bounded`() throws {
        try database.apply([message(1)])
        try database.apply(annotations: (1...50).map { reaction("\($0)", as: $0) })
        #expect(try database.number("SELECT count(*) FROM reaction") == Int64(Limits.reactionsOfAuthor))
        try database.apply(annotations: [reaction(to: 2)])
        #expect(try database.number("SELECT count(*) FROM reaction") == Int64(Limits.reactionsOfAuthor) + 1)
    }

    @Test func `reactions without a message are bounded`() throws {
        try database.apply([message(1)])
        try database.apply(annotations: (2...1100).map { reaction(to: $0) })
        #expect(try database.number("SELECT count(*) FROM reaction") == 1000)
    }

    @Test func `texts that look alike are different reactions`() throws {
        try database.apply([message(1)], annotations: [reaction("\u{E9}", as: 1), reaction("e\u{301}", as: 2)])
        #expect(try shown().count == 2)
    }

    @Test func `an export carries reactions, and a restore sends what waited`() throws {
        try database.apply(
            [message(1), message(2)],
            annotations: [reaction(as: 3), reaction("🎉", isSet: false, as: 4)]
        )
        try database.apply(annotations: [reaction("❤️", by: .me, as: 9)])
        _ = try database.write { try $0.annotate(ours()) }
        _ = try database.write { try $0.annotate(ours("❤️", isSet: false, as: "r2")) }
        let records = try database.records()
        let other = try ChatDatabase(.memory)
        try other.restore(records)
        #expect(try other.records() == records)
        #expect(try other.timeline() == database.timeline())
        #expect(try other.nextToSend() == .annotation(ours()))
        try other.restore(records)
        #expect(try other.records() == records, "twice is once")
        try other.apply(annotations: [reaction("🎉", as: 2)])
        #expect(try shown(other) == ["👍 2 mine"], "a removed reaction stays removed")
    }

    @Test func `a restore sends the removal of a reaction of which the server has said nothing yet`() throws {
        try database.apply([message(1)])
        _ = try database.write { try $0.annotate(ours(as: "r1")) }
        #expect(try database.write { try $0.beginAttempt(at: ours(as: "r1")) } == true)
        let removal = ours(isSet: false, as: "r2")
        _ = try database.write { try $0.annotate(removal) }
        let records = try database.records()
        let other = try ChatDatabase(.memory)
        try other.restore(records)
        #expect(try other.records() == records)
        #expect(try other.nextToSend() == .annotation(removal) && shown(other) == [])
        try other.write { try $0.refuse(removal, reason: "no") }
        #expect(try other.number("SELECT count(*) FROM reaction") == 0)
    }

    @Test(arguments: [true, false])
    func `a restored reaction that is taken back is taken back on the server, which may have it`(_ isSet: Bool) throws {
        try database.apply([message(1)], annotations: [reaction(isSet: !isSet, by: .me, as: 8)])
        _ = try database.write { try $0.annotate(ours(isSet: isSet, as: "r1")) }
        let other = try ChatDatabase(.memory)
        try other.restore(try database.records())
        let opposite = ours(isSet: !isSet, as: "r2")
        #expect(try other.write { try $0.annotate(opposite) })
        #expect(try other.nextToSend() == .annotation(opposite))
    }

    @Test(arguments: [true, false])
    func `a restore sends again what was taken back on the way, and shows what the server says`(_ isSet: Bool) throws {
        try database.apply([message(1)], annotations: [reaction(by: .me, as: 8)])
        if !isSet { try database.apply(annotations: [reaction(isSet: false, by: .me, as: 9)]) }
        let opposite = ours(isSet: !isSet, as: "r1")
        let wish = ours(isSet: isSet, as: "r2")
        _ = try database.write { try $0.annotate(opposite) }
        #expect(try database.write { try $0.beginAttempt(at: opposite) } == true)
        _ = try database.write { try $0.annotate(wish) }
        let records = try database.records()
        let other = try ChatDatabase(.memory)
        try other.restore(records)
        #expect(try other.records() == records)
        #expect(try other.nextToSend() == .annotation(wish))
        #expect(try other.write { try $0.beginAttempt(at: wish) } == false, "the opposite was an attempt")
        try other.write { try $0.confirm(wish, as: accepted(wish, isSet ? 8 : 9)) }
        #expect(try shown(other) == (isSet ? ["👍 1 mine"] : []))
    }

    @Test func `a contact's reaction is not the user's, who may set the same one`() throws {
        try database.apply([message(1)], annotations: [reaction()])
        func hasReacted() throws -> Bool {
            try database.write { try $0.hasReacted("👍", to: MessageID("m1"), in: ada.id) }
        }
        #expect(try !hasReacted())
        #expect(try database.write { try $0.annotate(ours()) } && hasReacted())
    }

    @Test func `the server's reaction shows once the user's is refused, and not before`() throws {
        try database.apply([message(1)])
        #expect(try database.write { try $0.annotate(ours()) })
        try database.apply(annotations: [reaction(isSet: false, by: .me, as: 6)])
        #expect(try shown() == ["👍 1 mine"])
        try database.write { try $0.refuse(ours(), reason: "no") }
        #expect(try shown() == [])
    }

    @Test func `the user sets one reaction to two messages`() throws {
        try database.apply([message(1), message(2)])
        #expect(try database.write { try $0.annotate(ours()) })
        #expect(try database.write { try $0.annotate(ours(as: "r2", to: "m2")) })
        #expect(try shown() == ["👍 1 mine"] && shown(of: 2) == ["👍 1 mine"])
    }

    @Test func `a reaction on its way stands behind those that the server has`() throws {
        try database.apply([message(1)], annotations: [reaction("🎉", as: 3)])
        #expect(try database.write { try $0.annotate(ours()) })
        #expect(try shown() == ["🎉 1", "👍 1 mine"])
    }
}
