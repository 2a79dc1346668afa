import ChatTypes
import Foundation
import SQLiteKit
import Testing

@testable import ChatStore

/// The user's standing in chats, and the lines about events.
@Suite struct StandingTests {
    private let database: ChatDatabase

    init() throws { database = try ChatDatabase(.memory) }

    @discardableResult
    private func stand(_ state: ChatState, _ number: Int64, topic: String = "", in chat: ChatHeader = team) throws
        -> AppliedUpdate
    {
        let standing = NumberedStanding(ChatStanding(state: state, topic: topic), number: number)
        return try database.write { try $0.apply(ChatUpdate(chat: chat, standing: standing), announcing: true) }
    }

    private func standing(_ chat: ChatHeader = team) throws -> ChatStanding? {
        try database.timeline(of: chat)?.standing
    }

    @Test func `the standing with the highest number counts, in whatever order they arrive`() throws {
        try stand(.removed(by: "Ada", reason: "spam"), 7, topic: "Walks")
        #expect(try !stand(.joined, 6).isChange)
        #expect(try standing() == ChatStanding(state: .removed(by: "Ada", reason: "spam"), topic: "Walks"))
        #expect(try database.group()?.hasLeft == true)
        try stand(.joined, 8)
        #expect(try standing() == ChatStanding())
        #expect(try database.chats().map(\.standing) == [ChatStanding()])
    }

    @Test(arguments: [ChatState.left, .banned(by: "Ada", reason: ""), .replaced])
    func `only an invitation counts as accepted before a sync says so`(state: ChatState) throws {
        try stand(state, 1)
        try database.write { try $0.noteAcceptance(of: team.id, number: nil) }
        #expect(try standing()?.state == state)
        try stand(.invited(by: "Ada", toGroup: true), 2)
        try database.write { try $0.noteAcceptance(of: team.id, number: nil) }
        #expect(try standing()?.state == .joined)
    }

    @Test func `an invitation that was accepted does not come back, unless it is a new one`() throws {
        try stand(.invited(by: "Ada", toGroup: true), 2)
        try database.write { try $0.noteAcceptance(of: team.id, number: 5) }
        for late in [2, 4] as [Int64] {
            #expect(try stand(.invited(by: "Ada L.", toGroup: true), late).invitation == nil)
            #expect(try standing()?.state == .joined)
        }
        try stand(.joined, 5, topic: "Walks")
        #expect(try standing() == ChatStanding(topic: "Walks"))
        #expect(try stand(.invited(by: "Ada", toGroup: true), 6).invitation != nil)
        try database.write { try $0.noteAcceptance(of: team.id, number: 1) }
        #expect(try !stand(.invited(by: "Ada L.", toGroup: true), 5).isChange)
    }

    @Test func `being put out is reported once, leaving is not`() throws {
        #expect(try stand(.left, 1).removal == nil)
        let removed = ChatState.removed(by: "Ada", reason: "")
        #expect(try stand(removed, 2).removal == removed)
        #expect(try stand(removed, 2).removal == nil)
        #expect(try stand(.banned(by: "Ada", reason: ""), 3).removal?.isRemoval == true)
    }

    @Test func `a chat that is entered again counts its unread messages again`() throws {
        try stand(.joined, 1)
        try database.apply([message(1, from: adaInTeam), message(2, from: adaInTeam)], in: team)
        #expect(try database.unread(in: team) == 2)
        try stand(.left, 4)
        #expect(try database.unread(in: team) == 0)
        try stand(.joined, 5)
        #expect(try database.unread(in: team) == 2)
    }

    @Test func `a new invitation leaves nothing of the departure`() throws {
        try database.apply(memberships: teamMembers, in: team)
        try database.apply(memberships: [membership(.me, "Me", isMember: false, number: 5)], in: team)
        #expect(try standing()?.state == .left && database.group()?.hasLeft == true)
        try stand(.invited(by: "Ada", toGroup: true), 6)
        #expect(try standing()?.state == .invited(by: "Ada", toGroup: true) && database.group()?.hasLeft == false)
        // A departure that a membership reports is not reported again.
        try database.apply(memberships: [membership(.me, "Me", isMember: false, number: 5)], in: team)
        #expect(try standing()?.state == .invited(by: "Ada", toGroup: true))
        try database.apply(memberships: [membership(.me, "Me", number: 7)], in: team)
        #expect(try standing()?.state == .invited(by: "Ada", toGroup: true), "only a standing ends an invitation")
    }

