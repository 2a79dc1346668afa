import Chat
import ChatTypes
import HostKit
import ScreenKit
import Testing

@testable import FullScreenHost

@Suite struct VotingTests {
    private func stage(_ poll: ChatPoll?) -> ModelStage {
        var row = theirs("1", "Poll: Lunch?")
        row.poll = poll
        var stage = ModelStage.inChat(ChatViewState(title: "Ada", rows: [row]))
        _ = stage.rows()
        stage.press(Key(.up))
        _ = stage.takeEffects()
        return stage
    }

    private func poll(limit: Int = 1, isEnded: Bool = false) -> ChatPoll {
        let answers = [ChatPoll.Answer(text: "Pizza", votes: 1, isMine: true), .init(text: "Soup", votes: 2)]
        return ChatPoll(question: "Lunch?", answers: answers, voters: 3, maxSelections: limit, isEnded: isEnded)
    }

    @Test func `a poll shows its answers with their votes below the question`() {
        var stage = stage(poll())
        let rows = stage.rows()
        #expect(
            rows.contains { $0.contains("[1. Pizza: 1 vote]") } && rows.contains { $0.contains("2. Soup: 2 votes") }
        )
        #expect(rows.contains { $0.contains("3 people have voted") })
    }

    @Test(arguments: [(1, "2", [2]), (1, "1", []), (2, "2", [1, 2])])
    func `v asks which answer, whose key changes the vote`(limit: Int, key: String, vote: [Int]) throws {
        var stage = stage(poll(limit: limit))
        stage.press(.text("v"))
        #expect(stage.model.notice?.text.contains("1 Pizza (chosen)\n2 Soup") == true)
        _ = stage.takeEffects()
        let scalar = try #require(key.unicodeScalars.first)
        #expect(stage.model.handle(.terminal(.key(.text(scalar)))) == [.chat(.vote(MessageID("1"), vote))])
    }

    @Test func `a poll of the user's is no text that can be edited`() {
        var row = mine("1", "Poll: Lunch?")
        row.poll = poll()
        var stage = ModelStage.inChat(ChatViewState(title: "Ada", rows: [row]))
        _ = stage.rows()
        stage.press(Key(.up), .text("e"))
        #expect(stage.model.panels.chat?.editing == nil)
        #expect(stage.model.notice?.text == "You can edit only texts that you wrote")
    }

    @Test func `v on what is no open poll says so`() {
        for (poll, text) in [(nil, "This message is not a poll"), (poll(isEnded: true), "The poll has ended")] {
            var stage = stage(poll)
            stage.press(.text("v"))
            #expect(stage.model.notice?.text == text)
        }
    }
}
