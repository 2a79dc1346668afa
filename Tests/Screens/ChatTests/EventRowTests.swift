import ChatTypes
import Foundation
import ScreenKit
import ScreenTesting
import Testing

@testable import Chat

/// Lines about what people did, in a chat's screen.
@Suite struct EventRowTests {
    private func event(
        _ id: String,
        _ name: String?,
        _ event: ChatEvent = .joined,
        text: String? = nil,
        isDeleted: Bool = false,
        at time: Date = .distantPast
    ) -> ChatMessage {
        ChatMessage(
            id: MessageID(id),
            author: name.map { .member(ContactID($0)) } ?? .me,
            senderName: name,
            text: text ?? event.verb,
            event: event,
            isDeleted: isDeleted,
            time: time,
            position: Position(1),
            delivery: name == nil ? .sent : .received
        )
    }

    private func message(_ id: String) -> ChatMessage {
        let ben = Author.member(ContactID("ben"))
        return ChatMessage(
            id: MessageID(id),
            author: ben,
            senderName: "Ben",
            text: "Hi",
            time: .distantPast,
            delivery: .received
        )
    }

    private func texts(_ messages: [ChatMessage], standing: ChatStanding = ChatStanding()) -> [String] {
        var presenter = presenter(messages, standing)
        return presenter.state()?.rows.map(\.text) ?? []
    }

    private func presenter(
        _ messages: [ChatMessage],
        _ standing: ChatStanding = ChatStanding(),
        showing found: MessageID? = nil,
        firstUnread: MessageID? = nil
    ) -> ChatPresenter {
        var presenter = ChatPresenter(showing: found, environment: .test())
        let contact = Contact(id: ContactID("team"), name: "Team")
        let window = ChatWindow(
            contact: contact,
            group: GroupState(memberCount: 3),
            standing: standing,
            messages: messages,
            firstUnread: firstUnread
        )
        presenter.receive(ChatContent(window: window, connection: .well))
        return presenter
    }

    @Test func `an event is a sentence with its author`() {
        let removal = event("1", "Bob", .removed, text: "removed Eve (spam)")
        #expect(texts([removal, event("2", nil)]) == ["Bob removed Eve (spam)", "You joined"])
    }

    @Test func `people of a combined row are told apart by ID, and the user is named first`() {
        func joined(_ id: String, _ author: Author, _ name: String?) -> ChatMessage {
            ChatMessage(
                id: MessageID(id),
                author: author,
                senderName: name,
                text: "joined",
                event: .joined,
                time: .distantPast,
                position: Position(1),
                delivery: name == nil ? .sent : .received
            )
        }
        let (one, two) = (Author.member(ContactID("@a:test")), Author.member(ContactID("@b:test")))
        #expect(texts([joined("1", one, "Sam"), joined("2", two, "Sam")]) == ["Sam and Sam joined"], "two people")
        let you = joined("1", one, "You (@a:test)")
        #expect(texts([you, joined("2", .me, nil)]) == ["You and You (@a:test) joined"])
        var presenter = presenter([you, joined("2", .me, nil)])
        let row = presenter.state()?.rows.first
        #expect(row?.author == one && row?.delivery == .received && row?.id == MessageID("2"), "not the user's alone")
    }

    @Test func `events of one kind that follow each other are one row`() {
        let names = ["Ada", "Eve", "Bob", "Cy", "Di"]
        let joins = names.map { event($0, $0) }
        #expect(texts(Array(joins.prefix(2))) == ["Ada and Eve joined"])
        #expect(texts(Array(joins.prefix(3))) == ["Ada, Eve and Bob joined"])
        #expect(texts(Array(joins.prefix(4))) == ["Ada, Eve and 2 others joined"])
        #expect(texts(joins) == ["Ada, Eve and 3 others joined"])
        var presenter = presenter(joins)
        #expect(presenter.state()?.rows.map(\.id.rawValue) == ["Di"], "the newest of them is what was seen")
        #expect(texts(joins + [event("again", "Ada")]) == ["Ada, Eve and 3 others joined"], "each person once")
        #expect(texts([joins[0], event("x", "Ada", .left), joins[1]]) == ["Ada joined", "Ada left", "Eve joined"])
        #expect(texts([joins[0], message("1"), joins[1]]).count == 3)
    }

    @Test func `a combined row keeps the gap before the first of its events`() {
        var first = event("1", "Ada")
        first.followsGap = true
        var presenter = presenter([message("x"), first, event("2", "Eve")])
        let rows = presenter.state()?.rows ?? []
        #expect(rows.map(\.followsGap) == [false, true] && rows.last?.text == "Ada and Eve joined")
    }

