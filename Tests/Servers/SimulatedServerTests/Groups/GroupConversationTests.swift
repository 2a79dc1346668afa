import SimulationKit
import Testing

@testable import ChatTypes
@testable import RuntimeKit
@testable import SimulatedServer

@Suite struct GroupConversationTests {
    private let members = (1...20).map { Author.member(ContactID("m\($0)")) }

    @Test func `members answer each other a limited number of times, and never themselves`() {
        for seed in 0..<20 {
            let random = RandomSource(SplitMix64(seed: UInt64(seed)))
            var conversation = GroupConversation(among: Array(members.prefix(seed % 5 + 2)), random: random)
            let first = conversation.listeners[0]
            let replies = (1...1000).compactMap { _ in conversation.reply(to: first, random: random) }
            #expect(replies.count == GroupConversation.replyLimit)
            #expect(!replies.contains(first) && Set(replies).isSubset(of: conversation.listeners))
        }
    }

    @Test func `a single member answers the user and nobody else`() {
        let random = RandomSource(SplitMix64(seed: 1))
        var conversation = GroupConversation(among: Array(members.prefix(1)), random: random)
        #expect(conversation.listeners == [members[0]] && conversation.isAnswering(members[0]))
        #expect((1...100).allSatisfy { _ in conversation.reply(to: members[0], random: random) == nil })
        #expect(GroupConversation(among: [], random: random).listeners.isEmpty)
    }

    @Test func `one or two of those who read answer`() {
        let random = RandomSource(SplitMix64(seed: 1))
        let counts = (1...200).map { _ in
            let conversation = GroupConversation(among: members, random: random)
            #expect(Set(conversation.listeners).count == GroupConversation.listenerLimit)
            return members.filter(conversation.isAnswering).count
        }
        #expect(Set(counts) == [1, 2])
    }

    @Test func `a member's line is answered once, and not by a busy member`() {
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
