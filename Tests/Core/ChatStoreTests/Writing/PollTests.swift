import ChatTypes
import Testing

@testable import ChatStore

@Suite struct PollTests {
    private let database: ChatDatabase

    init() throws {
        database = try ChatDatabase(.memory)
        try database.apply([message(1, from: adaInTeam)], memberships: teamMembers, in: team)
    }

    private func vote(
        _ answers: String...,
        by author: Author = adaInTeam,
        in number: Int = 2,
        as change: Int64 = 1
    ) -> Annotation {
        Annotation(author: author, message: MessageID("m\(number)"), kind: .vote(answers: answers), number: change)
    }

    private func end(by author: Author = adaInTeam) -> Annotation {
        Annotation(author: author, message: MessageID("m2"), kind: .pollEnd)
    }

    private func ours(_ kind: Annotation.Kind, as id: String = "v1") -> OutgoingAnnotation {
        OutgoingAnnotation(id: MessageID(id), of: MessageID("m2"), in: team.id, kind: kind)
    }

    private func ask(_ poll: Poll = lunch, from author: Author = adaInTeam) throws {
        try database.apply([message(2, from: author, poll: poll)], in: team)
    }

    private func shown(_ database: ChatDatabase? = nil, of number: Int = 2) throws -> ChatPoll? {
        let messages = try (database ?? self.database).timeline(of: team)?.messages ?? []
        return messages.first { $0.id == MessageID("m\(number)") }?.poll
    }

    /// The votes for each answer, those of the user with a mark.
    private func counts(_ database: ChatDatabase? = nil) throws -> [String] {
        try shown(database)?.answers.map { "\($0.votes.map(String.init) ?? "?")\($0.isMine ? " mine" : "")" } ?? []
    }

    @Test func `each person's newest vote counts, in whatever order votes and poll arrive`() throws {
        for order in [[0, 1, 2, 3], [3, 2, 1, 0], [1, 0, 3, 2], [2, 3, 3, 0, 1, 2]] {
            let database = try ChatDatabase(.memory)
            try database.apply([message(1, from: adaInTeam)], memberships: teamMembers, in: team)
            for step in order {
                switch step {
                case 0: try database.apply([message(2, from: adaInTeam, poll: lunch)], in: team)
                case 1: try database.apply(annotations: [vote("a", as: 5), vote("b", by: benInTeam, as: 3)], in: team)
                case 2: try database.apply(annotations: [vote("c", "b", as: 9)], in: team)
                default: try database.apply(annotations: [vote("a", by: .me, as: 4)], in: team)
                }
            }
            #expect(try counts(database) == ["1 mine", "2", "1"], "\(order)")
            #expect(try shown(database)?.voters == 3, "\(order)")
            #expect(try database.number("SELECT count(*) FROM vote WHERE waits = 1") == 0, "\(order)")
        }
    }

    @Test func `too many selections are cut, an unknown answer spoils the vote, and repeated ones count once`() throws {
        try ask()
        try database.apply(annotations: [vote("a", "b", "c"), vote("b", "b", by: benInTeam)], in: team)
        #expect(try counts() == ["1", "2", "0"])
        try database.apply(annotations: [vote("a", "x", as: 2)], in: team)
        #expect(try counts() == ["0", "1", "0"] && shown()?.voters == 1)
        try database.apply(annotations: [vote(by: benInTeam, as: 3)], in: team)
        #expect(try shown()?.voters == 0)
    }

    @Test func `an undisclosed poll shows its numbers once it has ended`() throws {
        let secret = Poll(question: "Who?", answers: lunch.answers, isDisclosed: false)
        try ask(secret)
        try database.apply(annotations: [vote("a"), vote("b", by: .me, as: 2)], in: team)
        #expect(try counts() == ["?", "? mine", "?"] && shown()?.voters == nil)
        try database.apply(annotations: [end()], in: team)
        #expect(try counts() == ["1", "1 mine", "0"] && shown()?.isEnded == true)
    }

    @Test func `only the poll's author ends it, also before it arrives, and then no vote is sent`() throws {
        try database.apply(annotations: [end(by: benInTeam), end()], in: team)
        try ask()
        #expect(try shown()?.isEnded == true)
        #expect(try !database.write { try $0.annotate(ours(.vote(answers: ["a"]))) })
        try database.apply([message(3, from: adaInTeam, poll: lunch)], in: team)
        let other = Annotation(author: benInTeam, message: MessageID("m3"), kind: .pollEnd)
        try database.apply(annotations: [other], in: team)
        #expect(try shown(of: 3)?.isEnded == false)
    }

