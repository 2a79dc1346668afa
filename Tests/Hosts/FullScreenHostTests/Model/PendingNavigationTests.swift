import Chat
import ChatApp
import ChatDetails
import ChatList
import ChatTypes
import CreateChat
import SharedPictures
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

    @Test func `input waits for the thread in which a search result is`() {
        var stage = ModelStage.inChat()
        stage.handle(.list(ChatListViewState(rows: [chatRow("Ada", message: "2")], searchText: "two")))
        stage.type("/open 1")
        stage.press(Key(.enter), Key(.pageUp))
        _ = stage.takeEffects()
        let (root, found) = (MessageID("1"), MessageID("2"))
        let screens = [AppScreen.chat(ada, at: root), .thread(root, of: ada, at: found)]
        stage.handle(.begins(screens[0]), .begins(screens[1]), .stack([.chatList] + screens))
        let thread = ChatViewState(part: .thread(root), title: "Ada", rows: messages(1...3), hasEarlier: true)
        stage.handle(.chat(thread))
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

    @Test func `a key that waits for a chat regains focus at once, and a change of focus does not wait`() {
        var stage = ModelStage.inChat()
        stage.type("/open 2")
        stage.press(Key(.enter))
        _ = stage.takeEffects()
        stage.handle(.terminal(.focus(false)))
        #expect(stage.takeEffects() == [.focus(false)])
        stage.type("x")
        #expect(stage.takeEffects() == [.focus(true)] && stage.typed.isEmpty)
    }

    @Test func `held input is returned once, when the chat's state has arrived`() {
        var (pending, chat) = (PendingNavigation(), ChatPanel(chat: bob))
        #expect(pending.open(bob, at: nil) == [.openChat(bob, at: nil)])
        let events = [TerminalEvent.key(.text("x")), .paste("y"), .key(Key(.enter))]
        for event in events { #expect(pending.hold(event, meaning: nil) == true) }
        #expect(pending.hold(.key(.control("l")), meaning: .redraw) == false)
        #expect(pending.hold(.focus(true), meaning: nil) == false)
        #expect(pending.takeHeld(on: .chat(bob), chat) == [])
        _ = chat.receive(ChatViewState(title: "Bob"))
        #expect(pending.takeHeld(on: .chat(ada), chat) == [])
        #expect(pending.takeHeld(on: .chat(bob), chat) == events)
        #expect(pending.takeHeld(on: .chat(bob), chat) == [])
        #expect(pending.hold(events[0], meaning: nil) == false)
    }

    @Test func `keys typed for a new form do not go into the old one that is closed first`() {
        var pending = PendingNavigation()
        let key = TerminalEvent.key(.text("x"))
        #expect(pending.openForm(with: ["Eve"], from: [.chatList, .createChat]) == [.form(.leave)])
        #expect(pending.hold(key, meaning: nil) == true)
        #expect(pending.takeHeld(on: .createChat, nil) == [])
        #expect(pending.show(.chatList) == [.list(.createChat)])
        #expect(pending.takeHeld(on: .chatList, nil) == [])
        let effects = pending.show(.createChat)
        #expect(!effects.isEmpty)
        #expect(pending.takeHeld(on: .createChat, nil) == [key])
    }

    @Test func `effects wait for their screens in order, and are dropped on another screen`() {
        var pending = PendingNavigation()
        let search = ModelEffect.list(.search("tea"))
        #expect(
            pending.goToList(from: [.chatList, .chat(ada), .details(of: ada)], then: [search]) == [.details(.leave)]
        )
        #expect(pending.show(.chat(ada)) == [.chat(.leave)])
        #expect(pending.show(.chatList) == [search])
        #expect(pending.show(.chatList) == [])
        let stack: [AppScreen] = [.chatList, .pictures(of: ada), .chat(ada)]
        #expect(pending.goToList(from: stack, then: [search]) == [.chat(.leave)])
        #expect(pending.show(.pictures(of: ada)) == [.pictures(.leave)])
        #expect(pending.show(.chatList) == [search])
        #expect(pending.goToList(from: [.chatList], then: [search]) == [search])
        #expect(pending.openForm(with: ["Eve"], from: [.chatList, .chat(ada)]) == [.chat(.leave)])
        #expect(pending.hold(.key(.text("x")), meaning: nil) == true)
        #expect(pending.show(.chat(bob)) == [])
        #expect(pending.show(.chatList) == [])
        #expect(pending.hold(.key(.text("x")), meaning: nil) == false, "the form is no longer pending")
    }
}
