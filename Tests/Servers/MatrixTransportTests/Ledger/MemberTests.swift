import ChatTypes
import Foundation
import Testing

@testable import MatrixTransport

/// Members of groups: joins, departures and names.
@Suite struct MemberTests {
    private let told: LedgerFixture

    init() throws { told = try LedgerFixture() }

    @discardableResult
    private func begin(_ timeline: String = text(1), limited: String? = nil) async throws -> ChatUpdate {
        try await told.apply(groupAnswer("1", timeline, limited: limited, state: gardenState), since: nil).unwrapped()
    }

    @Test func `authors are named, and the user is a member`() async throws {
        let update = try await begin()
        #expect(update.memberships.map(\.member).sorted() == [.me, .member(ada), .member(bob)])
        #expect(update.membership(of: .member(ada))?.name == "Ada" && update.membership(of: .member(ada))?.since == nil)
        #expect(update.memberships.allSatisfy { $0.isMember && $0.number > 0 && $0.number <= Limits.membershipNumber })
    }

    @Test func `joins, departures, bans and new names are delivered with ascending numbers`()
        async throws
    {
        try await begin()
        var last: Int64 = 0
        for (index, (event, isMember, name)) in [
            (change("$1", of: cyd, name: "Cyd"), true, "Cyd"),
            (change("$2", of: cyd, name: "Cydney", at: 4000), true, "Cydney"),
            (change("$3", of: cyd, "leave", at: 3000), false, "Cydney"),
            (change("$4", of: cyd, "invite", name: "C", by: ada, at: 2900), false, "Cydney"),
            (change("$5", of: cyd, name: "Cyd", at: 2800), true, "Cyd"),
            (change("$6", of: cyd, "leave", by: ada, at: 2000), false, "Cyd"),
            (change("$7", of: cyd, "join", at: -1), true, "@cyd:test"),
            (change("$8", of: cyd, "ban", by: ada, at: 0), false, "@cyd:test"),
        ].enumerated() {
            let told = try await told.membership(of: .member(cyd), in: groupAnswer("\(index + 2)", event)).unwrapped()
            #expect(told.isMember == isMember && told.name == name)
            // In order of arrival, not by a clock that goes back.
            if index != 3 { #expect(told.number > last) } else { #expect(told.number == last) }
            last = told.number
        }
    }

    @Test func `invited, knocking and declining users are no members`() async throws {
        try await begin()
        for word in ["invite", "knock", "leave", "ban", "strange"] {
            let answer = groupAnswer("2", change("$\(word)", of: cyd, word, name: "Cyd", by: ada))
            #expect(try await told.membership(of: .member(cyd), in: answer) == nil)
        }
        let gone = change("$g", of: cyd, "leave", was: #"{"membership":"join","displayname":"Cyd"}"#)
        let membership = try await told.membership(of: .member(cyd), in: groupAnswer("3", gone))
        #expect(membership?.isMember == false && membership?.name == "Cyd")
    }

    @Test func `the last event of a response is valid, and a repeated response changes nothing`() async throws {
        try await begin()
        let events = [
            change("$1", of: cyd, name: "Cyd"), change("$2", of: cyd, "leave"), change("$3", of: cyd, name: "Cydney"),
        ]
        let answer = groupAnswer("2", events.joined(separator: ","))
        let first = try await told.membership(of: .member(cyd), in: answer).unwrapped()
        #expect(first.isMember && first.name == "Cydney")
        let again = try await told.membership(of: .member(cyd), in: answer).unwrapped()
        #expect(again.isMember && again.name == "Cydney" && again.number >= first.number)
        let one = groupAnswer("3", change("$4", of: bob, name: "Robert"))
        let robert = try await told.membership(of: .member(bob), in: one)
        #expect(try await told.membership(of: .member(bob), in: one) == robert)
        // A late response is followed by the newer ones.
        try await told.apply(groupAnswer("4", change("$5", of: bob, "leave")))
        try await told.apply(one)
        let last = try await told.membership(of: .member(bob), in: groupAnswer("4", change("$5", of: bob, "leave")))
        #expect(last?.isMember == false)
        let number = try robert.unwrapped().number
        #expect(try last.unwrapped().number > number)
    }

    @Test func `the state of a response precedes its timeline`() async throws {
        try await begin()
        let answer = groupAnswer(
            "2",
            "\(change("$j", of: cyd, name: "Cyd")),\(change("$l", of: cyd, "leave"))",
            limited: "t",
            state: change("$j", of: cyd, name: "Cyd")
        )
        #expect(try await told.membership(of: .member(cyd), in: answer)?.isMember == false)
    }

    @Test func `a member is present since the newest message before the join`() async throws {
        let first = try await begin("\(text(1)),\(text(2))").messages
        func since(_ answer: String) async throws -> Position? {
            try await told.membership(of: .member(cyd), in: answer).unwrapped().since
        }
        let between = groupAnswer("2", "\(text(3)),\(change("$j", of: cyd)),\(text(4))")
        let third = try await told.apply(between).unwrapped()
        #expect(third.membership(of: .member(cyd))?.since == third.messages.first?.position)
        // A new name does not change the start.
        #expect(
            try await since(groupAnswer("3", "\(text(5)),\(change("$n", of: cyd, name: "Cyd"))"))
                == third.messages[0].position
        )
        #expect(
            try await since(groupAnswer("4", "\(change("$l", of: cyd, "leave")),\(text(6))"))
                == third.messages[0].position
        )
        let places = try await told.ledger.places(in: room)
        // Before all messages of the timeline.
        #expect(try await since(groupAnswer("5", "\(change("$b", of: cyd)),\(text(7))")) == places[MessageID("$6")])
        try await told.apply(groupAnswer("6", change("$k", of: cyd, "leave", by: ada)))
        // Behind a gap.
        let limited = try await told.apply(groupAnswer("7", "\(change("$c", of: cyd)),\(text(30))", limited: "t"))
            .unwrapped()
        let gap = try limited.messages[0].predecessor.unwrapped().position
        #expect(limited.membership(of: .member(cyd))?.since == gap && gap > first[1].position)
        // Without messages, and in a gap.
        try await told.apply(groupAnswer("8", change("$m", of: cyd, "leave", by: ada)))
        let newest = try limited.messages.last.unwrapped().position
        #expect(try await since(groupAnswer("9", change("$d", of: cyd))).unwrapped() > newest)
        try await told.apply(groupAnswer("10", change("$o", of: cyd, "leave", by: ada)))
        let unseen = groupAnswer("11", text(40), limited: "u", state: change("$e", of: cyd))
        #expect(try await since(unseen).unwrapped() > newest)
    }

