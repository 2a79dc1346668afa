import SimulationKit
import Testing

@testable import ChatTypes
@testable import RuntimeKit
@testable import Transport

@Suite struct GroupTalkTests {
    private let members = (1...20).map { Author.member(ContactID("m\($0)")) }

    @Test func `members answer each other so many times at most, and nobody themselves`() {
        for seed in 0..<20 {
            let random = RandomSource(SplitMix64(seed: UInt64(seed)))
            var talk = GroupTalk(among: Array(members.prefix(seed % 5 + 2)), random: random)
            let first = talk.listeners[0]
            let replies = (1...1000).compactMap { _ in talk.reply(to: first, random: random) }
            #expect(replies.count == GroupTalk.replyLimit)
            #expect(!replies.contains(first) && Set(replies).isSubset(of: talk.listeners))
        }
    }

    @Test func `who is alone with us answers, and has nobody to answer to`() {
        let random = RandomSource(SplitMix64(seed: 1))
        var talk = GroupTalk(among: Array(members.prefix(1)), random: random)
        #expect(talk.listeners == [members[0]] && talk.isAnswering(members[0]))
        #expect((1...100).allSatisfy { _ in talk.reply(to: members[0], random: random) == nil })
        #expect(GroupTalk(among: [], random: random).listeners.isEmpty)
    }

    @Test func `one or two of those who read answer`() {
        let random = RandomSource(SplitMix64(seed: 1))
        let counts = (1...200).map { _ in
            let talk = GroupTalk(among: members, random: random)
            #expect(Set(talk.listeners).count == GroupTalk.listenerLimit)
            return members.filter(talk.isAnswering).count
        }
        #expect(Set(counts) == [1, 2])
    }

    @Test func `what a member said is answered once, and not beside what there is to do already`() {
        let random = RandomSource(SplitMix64(seed: 1))
        var pace = ConversationPace()
        pace.hearMember(at: .seconds(100), random: random)
        let due = pace.answerDue
        #expect(due.map { (.seconds(105) ... .seconds(115)).contains($0) } == true)
        pace.hearMember(at: .seconds(101), random: random)
        #expect(pace.answerDue == due)
        #expect(pace.answer(hasGreeted: true, at: .seconds(115), random: random) != nil && pace.answerDue == nil)
        pace.hear(at: .seconds(200), random: random)
        pace.hearMember(at: .seconds(201), random: random)
        #expect(pace.answerDue == nil, "who is about to read answers what they read")
        pace.read(at: .seconds(205), isAnswering: false, random: random)
        #expect(pace.readingDue == nil && pace.answerDue == nil)
    }
}
