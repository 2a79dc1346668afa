import ChatTypes
import RuntimeKit
import ScreenKit
import ScreenTesting
import Testing

@testable import Chat

@Suite struct ForwardTests {
    @Test func `a message is forwarded by the name of a chat, which the view is told`() {
        let stage = ChatStage([theirs("1"), theirs("2")]) { $0.forwardTargets = ["ben": "Ben Bitdiddle"] }
        stage.run()
        for number in 1...2 {
            stage.start { await $0.perform(.forward(MessageID("1"), to: "ben")) }
            stage.run()
            #expect(stage.view.last?.forwarded == .init(to: "Ben Bitdiddle", number: number))
        }
        #expect(stage.model.calls.contains(.forward(MessageID("1"), to: "ben", note: nil)))
        #expect(stage.view.last?.problem == nil)
    }

    @Test func `the doubt about who wrote a message goes with it`() {
        var doubtful = theirs("1")
        doubtful.senderWarning = .unencrypted
        let stage = ChatStage([doubtful]) { $0.forwardTargets = ["ben": "Ben"] }
        stage.run()
        stage.start { await $0.perform(.forward(MessageID("1"), to: "ben")) }
        stage.run()
        #expect(stage.model.calls.contains(.forward(MessageID("1"), to: "ben", note: "(not encrypted)")))
    }

    @Test func `an unknown name is a problem, and nothing is sent`() {
        let stage = ChatStage([theirs("1")])
        stage.run()
        stage.start { await $0.perform(.forward(MessageID("1"), to: "nobody")) }
        stage.run()
        #expect(stage.view.last?.problem?.text == "There is no chat with nobody")
        #expect(stage.view.last?.forwarded == nil)
    }
}