    @Test func `members who joined before all known messages, or change a name, have no start`() async throws {
        let early = try await told.apply(
            groupAnswer("1", "\(change("$j", of: cyd)),\(text(1))", state: gardenState),
            since: nil
        )
        #expect(early?.membership(of: .member(cyd))?.since == nil)
        let renaming = change("$n", of: ContactID("@dan:test"), name: "Dan", was: #"{"membership":"join"}"#)
        let dan = try await told.membership(of: .member(ContactID("@dan:test")), in: groupAnswer("2", renaming))
        #expect(dan?.name == "Dan" && dan?.since == nil)
    }

    @Test func `the user's own departures and returns are delivered, with or without the event`() async throws {
        try await begin()
        var last: Int64 = 0
        for (answer, isMember) in [
            (groupAnswer("2", change("$1", of: me, "leave"), as: "leave"), false),
            (groupAnswer("3", "\(change("$2", of: me)),\(text(2))"), true),
            (groupAnswer("4", change("$3", of: me, "leave", by: ada), as: "leave"), false),
            (groupAnswer("5", text(3)), true), (groupAnswer("6", as: "leave"), false), (groupAnswer("7"), true),
            (groupAnswer("8", change("$4", of: me, "ban", by: ada), as: "leave"), false),
        ] {
            let membership = try await told.membership(of: .me, in: answer).unwrapped()
            #expect(membership.isMember == isMember && membership.number > last)
            last = membership.number
        }
        #expect(try await told.apply(#"{"next_batch":"8","rooms":{"leave":{"\#(room)":{}}}}"#) == nil)
    }

    @Test func `a declined invitation to a group leaves a group without the user`() async throws {
        let invitation = state("m.room.member", key: me.rawValue, #"{"membership":"invite"}"#)
        let name = state("m.room.name", #"{"name":"Garden"}"#)
        try await told.apply(
            #"{"next_batch":"1","rooms":{"invite":{"\#(room)":{"invite_state":{"events":[\#(invitation),\#(name)]}}}}}"#
        )
        let left = try await told.apply(
            groupAnswer("2", change("$l", of: me, "leave"), joined: 0, heroes: [], as: "leave")
        )
        #expect(left?.chat.isGroup == true && left?.membership(of: .me)?.isMember == false)
    }

    @Test func `members survive a restart, and a new ledger counts above a lost one`()
        async throws
    {
        try await begin()
        let cyds = try await told.membership(of: .member(cyd), in: groupAnswer("2", change("$1", of: cyd, name: "Cyd")))
        let again = try LedgerFixture(told.folder)
        let left = try await again.membership(of: .member(cyd), in: groupAnswer("3", change("$2", of: cyd, "leave")))
        let number = try cyds.unwrapped().number
        #expect(try left?.name == "Cyd" && left.unwrapped().number > number)
        let anew = try LedgerFixture(at: 1_600_000_001)
        let other = try await anew.apply(groupAnswer("1", text(1), state: gardenState), since: nil).unwrapped()
        let highest = try left.unwrapped().number
        #expect(other.memberships.allSatisfy { $0.number > highest })
        let early = try LedgerFixture(at: 0)
        let first = try await early.apply(groupAnswer("1", text(1), state: gardenState), since: nil).unwrapped()
        #expect(first.memberships.allSatisfy { $0.number > 0 }, "whatever the clock says")
        // The highest possible start of positions.
        let late = try LedgerFixture(at: 9_999_999_999)
        let latest = try await late.apply(groupAnswer("1", text(1), state: gardenState), since: nil).unwrapped()
        #expect(latest.memberships.allSatisfy { $0.number < Limits.membershipNumber })
    }

    @Test func `former and unknown authors are named`()
        async throws
    {
        let gone = change("$g", of: cyd, "leave", was: #"{"membership":"join","displayname":"Cyd"}"#)
        let first = try await told.apply(
            groupAnswer("1", "\(text(1)),\(text(2, by: cyd))", limited: "t", state: "\(gardenState),\(gone)"),
            since: nil
        )
        #expect(
            first?.membership(of: .member(cyd))?.isMember == false && first?.membership(of: .member(cyd))?.name == "Cyd"
        )
        let silent = try await told.apply(groupAnswer("2", text(3, by: ContactID("@dan:test"))))
        #expect(silent?.membership(of: .member(ContactID("@dan:test")))?.name == "@dan:test")
        // The name is known from another room.
        let other = groupAnswer("3", state: member(ContactID("@eve:test"), "Eve"), in: ChatID("!other:test"))
        try await told.apply(other)
        let eve = try await told.apply(groupAnswer("4", text(4, by: ContactID("@eve:test"))))
        #expect(eve?.membership(of: .member(ContactID("@eve:test")))?.name == "Eve")
    }

    @Test func `members over the limit are dropped, authors last`() async throws {
        let people = (1...5100).map { ContactID("@p\($0):test") }
        let flood = people.map { member($0, "P") }.joined(separator: ",")
        let update = try await told.apply(
            groupAnswer("1", text(1, by: people[5099]), state: "\(gardenState),\(flood)", joined: 5100),
            since: nil
        ).unwrapped()
        #expect(update.memberships.count <= Limits.members)
        #expect(update.membership(of: .member(people[5099]))?.name == "P")
        let key = try await told.ledger.read { try $0.rooms.room(room) }.unwrapped().key
        #expect(try await told.ledger.read { try $0.members.members(of: key) }.count == Limits.members)
        #expect(try await told.membership(of: .member(cyd), in: groupAnswer("2", change("$c", of: cyd))) == nil)
        // A former member gives way, and gets a higher number than before when they return.
        let left = try await told.membership(
            of: .member(people[5099]),
            in: groupAnswer("3", change("$l", of: people[5099], "leave"))
        ).unwrapped()
        #expect(
            try await told.membership(of: .member(cyd), in: groupAnswer("4", change("$c", of: cyd)))?.isMember == true
        )
        #expect(try await told.ledger.read { try $0.members.members(of: key) }.count == Limits.members)
        try await told.apply(groupAnswer("5", change("$k", of: cyd, "leave")))
        let back = try await told.membership(
            of: .member(people[5099]),
            in: groupAnswer("6", change("$b", of: people[5099]))
        ).unwrapped()
        #expect(back.number > left.number)
    }

    @Test func `a long name is cut, and an unusable id is ignored`() async throws {
        let long = String(repeating: "x", count: Limits.nameBytes + 1)
        let update = try await told.apply(
            groupAnswer(
                "1",
                "\(text(1)),\(change("$2", of: cyd, name: long)),\(change("$3", of: ContactID(""), name: "No one"))",
                state: "\(gardenState),\(member(ContactID("@\(String(repeating: "y", count: 600))"), "Long"))"
            ),
            since: nil
        ).unwrapped()
        #expect(update.membership(of: .member(cyd))?.name.utf8.count == Limits.nameBytes)
        #expect(update.memberships.count == 4)
        #expect(update.memberships.allSatisfy { $0.bounded() != nil })
    }

    private var isListingNeeded: Bool {
        get async throws { try await told.ledger.read { try $0.members.needsListing(room) } }
    }

    @Test func `the members of a group are known no more once sync begins anew, nor if its beginning has a gap`()
        async throws
    {
        try await begin("\(state("m.room.create", "{}")),\(text(1))")
        #expect(try await !isListingNeeded)
        try await told.apply(groupAnswer("2", text(2)), since: nil)
        #expect(try await isListingNeeded)
        try await told.apply(groupAnswer("3", "\(state("m.room.create", "{}")),\(text(3))", limited: "t"))
        #expect(try await isListingNeeded)
    }

    @Test(arguments: [(4 * Limits.members, true), (4 * Limits.members + 1, false)])
    func `the members of a group with as many as may be requested are, and of one with more not`(
        _ count: Int,
        _ isNeeded: Bool
    ) async throws {
        try await told.apply(groupAnswer("1", text(1), limited: "t", state: gardenState, joined: count), since: nil)
        #expect(try await isListingNeeded == isNeeded)
    }

    @Test func `a member whom the homeserver named beside sync is present since the newest message`() async throws {
        let newest = try await begin().messages.last.unwrapped().position
        try await told.ledger.note([(id: cyd, name: "Cyd")], in: room)
        let updates = try await told.ledger.write { try $0.members.undelivered() }
        #expect(updates.first?.membership(of: .member(cyd))?.since == newest)
    }

    @Test func `a member whom the homeserver named beside sync stays one when an invitation follows`() async throws {
        try await begin()
        try await told.ledger.note([(id: cyd, name: "Cyd")], in: room)
        let invitation = groupAnswer("2", change("$i", of: cyd, "invite", name: "Cyd", by: ada))
        #expect(try await told.membership(of: .member(cyd), in: invitation)?.isMember == true)
    }
}
