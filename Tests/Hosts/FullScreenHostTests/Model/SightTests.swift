import Chat
import ChatApp
import Testing
import Transport

@testable import FullScreenHost

/// What is counted by what of a chat is in sight.
@Suite struct SightTests {
    @Test func `where a chat is opened at a find, what stood below it already is not new`() {
        var stage = ModelStage(rows: 10, columns: 60)
        func state(_ range: ClosedRange<Int>, hasLater: Bool = false) -> ChatViewState {
            ChatViewState(title: "Ada", rows: messages(range), hasLater: hasLater, found: MessageID("20"))
        }
        stage.openChat(state(1...40, hasLater: true))
        #expect(stage.rows()[8].hasSuffix("more below"))
        stage.handle(.chat(state(1...60)))
        #expect(stage.rows()[8].hasSuffix("more below"), "they are later ones")
        stage.handle(.chat(state(1...62)))
        #expect(stage.rows()[8].hasSuffix("2 new below"))
    }

    @Test func `what is new is counted from the end that was known, though the window has left it meanwhile`() {
        var stage = ModelStage(rows: 10, columns: 60)
        stage.openChat(ChatViewState(title: "Ada", rows: messages(21...60)))
        _ = stage.rows()
        stage.press(Key(.home))
        stage.handle(.chat(ChatViewState(title: "Ada", rows: messages(1...40), hasLater: true)))
        #expect(stage.rows()[8].hasSuffix("more below"))
        stage.handle(.chat(ChatViewState(title: "Ada", rows: messages(11...50), hasLater: true)))
        #expect(stage.rows()[8].hasSuffix("more below"))
        stage.handle(.chat(ChatViewState(title: "Ada", rows: messages(16...62), hasLater: true)))
        #expect(stage.rows()[8].hasSuffix("more below"), "how many is not known yet")
        stage.handle(.chat(ChatViewState(title: "Ada", rows: messages(21...63))))
        #expect(stage.rows()[8].hasSuffix("3 new below"))
        stage.press(Key(.end))
        #expect(stage.rows()[8].hasSuffix("F1 helps"))
    }
}