    @Test func `a removal refines a membership of the same number`() throws {
        let update = ChatUpdate(
            chat: team,
            memberships: [membership(.me, "Me", isMember: false, number: 5)],
            standing: NumberedStanding(ChatStanding(state: .removed(by: "Ada", reason: "spam")), number: 5)
        )
        #expect(try database.write { try $0.apply(update, announcing: true) }.removal?.reason == "spam")
        #expect(try standing()?.state.text == "Ada removed you (spam)")
    }

    @Test func `a message that comes late, below an event, still gives the list its time`() throws {
        try database.apply([message(1)])
        try database.apply([event(3)])
        try database.apply([message(2)])
        let chat = try #require(try database.chats().first)
        #expect(chat.newest?.text == "text 2" && chat.activity == moment(2))
    }

    private func event(_ number: Int, _ event: ChatEvent = .joined, from author: Author = .contact) -> Message {
        Message(
            id: MessageID("m\(number)"),
            author: author,
            text: event.verb,
            event: event,
            sentAt: moment(number),
            position: Position(Int64(number) * 10),
            predecessor: number == 1
                ? nil : Predecessor(position: Position(Int64(number - 1) * 10), cursor: PageCursor("c"))
        )
    }

    @Test func `an event is neither unread nor announced, and neither previews a chat nor moves it up`() throws {
        let applied = try database.apply([message(1), event(2), event(3, from: .me)], announcing: true)
        #expect(applied.announced.map(\.id.rawValue) == ["m1"])
        let chat = try #require(try database.chats().first)
        #expect(chat.unreadCount == 1 && chat.newest?.text == "text 1" && chat.activity == moment(1))
        #expect(try database.timeline()?.messages.map(\.event) == [nil, .joined, .joined])
        #expect(try database.timeline()?.messages.map(\.isUnread) == [true, false, false])
        #expect(try database.search("ada").hits.first?.context == "text 1")
    }

    @Test func `after hundreds of events a chat has no preview, and costs no more`() throws {
        try database.apply([message(1)] + (2...300).map { event($0) })
        let before = database.rowCount
        #expect(try database.chats().first?.newest == nil)
        #expect(database.rowCount - before < 10)
    }

    @Test func `an event is not edited, deleted or reacted to`() throws {
        try database.apply([event(1, from: .me)])
        for kind in [Annotation.Kind.deletion, .edit(text: "x"), .reaction(text: "👍", isSet: true)] {
            let annotation = OutgoingAnnotation(id: MessageID("a"), of: MessageID("m1"), in: ada.id, kind: kind)
            #expect(try !database.write { try $0.annotate(annotation) })
        }
    }

    @Test func `chats of one name are told apart by the contact, or else by the chat`() throws {
        func chat(_ id: String, _ contact: String) -> ChatHeader {
            ChatHeader(id: ChatID(id), contact: Contact(id: ContactID(contact), name: "Eve"), createdAt: moment(0))
        }
        try database.apply(in: chat("!a:test", "@eve:test"))
        #expect(try database.chats().map(\.distinction) == [nil])
        try database.apply(in: chat("!b:test", "@eve:other"))
        #expect(try database.chats().map(\.distinction) == ["@eve:test", "@eve:other"])
        try database.apply(in: chat("!c:test", "@eve:test"))
        #expect(try database.chats().map(\.distinction) == ["!a:test", "@eve:other", "!c:test"])
        #expect(try database.timeline(of: chat("!c:test", ""))?.distinction == "!c:test")
        let hits = try database.read { try $0.search("eve", limit: 5) }.hits
        #expect(hits.map(\.distinction) == ["!a:test", "@eve:other", "!c:test"])
        try database.apply([message(1, text: "a word")], in: chat("!b:test", "@eve:other"))
        #expect(try database.read { try $0.search("word", limit: 5) }.hits.map(\.distinction) == ["@eve:other"])
    }

