import Chat
import ChatApp
import ChatList
import ChatTypes
import Testing

@testable import FullScreenHost

/// The keys of Vi, in the list and in a chat.
@Suite struct ViKeysTests {
    private func stage() -> ModelStage {
        var stage = ModelStage()
        stage.model.settings.hasViKeys = true
        stage.openList([chatRow("Ada"), chatRow("Bob"), chatRow("Carol")])
        return stage
    }

    private func selected(_ stage: ModelStage) -> String? { stage.model.panels.chat?.selected?.rawValue }

    @Test func `j, k, g and G select rows of the list and i opens one`() {
        var stage = stage()
        stage.press(.text("j"), .text("j"), .text("k"))
        #expect(stage.model.panels.list.selectedIndex == 1)
        stage.press(.text("G"))
        #expect(stage.model.panels.list.selectedIndex == 2)
        stage.press(.text("g"))
        #expect(stage.model.panels.list.selectedIndex == 0)
        stage.press(.text("i"))
        #expect(stage.takeEffects().contains(.openChat(ada, at: nil)))
    }

    @Test func `Ctrl-d and Ctrl-u move by half a page, Ctrl-f and Ctrl-b by a page, and none of them quits`() {
        var stage = stage()
        stage.handle(.list(ChatListViewState(rows: (1...60).map { chatRow("Chat \($0)") })))
        _ = stage.rows()
        stage.press(.text("g"), .control("d"))
        #expect(stage.model.panels.list.selectedIndex == 5)
        stage.press(.control("f"), .control("b"), .control("u"))
        #expect(stage.model.panels.list.selectedIndex == 0)
        #expect(!stage.takeEffects().contains(.leave))
        stage.openChat(ChatViewState(title: "Ada", rows: messages(1...90)))
        #expect(stage.rows()[21].hasSuffix("number 90"))
        stage.press(Key(.escape), .control("u"))
        #expect(stage.rows()[21].hasSuffix("number 81"))
        stage.press(.control("u"), .control("d"))
        #expect(stage.rows()[21].hasSuffix("number 81"))
        stage.press(.text("i"), .control("d"))
        #expect(stage.takeEffects().contains(.leave), "while the line types, keys are those of every shell")
    }

    @Test func `/ searches on the list and a colon begins a command`() {
        var stage = stage()
        stage.press(.text("/"))
        #expect(stage.model.panels.keyScreen == .search)
        stage.type("jk")
        #expect(stage.typed == "jk")
        stage.press(Key(.escape), .text(":"))
        #expect(stage.typed == "/")
    }

    @Test func `/ searches the chat while a message is selected`() {
        var stage = stage()
        stage.openChat(ChatViewState(title: "Ada", rows: messages(1...3)))
        stage.press(Key(.escape), .text("/"))
        #expect(stage.model.panels.chat?.isFinding == true)
    }

    @Test func `Esc stops typing, i types again and a second Esc leaves the chat`() {
        var stage = stage()
        stage.openChat(ChatViewState(title: "Ada", rows: messages(1...3)))
        stage.type("jk")
        #expect(stage.typed == "jk")
        stage.press(Key(.escape))
        #expect(selected(stage) == "3")
        stage.press(.text("k"), .text("i"))
        #expect(selected(stage) == nil && stage.typed == "jk")
        stage.press(Key(.escape), .text("g"))
        #expect(selected(stage) == "1")
        stage.press(.text("G"))
        #expect(selected(stage) == "3")
        stage.press(Key(.escape))
        #expect(stage.takeEffects().contains(.chat(.leave)))
    }

    @Test(arguments: [("e" as Unicode.Scalar, "Edit:"), ("/", "Find:")])
    func `Esc ends an edit and a search in the chat, and selects nothing`(key: Unicode.Scalar, prompt: String) {
        var stage = stage()
        stage.openChat(ChatViewState(title: "Ada", rows: [mine("1", "one")]))
        stage.press(Key(.escape), .text(key))
        #expect(stage.rows().last?.hasPrefix(prompt) == true)
        stage.press(Key(.escape))
        #expect(stage.rows().last == ">" && selected(stage) == nil)
    }

    @Test func `Esc leaves a chat without messages`() {
        var stage = stage()
        stage.openChat(ChatViewState(title: "Ada"))
        stage.press(Key(.escape))
        #expect(stage.takeEffects().contains(.chat(.leave)))
    }

    @Test func `the hints name the keys of Vi`() {
        var stage = stage()
        #expect(stage.rows()[22].hasPrefix("i opens, j and k select"))
        stage.openChat(ChatViewState(title: "Ada", rows: messages(1...3)))
        #expect(stage.rows()[22].hasPrefix("Enter sends, Esc stops typing"))
        stage.press(Key(.escape))
        #expect(stage.rows()[22].hasPrefix("i types, r replies, + reacts, y copies, t begins a thread, j and k select"))
    }

    @Test func `without the preset these keys type`() {
        var stage = ModelStage()
        stage.openList([chatRow("Ada")])
        stage.type("jG")
        #expect(stage.typed == "jG")
    }

    @Test(arguments: KeyScreen.allCases, [true, false])
    func `no key of Vi has two actions at a time`(screen: KeyScreen, isLineEmpty: Bool) {
        let active = KeyBinding.vi.filter { $0.isActive(on: screen, isLineEmpty: isLineEmpty) }.flatMap(\.keys).map(
            \.key
        )
        #expect(Set(active).count == active.count)
    }
}
