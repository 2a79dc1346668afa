import Chat
import ChatApp
import Testing

@testable import FullScreenHost

@Suite struct SwitcherTests {
    @Test(arguments: [false, true])
    func `what is typed in the switcher goes on there though a chat opens meanwhile`(isHelpShown: Bool) {
        var stage = ModelStage()
        stage.openList([])
        stage.handle(.begins(.createChat), .stack([.chatList, .createChat]))
        stage.press(.control("k"))
        stage.type("ad")
        if isHelpShown { stage.press(Key(.function(1))) }
        stage.openChat(ChatViewState(title: "Bob"), bob)
        stage.type("a")
        #expect(stage.takeEffects() == [.findChats("ada")] && stage.typed == "ada")
        stage.handle(.foundChats([FoundChat(chat: ada, title: "Ada")], for: "ada"))
        stage.press(Key(.enter))
        #expect(stage.takeEffects() == [.openChat(ada, at: nil)])
        #expect(!stage.model.panels.hasOverlay && stage.typed.isEmpty, "nothing is typed in the chat with Bob")
    }

    @Test func `help goes where another screen comes`() {
        var stage = ModelStage()
        stage.openList([])
        stage.press(Key(.function(1)))
        stage.openChat(ChatViewState(title: "Bob"), bob)
        #expect(!stage.model.panels.hasOverlay)
    }

    @Test func `the switcher is gone after each of its ways out`() {
        for keys in [[Key(.escape)], [.control("k")], [.text("x"), Key(.enter)]] {
            var stage = ModelStage()
            stage.openChat(ChatViewState(title: "Bob"), bob)
            stage.press(.control("k"))
            for key in keys { stage.press(key) }
            #expect(!stage.model.panels.hasOverlay, "\(keys)")
        }
        var stage = ModelStage()
        stage.openChat(ChatViewState(title: "Bob"), bob)
        stage.press(.control("k"), .alt("a"))
        #expect(stage.takeEffects() == [.findChats(""), .openUnread(besides: bob)])
        #expect(stage.model.open(ada) == [.openChat(ada, at: nil)], "it was found")
        #expect(!stage.model.panels.hasOverlay)
    }
}
