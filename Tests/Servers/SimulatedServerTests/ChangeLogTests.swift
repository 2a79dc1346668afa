import ChatTypes
import Testing

@testable import SimulatedServer

/// The questions of a sync to a chat's history: the changes since a place, and those until the user left.
@Suite struct ChangeLogTests {
    @Test func `each item comes once, at its last change, and a limit met exactly leaves no rest`() {
        var log = ChangeLog()
        for (item, sequence) in [(1, 1), (2, 2), (3, 3), (1, 4)] { log.record(item, at: sequence) }
        for (after, limit, items, reached) in [
            (0, 9, [2, 3, 1], nil), (0, 3, [2, 3, 1], nil), (0, 2, [2, 3], 3), (0, 1, [2], 2), (0, 0, [], 0),
            (2, 9, [3, 1], nil), (4, 9, [], nil),
        ] as [(Int, Int, [Int], Int?)] {
            let found = log.items(changedAfter: after, limit: limit)
            #expect(found.items == items && found.reached == reached, "\(after) \(limit)")
        }
    }

    @Test func `many changes of few items lose none of the last`() {
        var log = ChangeLog()
        for number in 1...1000 { log.record(number % 3, at: number) }
        #expect(log.items(changedAfter: 0, limit: 9).items == [2, 0, 1])
        #expect(log.items(changedAfter: 999, limit: 9).items == [1])
    }

    @Test func `of a value that changed after the user left, the one from before is known`() {
        var latest = LatestByAuthor<String>()
        latest.set("mine", of: .me, at: 3, leftAt: nil)
        latest.set("leaving", of: .contact, at: 5, leftAt: nil)
        for (text, sequence) in [("after", 7), ("later", 9)] {
            latest.set(text, of: .contact, at: sequence, leftAt: 5)
            latest.set(text, of: .me, at: sequence + 1, leftAt: 5)
        }
        func known(_ after: Int, leftAt: Int? = 5) -> [String] {
            latest.changed(after: after, leftAt: leftAt).map(\.value)
        }
        #expect(Set(known(2)) == ["mine", "leaving"] && known(3) == ["leaving"] && known(5) == [])
        latest.forgetBefore()
        #expect(known(2, leftAt: nil) == ["later", "later"] && known(9, leftAt: nil) == ["later"])
    }

    @Test(
        arguments: [(1, 3, [2, 3]), (1, nil, [2, 3, 5]), (0, 4, [1, 2, 3]), (5, 3, []), (0, 0, [])]
            as [(Int, Int?, [Int])]
    )
    func `elements are those after the start, up to and with the end`(start: Int, end: Int?, expected: [Int]) {
        #expect(Array([1, 2, 3, 5].elements(after: start, until: end) { $0 }) == expected)
    }

    @Test func `a user who comes back needs everything since they left, and nothing twice`() {
        var visibility = Visibility()
        visibility.leave(at: 5)
        visibility.leave(at: 7)
        #expect(visibility.leftAt == 5)
        visibility.rejoin(at: 9)
        visibility.leave(at: 12)
        visibility.rejoin(at: 15)
        #expect([4, 5, 8, 9, 11, 12, 14, 15].map(visibility.start(after:)) == [4, 5, 5, 9, 11, 12, 12, 15])
        visibility.leave(at: 20)
        visibility.forget()
        #expect(visibility.isForgotten)
        visibility.rejoin(at: 25)
        #expect(!visibility.isForgotten && [4, 13, 24, 25].map(visibility.start(after:)) == [0, 0, 0, 25])
    }

    @Test func `a deletion takes the places of all reactions to its message, and of no other`() {
        var reactions = ServerReactions()
        let (one, other) = (MessageID("one"), MessageID("other"))
        func apply(_ kind: Annotation.Kind, to message: MessageID, _ number: Int64, at place: Int) {
            reactions.apply(Annotation(author: .me, message: message, kind: kind, number: number), at: place)
        }
        apply(.reaction(text: "\u{E9}", isSet: true), to: one, 7, at: 0)
        apply(.edit(text: "x"), to: one, 9, at: 1)
        apply(.reaction(text: "e\u{301}", isSet: true), to: one, 3, at: 2)
        apply(.vote(answers: ["a"]), to: one, 4, at: 3)
        apply(.pollEnd, to: one, 0, at: 4)
        apply(.reaction(text: "👍", isSet: true), to: other, 1, at: 5)
        #expect(reactions.indices(to: one) == [0, 2, 3, 4] && reactions.indices(to: other) == [5])
        #expect(reactions.highestNumber(to: one) == 7 && reactions.highestNumber(to: MessageID("none")) == 0)
        #expect(
            reactions["\u{E9}", to: one, by: .me]?.number == 7 && reactions["e\u{301}", to: one, by: .me]?.number == 3
        )
        #expect(reactions.vote(in: one, by: .me)?.number == 4 && reactions.vote(in: one, by: .contact) == nil)
        #expect(reactions.ends[one] != nil && reactions.ends[other] == nil)
        apply(.deletion, to: one, 0, at: 6)
        #expect(reactions.indices(to: one) == [] && reactions.indices(to: other) == [5])
    }
}
