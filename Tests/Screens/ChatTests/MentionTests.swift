import ChatTypes
import ScreenKit
import ScreenTesting
import Testing

@testable import Chat

/// Messages that mention the user, and what of the chat notifies.
@Suite struct MentionTests {
    /// Two hundred messages, of which two mention the user.
    private static let mentioning = (1...200).map { theirs("\($0)", mentionsMe: [20, 120].contains($0)) }

    @Test func `showMention goes from the newest mention to the one before, and round again`() {
        let stage = ChatStage(Self.mentioning)
        stage.run()
        #expect(stage.view.last?.mention == nil && !stage.ids.contains("120"))
        for (number, id) in ["120", "20", "120"].enumerated() {
            stage.module.send(.showMention)
            stage.run()
            #expect(stage.view.last?.mention == .init(message: MessageID(id), number: number + 1))
            let row = stage.view.last?.rows.first { $0.id.rawValue == id }
            #expect(row?.mentionsMe == true)
        }
        #expect(stage.model.calls == [], "nothing was reported as visible")
    }

    @Test func `showMention leaves the rows that have the mention already`() {
        let stage = ChatStage([theirs("1", mentionsMe: true), theirs("2")])
        stage.run()
        let count = stage.view.states.count
        stage.module.send(.showMention)
        stage.run()
        #expect(stage.ids == ["1", "2"] && stage.view.states.count == count + 1)
    }

    @Test func `without a mention showMention is a problem`() {
        let stage = ChatStage(messages(1...3))
        stage.run()
        stage.module.send(.showMention)
        stage.run()
        #expect(stage.view.last?.problem?.text == "No message here mentions you" && stage.view.last?.mention == nil)
    }

    @Test func `setNotifications sets the mode in the model, and muting is one of its modes`() {
        let stage = ChatStage([])
        stage.run()
        stage.module.send(.setNotifications(.mentions))
        stage.module.send(.setMuted(true))
        stage.module.send(.setMuted(false))
        stage.run()
        #expect(stage.model.modes == [.mentions, .muted, .all])
    }
}