    @Test func `a replaced room and its successor have no id behind their names, and two replaced ones have`() throws {
        func chat(_ id: String) -> ChatHeader {
            let club = Contact(id: ContactID(id), name: "Club")
            return ChatHeader(id: ChatID(id), contact: club, isGroup: true, createdAt: moment(0))
        }
        for id in ["!a:test", "!b:test"] { try database.apply(in: chat(id)) }
        try stand(.replaced, 1, in: chat("!a:test"))
        #expect(try database.chats().map(\.distinction) == [nil, nil])
        #expect(try database.timeline(of: chat("!b:test"))?.distinction == nil)
        let hits = try database.read { try $0.search("club", limit: 5) }.hits
        #expect(hits.map(\.distinction) == ["!a:test", "!b:test"], "results do not say that one was replaced")
        try database.apply(in: chat("!c:test"))
        try stand(.replaced, 1, in: chat("!b:test"))
        #expect(try database.chats().map(\.distinction) == ["!a:test", "!b:test", nil])
    }

    @Test func `the row of a replaced room costs as much with hundreds of chats of its name`() throws {
        func chat(_ number: Int) -> ChatHeader {
            let club = Contact(id: ContactID("!\(number):test"), name: "Club")
            return ChatHeader(id: ChatID("!\(number):test"), contact: club, isGroup: true, createdAt: moment(0))
        }
        try database.apply([message(1)], in: chat(0))
        try stand(.replaced, 1, in: chat(0))
        var (steps, number) = ([Int](), 1)
        for count in [100, 600] {
            try database.write { writer in
                while number <= count {
                    _ = try writer.apply(ChatUpdate(chat: chat(number)), announcing: false)
                    number += 1
                }
            }
            let before = database.connection.stepCount
            #expect(try database.read { try $0.chats(limit: 1) }.map(\.id) == [chat(0).id])
            steps.append(Int(database.connection.stepCount - before))
        }
        #expect(0 < steps[0] && steps[1] < steps[0] + 100, "\(steps)")
    }

    @Test func `an id finds its chat, and no name that looks like one`() throws {
        func chat(_ id: String, _ contact: String, _ name: String) -> ChatHeader {
            ChatHeader(id: ChatID(id), contact: Contact(id: ContactID(contact), name: name), createdAt: moment(0))
        }
        try database.apply(in: chat("!1:test", "@mallory:test", "@bob:test"))
        func found(_ name: String) throws -> ChatID? {
            try database.read { try $0.chat(withContactNamed: name, includingGroups: true) }?.id
        }
        #expect(try found("@bob:test") == nil)
        try database.apply(in: chat("!2:test", "@bob:test", "Bob"))
        #expect(try found("@bob:test") == ChatID("!2:test") && found("!1:test") == ChatID("!1:test"))
        try database.apply(in: chat("!3:test", "@bob:test", "Bob"))
        try stand(.left, 1, in: chat("!2:test", "@bob:test", "Bob"))
        #expect(try found("@bob:test") == ChatID("!3:test") && found("bob") == ChatID("!3:test"), "one that is in use")
    }

