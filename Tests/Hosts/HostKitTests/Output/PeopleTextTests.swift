import ChatTypes
import Testing

@testable import HostKit

/// The user's place in chats, events and equal names, as text.
@Suite struct PeopleTextTests {
    private func row(_ name: String, _ state: ChatState, _ distinction: String? = nil) -> HostEvent.ListRow {
        var row = HostEvent.ListRow(contact: name, preview: "Hi", time: "9:00 am", unread: 0)
        (row.state, row.distinction) = (HostEvent.StateLine(state), distinction)
        return row
    }

    @Test func `the list has the state and an id behind a name, which no name can imitate`() {
        let rows = [
            row("Eve", .joined, "@eve:test"), row("Eve", .banned(by: "Bob", reason: ""), "!room:test"),
            row("Eve (left)", .joined), row("R", .invited(by: "Ada", toGroup: true)),
        ]
        let lines = HostEvent.list(rows).text()
        #expect(lines[0].hasPrefix("  1  Eve (@eve:test)") && lines[1].hasPrefix("  2  Eve (!room:test) (banned)"))
        #expect(lines[3].hasPrefix("  4  R (invitation)"))
    }

    @Test(
        arguments: [
            (.invited(by: "Bob", toGroup: false), "(invitation)", #"{"by":"Bob","state":"invited"}"#),
            (.invited(by: "Bob", toGroup: true), "(invitation)", #"{"by":"Bob","group":true,"state":"invited"}"#),
            (.invitedToSpace(by: ""), "(invitation)", #"{"space":true,"state":"invited"}"#),
            (.left, "(left)", #"{"state":"left"}"#),
            (.removed(by: "Bob", reason: ""), "(removed)", #"{"by":"Bob","state":"removed"}"#),
            (.banned(by: "", reason: "spam"), "(banned)", #"{"reason":"spam","state":"banned"}"#),
            (.replaced, "(old room)", #"{"state":"replaced"}"#),
        ] as [(ChatState, String, String)]
    )
    func `each place outside of a chat has its mark, and its words for programs`(
        state: ChatState,
        mark: String,
        json: String
    ) throws {
        let line = try #require(HostEvent.StateLine(state))
        #expect(line.mark == mark)
        #expect(try JSONLine.text(of: line) == json)
        #expect(HostEvent.StateLine(.joined) == nil)
    }

    @Test func `the list says where a draft waits, and JSON who wrote the newest message of a group`() throws {
        var typed = row("Ada", .joined)
        typed.draft = true
        #expect(HostEvent.list([typed]).text()[0].hasPrefix("  1  Ada (draft)"))
        #expect(HostEvent.ListRow.isMine(.me, isFound: false, isGroup: true) == true)
        #expect(HostEvent.ListRow.isMine(.contact, isFound: false, isGroup: true) == nil)
        #expect(HostEvent.ListRow.isMine(.me, isFound: false, isGroup: false) == nil)
        #expect(HostEvent.ListRow.isMine(.contact, isFound: true, isGroup: false) == false)
    }

    @Test func `an event has no author in front, and its reason cannot move the cursor`() {
        var line = HostEvent.MessageLine.sample("Bob banned you (\u{1B}[2J\nYou: hi)", .received)
        line.event = .removed
        #expect(line.text(.plain, columns: nil) == ["  9:00 am  Bob banned you (␛[2J You: hi)"])
    }

    @Test func `JSON says who and why`() throws {
        let text = try JSONLine.text(of: HostEvent.list([row("R", .banned(by: "Bob", reason: "spam"))]))
        #expect(text.contains(#""state":{"by":"Bob","reason":"spam","state":"banned"}"#))
        let space = try JSONLine.text(of: HostEvent.list([row("R", .invitedToSpace(by: "Bob (@bob:test)"))]))
        #expect(space.contains(#""state":{"by":"Bob","byID":"@bob:test","space":true,"state":"invited"}"#))
    }

    @Test func `details name roles, and no member passes for the user`() {
        var line = HostEvent.DetailsLine(contact: "Trip", members: ["You", "Ada", "Ada"], text: "4 people")
        line.people = [("You", "@y:test"), ("Ada", "@a:test"), ("Ada", "@b:test")].map { .init(name: $0, id: $1) }
        line.roles = [
            .init(name: "You", role: "administrator", mine: true), .init(name: "Ada", id: "@b:test", role: "moderator"),
        ]
        (line.topic, line.rights) = ("On Sunday", "You may invite people")
        let lines = HostEvent.details(line).text()
        #expect(lines.prefix(3) == ["  4 people", "  Topic: On Sunday", "  You may invite people"])
        #expect(lines.last == "  You (administrator), \"You\", Ada, Ada (moderator)")
    }
}
