import Testing

@testable import ChatTypes

@Suite struct ChatEventTests {
    @Test func `lines of people who came and went are combined, and no others`() {
        #expect(ChatEvent.allCases.filter(\.isCombined) == [.joined, .left, .declined])
    }

    @Test(arguments: [
        (ChatEventText.renamed(to: "Tea"), "changed the title to “Tea”"), (.renamed(to: ""), "removed the title"),
        (.topic("Tea"), "changed the topic to “Tea”"), (.topic(""), "removed the topic"),
        (ChatEventText(.declined), "declined the invitation"), (ChatEventText(.invited, "invited Eve"), "invited Eve"),
        (ChatEventText(.removed, reason: "spam"), "removed people (spam)"),
    ])
    func `an event is told in words, with its reason`(event: ChatEventText, text: String) {
        #expect(event.text == text)
    }

    @Test func `a long title, topic or reason is cut`() {
        let (long, cut) = (String(repeating: "x", count: 1000), String(repeating: "x", count: Limits.eventBytes))
        #expect(ChatEventText.renamed(to: long).text == "changed the title to “\(cut)”")
        #expect(ChatEventText.topic(long).text == "changed the topic to “\(cut)”")
        #expect(ChatEventText(.left, reason: long).text == "left (\(cut))")
    }
}
