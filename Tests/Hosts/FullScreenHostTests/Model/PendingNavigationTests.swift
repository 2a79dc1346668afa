import Chat
import ChatApp
import ChatList
import ChatTypes
import CreateChat
import Testing

@testable import FullScreenHost

@Suite struct PendingNavigationTests {
    @Test func `input while a chat opens goes to that chat only`() {
        var stage = ModelStage.inChat()
        stage.type("/open 2")
        stage.press(Key(.enter))
        stage.type("hi")
        stage.paste(" you")
        stage.press(Key(.enter))
        stage.handle(.chat(ChatViewState(title: "Ada", rows: messages(1...4))))
        #expect(stage.takeEffects() == [.openChat(bob, at: nil)])
        stage.handle(.begins(.chat(bob)), .stack([.chatList, .chat(bob)]))
        #expect(stage.takeEffects() == [] && stage.typed.isEmpty, "its draft is not known yet")
        stage.handle(.chat(ChatViewState(title: "Bob")))
        #expect(stage.takeEffects() == [.chat(.send("hi you"))])
    }

    @Test func `an unseen draft is not sent with text typed while its chat opened`() {
        var stage = ModelStage.inChat()
        stage.type("/open 2")
        stage.press(Key(.enter))
        stage.type("hi")
        stage.press(Key(.enter))
        _ = stage.takeEffects()
        stage.handle(.begins(.chat(bob)), .stack([.chatList, .chat(bob)]))
        stage.handle(.chat(ChatViewState(title: "Bob", draft: "oh, ")))
        #expect(stage.takeEffects() == [] && stage.typed == "oh, hi")
    }

    @Test func `input waits while the open chat moves to a search result`() {
        var stage = ModelStage.inChat()
        stage.handle(.list(ChatListViewState(rows: [chatRow("Ada", message: "2")], searchText: "two")))
        stage.type("/open 1")
        stage.press(Key(.enter), Key(.pageUp))
        #expect(stage.takeEffects() == [.openChat(ada, at: MessageID("2"))])
        let found = AppScreen.chat(ada, at: MessageID("2"))
        stage.handle(.begins(found), .stack([.chatList, found]))
        stage.handle(.chat(ChatViewState(title: "Ada", rows: messages(1...3), hasEarlier: true)))
        #expect(stage.takeEffects() == [.chat(.loadEarlier)])
    }

    @Test func `input while the form opens goes to the form only`() {
        var stage = ModelStage.inChat()
        stage.press(.alt("n"))
        stage.type("Bo")
        stage.press(Key(.enter))
        #expect(stage.takeEffects() == [.chat(.leave)])
        stage.handle(.stack([.chatList]))
        #expect(stage.takeEffects() == [.list(.createChat)])
        stage.handle(.begins(.createChat), .stack([.chatList, .createChat]))
        #expect(stage.takeEffects() == [.form(.type("B")), .form(.type("Bo")), .form(.create)])
    }

    @Test func `Ctrl-c cancels waiting for a chat; Ctrl-z and Ctrl-l never wait`() {
        var stage = ModelStage.inChat()
        stage.type("/open 2")
        stage.press(Key(.enter), .text("x"), .control("z"), .control("l"))
        #expect(stage.takeEffects() == [.openChat(bob, at: nil), .suspend, .redraw])
        stage.press(.control("c"), .text("y"))
        #expect(stage.typed == "y")
    }
}