    @Test func `members are found by id or name, the present ones first`() throws {
        let eves = ["eve", "eve-2"].map { membership(.member(ContactID($0)), "Eve") }
        try database.apply(memberships: teamMembers + eves, in: team)
        func found(_ text: String) throws -> [String] {
            try database.read { try $0.members(named: text, in: team.id) }.compactMap(\.id.member?.rawValue)
        }
        #expect(try found("EVE") == ["eve", "eve-2"] && found("eve-2") == ["eve-2"] && found("Me").isEmpty)
        #expect(
            try found("Еve") == ["eve", "eve-2"] && found("Веn") == [],
            "a name that only looks like it names nobody"
        )
        try database.apply(
            memberships: [membership(.member(ContactID("eve")), "Eve", isMember: false, number: 2)],
            in: team
        )
        #expect(try found("Eve") == ["eve-2"])
    }

    @Test func `roles, standing and events survive an export`() throws {
        let mine = Membership(member: .me, name: "Me", role: .administrator, number: 1)
        try database.apply([event(1, .changed, from: adaInTeam)], memberships: [mine], in: team)
        try stand(.banned(by: "Ada", reason: "spam"), 9, topic: "Walks")
        let copy = try ChatDatabase(.memory)
        try copy.restore(database.records())
        #expect(try copy.records() == database.records())
        #expect(try copy.timeline(of: team)?.messages.map(\.event) == [.changed])
        #expect(try copy.timeline(of: team)?.standing.state == .banned(by: "Ada", reason: "spam"))
        #expect(try copy.read { try $0.role(of: .me, in: team.id) } == .administrator)
    }

    @Test func `a chat that is entered again counts its unread answers again, in their thread as well`() throws {
        try stand(.joined, 1)
        try database.apply([message(1, from: adaInTeam), message(2, from: adaInTeam, inThread: "m1")], in: team)
        func counts() throws -> [Int?] {
            let threads = try database.read { try $0.timeline(of: team.id, in: .newest(9), part: .threads) }
            return [try database.unread(in: team), threads?.messages.first?.thread?.unreadCount]
        }
        #expect(try counts() == [2, 1])
        try stand(.left, 4)
        #expect(try counts() == [0, 0])
        try stand(.joined, 5)
        #expect(try counts() == [2, 1])
    }

    @Test(arguments: ["@bob:test", "Bob"])
    func `of two chats with a contact the one that the user is in comes before an invitation`(name: String) throws {
        func chat(_ id: String) -> ChatHeader {
            let bob = Contact(id: ContactID("@bob:test"), name: "Bob")
            return ChatHeader(id: ChatID(id), contact: bob, createdAt: moment(0))
        }
        try database.apply(in: chat("!1:test"))
        try database.apply([message(9)], in: chat("!2:test"))
        try stand(.invited(by: "Bob", toGroup: false), 1, in: chat("!2:test"))
        let found = try database.read { try $0.chat(withContactNamed: name, includingGroups: true) }
        #expect(found?.id == ChatID("!1:test"))
    }

    @Test func `an ID names its member alone, whatever others call themselves`() throws {
        let people = [("@bob:test", "Bob"), ("@mallory:test", "@bob:test")].map { id, name in
            membership(.member(ContactID(id)), name)
        }
        try database.apply(memberships: people, in: team)
        let found = try database.read { try $0.members(named: "@bob:test", in: team.id) }
        #expect(found.map(\.id) == [.member(ContactID("@bob:test"))])
    }

    @Test func `a membership that names no role keeps the one that is known`() throws {
        let mine = Membership(member: .me, name: "Me", role: .administrator, number: 1)
        try database.apply(memberships: [mine, membership(.me, "Myself", number: 2)], in: team)
        #expect(try database.read { try $0.role(of: .me, in: team.id) } == .administrator)
    }

    @Test func `a user who leaves and returns by a membership alone has the same unread messages again`() throws {
        try database.apply(
            [message(1, from: adaInTeam), message(2, from: adaInTeam)],
            memberships: teamMembers,
            in: team
        )
        try database.apply(memberships: [membership(.me, "Me", isMember: false, number: 2)], in: team)
        #expect(try database.unread(in: team) == 0)
        try database.apply(memberships: [membership(.me, "Me", number: 3)], in: team)
        #expect(try database.unread(in: team) == 2)
    }

    @Test(arguments: [(Int?.some(7), 7), (nil, 2)])
    func `after a return the server's count holds, or else that of the messages here`(count: Int?, unread: Int) throws {
        try database.apply([message(1, from: adaInTeam), message(2, from: adaInTeam)], in: team)
        try stand(.left, 4)
        let standing = NumberedStanding(ChatStanding(state: .joined), number: 5)
        let update = ChatUpdate(chat: team, standing: standing, unreadCount: count)
        _ = try database.write { try $0.apply(update, announcing: true, countsMissing: true) }
        #expect(try database.unread(in: team) == unread)
    }

    @Test func `a removal and an invitation are announced once, whatever else changes about them`() throws {
        let removed = ChatState.removed(by: "Ada", reason: "")
        #expect(try stand(removed, 1).removal == removed && stand(removed, 2, topic: "Walks").removal == nil)
        let invited = ChatState.invited(by: "Ada", toGroup: true)
        #expect(try stand(invited, 3).invitation == invited)
        #expect(
            try stand(.invited(by: "Ben", toGroup: true), 4).invitation == nil && stand(.joined, 5).invitation == nil
        )
    }

    @Test func `the ID of a chat stands for it before another whose contact has that ID`() throws {
        for (id, contact) in [("!2:test", "@eve:test"), ("!1:test", "!2:test")] {
            let contact = Contact(id: ContactID(contact), name: "Eve \(contact)")
            try database.apply(in: ChatHeader(id: ChatID(id), contact: contact, createdAt: moment(0)))
        }
        let found = try database.read { try $0.chat(withContactNamed: "!2:test", includingGroups: true) }
        #expect(found?.id == ChatID("!2:test"))
    }
}