    @Test func `the steps of comparing emoji are one row for each person`() {
        let names = ["Ada", nil, "Ada", nil, "Ada", "Ada", nil]
        let steps = names.enumerated().map { event("\($0)", $1, .called, text: "compared emoji") }
        #expect(texts(steps) == ["Ada compared emoji", "You compared emoji"])
        var presenter = presenter(steps)
        #expect(presenter.state()?.rows.map(\.id.rawValue) == ["5", "6"], "the newest of them is what was seen")
        #expect(texts([steps[0], message("x"), steps[2]]).count == 3, "a message is between them")
        let asked = event("y", "Ada", .called, text: "asked to compare emoji")
        #expect(texts([asked, steps[0]]).count == 2)
    }

    @Test func `steps are one row only within ten minutes, and with three rows between them at most`() {
        func step(_ id: String, _ name: String, at seconds: TimeInterval = 0) -> ChatMessage {
            event(id, name, .called, text: "compared emoji", at: .noon + seconds)
        }
        #expect(texts([step("1", "Ada"), step("2", "Ada", at: 600)]).count == 1)
        #expect(texts([step("1", "Ada"), step("2", "Ada", at: 601)]).count == 2)
        let others = ["Eve", "Bob", "Cy", "Di"].map { step($0, $0) }
        #expect(texts([step("1", "Ada")] + others.prefix(3) + [step("2", "Ada")]).count == 4)
        #expect(texts([step("1", "Ada")] + others + [step("2", "Ada")]).count == 6)
    }

    @Test(arguments: [
        (ChatEvent.joined, "2", ["1", "2", "3"]), (.called, "1", ["1", "3"]), (.called, "3", ["2", "3"]),
    ])
    func `the row that the chat was opened at stays apart`(kind: ChatEvent, found: String, ids: [String]) {
        let events = ["1", "2", "3"].map { event($0, "Ada", kind) }
        var presenter = presenter(events, showing: MessageID(found))
        #expect(presenter.state()?.rows.map(\.id.rawValue) == ids)
    }

    @Test func `the first unread event stays apart, below the mark above it`() {
        let events = ["1", "2", "3"].map { event($0, "Ada") }
        var presenter = presenter(events, firstUnread: MessageID("2"))
        #expect(presenter.state()?.rows.map(\.id.rawValue) == ["1", "2", "3"])
    }

    @Test func `a deleted event is neither joined with others nor hides them`() {
        let events = [event("1", "Ada"), event("2", "Eve", isDeleted: true), event("3", "Bob")]
        #expect(texts(events) == ["Ada joined", "Message deleted", "Bob joined"])
        func step(_ id: String, isDeleted: Bool = false) -> ChatMessage {
            event(id, "Ada", .called, text: "compared emoji", isDeleted: isDeleted)
        }
        #expect(texts([step("1"), step("2", isDeleted: true), step("3")]).count == 3)
    }

    @Test func `an event of the contact in a chat of two has their name`() {
        let joined = ChatMessage(
            id: MessageID("1"),
            author: .contact,
            text: "joined",
            event: .joined,
            time: .distantPast,
            delivery: .received
        )
        #expect(texts([joined]) == ["Team joined"])
    }

    @Test func `an event after a gap begins a row of its own`() {
        for kind in [ChatEvent.joined, .called] {
            var second = event("2", "Ada", kind)
            second.followsGap = true
            var presenter = presenter([event("1", "Ada", kind), second])
            #expect(presenter.state()?.rows.map(\.followsGap) == [false, true])
        }
        var first = event("1", "Ada", .called)
        first.followsGap = true
        var presenter = presenter([first, event("2", "Ada", .called)])
        #expect(presenter.state()?.rows.map(\.followsGap) == [true, false], "the line about the gap stays")
    }

    @Test func `ten thousand joins are one row`() {
        let flood = (0..<10_000).map { event("\($0)", "Name \($0 % 5000)") }
        #expect(texts(flood) == ["Name 0, Name 1 and 4998 others joined"])
    }

    @Test func `being put out is the subtitle and refuses what is typed`() {
        var presenter = presenter([], ChatStanding(state: .banned(by: "Bob", reason: "spam"), topic: "Walks"))
        let state = presenter.state()
        #expect(state?.subtitle == "Bob banned you (spam)" && state?.canWrite == false && state?.topic == "Walks")
        _ = presenter.receive(ChatOutcome.notMember)
        #expect(presenter.state()?.problem?.text == "Bob banned you (spam): nothing can be sent")
    }

    @Test func `a change that the role does not allow is refused at once`() {
        var presenter = presenter([], ChatStanding(rights: .invite))
        #expect(presenter.handle(.change(.rename("Mine"))).isEmpty)
        #expect(presenter.state()?.problem?.text == "Your role does not allow you to change the title here")
        #expect(presenter.handle(.change(.invite("Eve"))) == [.perform(.action(.change(.invite("Eve"))))])
    }
}