    @Test func `the user's vote shows at once, is sent once, and an older one of the server's changes nothing`() throws
    {
        try ask()
        #expect(try database.write { try $0.annotate(ours(.vote(answers: ["a"]))) })
        #expect(try database.write { try !$0.annotate(ours(.vote(answers: ["a"]), as: "v2")) }, "it is the same")
        #expect(try counts() == ["1 mine", "0", "0"])
        #expect(try database.nextToSend(in: team) == .annotation(ours(.vote(answers: ["a"]))))
        try database.apply(annotations: [vote("b", by: .me, as: 3)], in: team)
        #expect(try counts() == ["1 mine", "0", "0"], "the wish stays until the server has answered")
        let accepted = vote("a", by: .me, as: 7)
        try database.write { try $0.confirm(ours(.vote(answers: ["a"])), as: accepted) }
        #expect(try database.nextToSend(in: team) == nil)
        try database.apply(annotations: [vote("b", by: .me, as: 6)], in: team)
        #expect(try counts() == ["1 mine", "0", "0"])
        try database.apply(annotations: [vote("c", by: .me, as: 8)], in: team)
        #expect(try counts() == ["0", "0", "1 mine"], "changed on another device")
    }

    @Test func `a vote that is changed on its way is sent as it is last, and a refused one is dropped`() throws {
        try ask()
        let (first, second) = (ours(.vote(answers: ["a"])), ours(.vote(answers: ["b"]), as: "v2"))
        _ = try database.write { try $0.annotate(first) }
        _ = try database.write { try $0.annotate(second) }
        try database.write { try $0.confirm(first, as: vote("a", by: .me, as: 7)) }
        #expect(try counts() == ["0", "1 mine", "0"])
        #expect(try database.nextToSend(in: team) == .annotation(second))
        try database.write { try $0.refuse(second, reason: "no") }
        #expect(try counts() == ["1 mine", "0", "0"] && database.nextToSend(in: team) == nil)
    }

    @Test func `the user ends only an own poll, which goes on if the server refuses`() throws {
        try ask()
        #expect(try !database.write { try $0.annotate(ours(.pollEnd)) }, "it is Ada's")
        try database.apply([message(3, from: .me, poll: lunch)], in: team)
        let end = OutgoingAnnotation(id: MessageID("e1"), of: MessageID("m3"), in: team.id, kind: .pollEnd)
        #expect(try database.write { try $0.annotate(end) })
        #expect(try shown(of: 3)?.isEnded == true && database.nextToSend(in: team) == .annotation(end))
        try database.write { try $0.refuse(end, reason: "no") }
        #expect(try shown(of: 3)?.isEnded == false && database.nextToSend(in: team) == nil)
        _ = try database.write { try $0.annotate(end) }
        let accepted = Annotation(author: .me, message: MessageID("m3"), kind: .pollEnd)
        try database.write { try $0.confirm(end, as: accepted) }
        #expect(try shown(of: 3)?.isEnded == true && database.nextToSend(in: team) == nil)
    }

    @Test func `a poll that another device has ended stays ended though the server refuses this one's end`() throws {
        try ask(from: .me)
        #expect(try database.write { try $0.annotate(ours(.pollEnd)) })
        try database.apply(annotations: [end(by: .me)], in: team)
        try database.write { try $0.refuse(ours(.pollEnd), reason: "no") }
        #expect(try shown()?.isEnded == true && database.nextToSend(in: team) == nil)
    }

    @Test func `a poll waits in the outbox and keeps its answers when it is sent`() throws {
        let poll = OutgoingMessage(id: MessageID("p1"), chat: team.id, text: lunch.text, poll: lunch)
        #expect(try database.write { try $0.enqueue(poll, at: moment(9)) })
        #expect(try database.nextToSend(in: team) == .message(poll))
        try database.apply([message(5, from: .me, id: "p1", text: lunch.text, poll: lunch)], in: team)
        let sent = try #require(try database.timeline(of: team)?.messages.last)
        #expect(sent.position != nil && sent.poll?.answers.count == 3 && sent.text == "Poll: Lunch?")
        let edit = Annotation.Kind.edit(text: "another question")
        let outgoing = OutgoingAnnotation(id: MessageID("e1"), of: sent.id, in: team.id, kind: edit)
        #expect(try !database.write { try $0.annotate(outgoing) })
    }

    @Test func `a deleted poll has neither answers nor votes`() throws {
        try ask()
        try database.apply(annotations: [vote("a"), end()], in: team)
        _ = try database.write { try $0.annotate(ours(.vote(answers: ["a"]))) }
        try database.apply(
            annotations: [Annotation(author: adaInTeam, message: MessageID("m2"), kind: .deletion)],
            in: team
        )
        #expect(try shown() == nil && database.number("SELECT count(*) FROM vote") == 0)
        #expect(try database.nextToSend(in: team) == nil)
    }

