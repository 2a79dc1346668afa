import Chat
import ChatApp
import ChatTypes
import Testing

@testable import FullScreenHost

@Suite struct SwitcherTests {
    @Test(arguments: [false, true])
    func `the switcher keeps its text and focus while a chat opens`(isHelpShown: Bool) {
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

    @Test func `a chat with the very name typed comes first`() {
        var stage = ModelStage()
        stage.openList([])
        stage.press(.control("g"))
        stage.type("bob")
        let found = [FoundChat(chat: ada, title: "Bob, Carol"), FoundChat(chat: bob, title: "Bob")]
        stage.handle(.foundChats(found, for: "bob"))
        stage.press(Key(.enter))
        #expect(stage.takeEffects().last == .openChat(bob, at: nil))
    }

    @Test func `a name that no chat in the switcher has is looked up by Enter`() {
        var stage = ModelStage()
        stage.openList([])
        stage.press(.control("g"))
        stage.type("zed")
        #expect(stage.rows().contains { $0.contains("No chat has this name") })
        stage.press(Key(.enter))
        #expect(stage.takeEffects().last == .openContact(named: "zed"))
    }

    @Test func `the selected chat is in sight, however many there are`() {
        var stage = ModelStage(rows: 8, columns: 60)
        stage.openList([])
        stage.press(.control("g"))
        let chats = (1...9).map { FoundChat(chat: ChatID("\($0)"), title: "Chat \($0)") }
        stage.handle(.foundChats(chats, for: ""))
        for number in 1...9 {
            #expect(stage.rows().contains("> Chat \(number)"))
            stage.press(Key(.down))
        }
    }

    @Test func `the state of the connection stays in sight below the switcher`() {
        var stage = ModelStage(rows: 10, columns: 60)
        stage.openChat(ChatViewState(title: "Bob", status: "Offline"), bob)
        stage.press(.control("g"))
        #expect(stage.rows().contains { $0.hasPrefix("Offline") })
    }

    @Test func `help closes when another screen appears`() {
        var stage = ModelStage()
        stage.openList([])
        stage.press(Key(.function(1)))
        stage.openChat(ChatViewState(title: "Bob"), bob)
        #expect(!stage.model.panels.hasOverlay)
    }

    @Test func `the switcher closes after Esc, Ctrl-k, Enter and an opened chat`() {
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

@Suite struct MouseTests {
    @Test func `a click and the wheel end a notice, but the wheel no question`() {
        var stage = ModelStage(rows: 10, columns: 60)
        stage.openChat(ChatViewState(title: "Ada", rows: messages(1...40)))
        stage.handle(.notice("Saved"))
        stage.wheel(.wheelUp)
        #expect(stage.model.notice == nil)
        stage.type("/leave")
        stage.press(Key(.enter))
        stage.wheel(.wheelUp)
        #expect(stage.model.notice?.text.hasPrefix("Leave") == true && stage.model.question != nil)
        stage.wheel(.click)
        #expect(stage.model.notice == nil && stage.model.question == nil)
    }

    @Test func `a click on the list opens a chat, and none while help covers it`() {
        var stage = ModelStage()
        stage.openList([chatRow("Ada"), chatRow("Bob")])
        stage.press(Key(.function(1)))
        stage.wheel(.click)
        #expect(stage.takeEffects() == [])
        stage.press(Key(.escape))
        stage.wheel(.click)
        #expect(stage.takeEffects() == [.openChat(bob, at: nil)])
    }

    @Test func `a click on help selects no message behind it`() {
        var stage = ModelStage(rows: 10, columns: 60)
        stage.openChat(ChatViewState(title: "Ada", rows: messages(1...40)))
        stage.press(Key(.function(1)))
        stage.wheel(.click)
        #expect(stage.model.panels.chat?.selected == nil)
        stage.press(Key(.escape))
        stage.wheel(.click)
        #expect(stage.model.panels.chat?.selected != nil)
    }

    @Test func `the wheel scrolls only the panel on top`() {
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
