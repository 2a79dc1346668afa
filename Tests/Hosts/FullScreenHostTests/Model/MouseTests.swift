import Chat
import Testing

@testable import FullScreenHost

@Suite struct MouseTests {
    @Test func `the wheel scrolls what is on top, and not what it covers`() {
        var stage = ModelStage(rows: 10, columns: 60)
        stage.openChat(ChatViewState(title: "Ada", rows: messages(1...40)))
        stage.wheel(.wheelUp)
        let before = stage.rows()
        #expect(before[7].hasSuffix("number 37"))
        stage.press(Key(.function(1)))
        let help = stage.rows()
        stage.wheel(.wheelDown)
        #expect(stage.rows()[1...4] == help[4...7])
        stage.wheel(.wheelUp, .wheelUp)
        #expect(stage.rows() == help)
        stage.press(Key(.escape), .control("k"))
        stage.handle(.foundChats([FoundChat(chat: ada, title: "Ada"), FoundChat(chat: bob, title: "Bob")], for: ""))
        stage.wheel(.wheelDown)
        #expect(stage.model.panels.switcher?.selected == 1)
        stage.press(Key(.escape))
        #expect(stage.rows() == before)
    }
}

extension ModelStage {
    fileprivate mutating func wheel(_ actions: Mouse.Action...) {
        for action in actions { handle(.terminal(.mouse(Mouse(action: action, row: 3, column: 3)))) }
    }
}