    @Test func `votes in what is no poll are dropped, and those without a message are bounded`() throws {
        try database.apply(annotations: [vote("a", in: 1)], in: team)
        #expect(try database.number("SELECT count(*) FROM vote") == 0)
        let strays = (1...1100).map { vote("a", in: 1000 + $0) }
        try database.apply(annotations: strays, in: team)
        #expect(try database.number("SELECT count(*) FROM vote") == 1000)
        try database.apply(annotations: [vote("a", in: 2)], in: team)
        try database.apply([message(2, from: adaInTeam)], in: team)
        #expect(try database.number("SELECT count(*) FROM vote WHERE message = 'm2'") == 0)
    }

    @Test func `an exported poll is restored with its votes, and what waits is sent again`() throws {
        try ask(from: .me)
        try database.apply(annotations: [vote("b", as: 2), vote("c", by: .me, as: 3)], in: team)
        _ = try database.write { try $0.annotate(ours(.vote(answers: ["a"]))) }
        _ = try database.write { try $0.annotate(ours(.pollEnd, as: "e1")) }
        let copy = try ChatDatabase(.memory)
        try copy.restore(try database.records())
        #expect(try copy.timeline(of: team)?.messages == database.timeline(of: team)?.messages)
        #expect(try copy.nextToSend(in: team) == .annotation(ours(.vote(answers: ["a"]))))
        #expect(try copy.records() == database.records())
        try copy.restore(try database.records())
        #expect(try copy.records() == database.records(), "again")
    }

    @Test(arguments: [[], ["c"]])
    func `a vote that was changed and changed back on its way is sent after an import`(before: [String]) throws {
        try ask()
        if !before.isEmpty { try database.apply(annotations: [vote("c", by: .me, as: 3)], in: team) }
        _ = try database.write { try $0.annotate(ours(.vote(answers: ["a"]))) }
        _ = try database.write { try $0.annotate(ours(.vote(answers: before), as: "v2")) }
        let copy = try ChatDatabase(.memory)
        try copy.restore(try database.records())
        #expect(try copy.nextToSend(in: team) == .annotation(ours(.vote(answers: before), as: "v2")))
        #expect(try copy.records() == database.records())
    }

    @Test func `the votes in a poll are bounded, and who has voted may vote again`() throws {
        try ask()
        try database.apply(annotations: [vote("a")], in: team)
        try database.execute(
            """
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(Limits.votes - 1))
            INSERT INTO vote(chat, message, mine, sender, answers, number, waits)
            SELECT v.chat, v.message, 0, 'p' || n.i, v.answers, 1, 0 FROM vote v CROSS JOIN n
            """
        )
        try database.apply(annotations: [vote("b", by: benInTeam)], in: team)
        #expect(try counts() == ["\(Limits.votes)", "0", "0"])
        try database.apply(annotations: [vote("c", as: 2), vote("c", by: .me, as: 2)], in: team)
        #expect(try counts() == ["\(Limits.votes - 1)", "0", "2 mine"])
        try database.apply([message(3, from: adaInTeam, poll: lunch)], in: team)
        try database.apply(annotations: [vote("a", by: benInTeam, in: 3)], in: team)
        #expect(try shown(of: 3)?.voters == 1, "another poll has room")
    }

    @Test func `an edit by its author leaves a poll as it is`() throws {
        try ask()
        let edit = Annotation(author: adaInTeam, message: MessageID("m2"), kind: .edit(text: "Dinner?"), number: 5)
        #expect(try !database.apply(annotations: [edit], in: team).isChange)
        #expect(try database.timeline(of: team)?.messages.last?.text == "text 2")
    }

    @Test func `a poll is ended once, and not while it waits`() throws {
        let poll = OutgoingMessage(id: MessageID("p1"), chat: team.id, text: lunch.text, poll: lunch)
        #expect(try database.write { try $0.enqueue(poll, at: moment(9)) })
        func end() throws -> Bool {
            let end = OutgoingAnnotation(id: MessageID("e1"), of: poll.id, in: team.id, kind: .pollEnd)
            return try database.write { try $0.annotate(end) }
        }
        #expect(try !end())
        try database.apply([message(5, from: .me, id: "p1", poll: lunch)], in: team)
        #expect(try end() && !end())
    }

    @Test func `a vote like another person's, or like the user's in another poll, is sent`() throws {
        try ask()
        try database.apply([message(3, from: adaInTeam, poll: lunch)], in: team)
        try database.apply(annotations: [vote("a"), vote("a", by: .me, in: 3)], in: team)
        #expect(try database.write { try $0.annotate(ours(.vote(answers: ["a"]))) })
    }
}
