import Chat
import ChatApp
import ChatList
import ChatTypes
import ScreenKit
import Testing

@testable import FullScreenHost

/// The search within a chat.
@Suite struct MessageSearchTests {
    private func selected(_ stage: ModelStage) -> String? { stage.model.panels.chat?.selected?.rawValue }

    private func hits(_ ids: String...) -> ModelEvent {
        .foundMessages(ids.map { MessageID($0) }, for: "tea", in: ada)
    }

    private func stage(_ rows: ClosedRange<Int> = 1...60) -> ModelStage {
        var stage = ModelStage.inChat(ChatViewState(title: "Ada", rows: messages(rows), hasEarlier: true))
        stage.type("half")
        stage.press(.control("s"))
        stage.type("tea")
        _ = stage.rows()
        _ = stage.takeEffects()
        return stage
    }

    @Test func `Ctrl-s types a text to find and the draft stays`() {
        var stage = stage()
        #expect(stage.rows().last == "Find: tea")
        stage.press(Key(.enter))
        #expect(stage.takeEffects() == [.findMessages("tea", in: ada)])
        #expect(stage.typed == "half")
    }

    @Test func `n selects older matches, N newer ones, and they go round`() {
        var stage = stage()
        stage.press(Key(.enter))
        stage.handle(hits("50", "20", "3"))
        #expect(selected(stage) == "50")
        #expect(stage.model.notice?.text.hasPrefix("Match 1 of 3;") == true)
        stage.press(.text("n"))
        #expect(selected(stage) == "20")
        #expect(stage.rows().contains { $0.contains("number 20") })
        stage.press(.text("n"), .text("n"))
        #expect(selected(stage) == "50")
        stage.press(.text("N"))
        #expect(selected(stage) == "3")
    }

    @Test func `a match that is not loaded opens there and is selected`() {
        var stage = stage(100...160)
        stage.press(Key(.enter))
        stage.handle(hits("7"))
        #expect(stage.takeEffects().contains(.openChat(ada, at: MessageID("7"))))
        stage.openChat(ChatViewState(title: "Ada", rows: messages(1...60), hasLater: true, found: MessageID("7")))
        #expect(selected(stage) == "7")
        #expect(stage.rows().contains { $0.contains("number 7") })
    }

    /// A message of 112 lines, the word being in the one with number 31.
    private let long = theirs(
        "7",
        (1...112).map { $0 == 31 ? "line 31 has tea" : "line \($0)." }.joined(separator: "\n")
    )

    @Test func `a match in a message higher than the screen has its line in sight`() {
        let rows = messages(1...3) + [long] + messages(8...9)
        var stage = ModelStage.inChat(ChatViewState(title: "Ada", rows: rows))
        stage.type("/find tea")
        stage.press(Key(.enter))
        stage.handle(hits("7"))
        #expect(selected(stage) == "7")
        #expect(stage.rows().contains { $0.hasSuffix("line 31 has tea") })
    }

    @Test func `a search result in a message higher than the screen has its line in sight`() {
        var stage = ModelStage()
        stage.openList([chatRow("Ada")])
        stage.press(.control("f"))
        stage.type("tea")
        stage.handle(.list(ChatListViewState(rows: [chatRow("Ada", "tea", message: "7")], searchText: "tea")))
        stage.openChat(ChatViewState(title: "Ada", rows: messages(1...3) + [long], found: MessageID("7")))
        #expect(stage.rows().contains { $0.hasSuffix("line 31 has tea") })
    }

    @Test func `a message higher than the screen is shown from its beginning`() {
        var answer = mine("8", "yes")
        answer.answered = .init(id: MessageID("7"), author: .contact, text: "line 1.")
        var stage = ModelStage.inChat(ChatViewState(title: "Ada", rows: messages(1...3) + [long, answer]))
        _ = stage.rows()
        stage.press(Key(.up), .text("a"))
        #expect(selected(stage) == "7")
        let rows = stage.rows()
        #expect(rows.contains { $0.hasSuffix("line 1.") } && rows.contains { $0.hasSuffix("line 20.") })
    }

    @Test func `words found are highlighted in the chat`() {
        var stage = ModelStage.inChat(ChatViewState(title: "Ada", rows: [theirs("1", "green tea")]))
        stage.type("/find tea")
        stage.press(Key(.enter))
        stage.handle(hits("1"))
        stage.press(Key(.escape))
        let grid = stage.model.frame().frame.grid
        let found = (0..<100).filter { grid[21, $0].style == stage.model.theme.found }
        #expect(text(found.map { grid[21, $0] }) == "tea")
        stage.openChat(ChatViewState(title: "Bob", rows: [theirs("1", "green tea")]), bob)
        let other = stage.model.frame().frame.grid
        #expect(!(0..<100).contains { other[21, $0].style == stage.model.theme.found }, "nothing is sought there")
    }

    @Test func `a text that no message has is named`() {
        var stage = stage()
        stage.press(Key(.enter))
        stage.handle(hits())
        #expect(stage.model.notice?.text == "No message of this chat has “tea”")
    }

    @Test func `an answer to an earlier search is ignored`() {
        var stage = stage()
        stage.press(Key(.enter))
        stage.handle(
            .foundMessages([MessageID("5")], for: "te", in: ada),
            .foundMessages([MessageID("5")], for: "tea", in: bob)
        )
        #expect(selected(stage) == nil)
    }

    @Test func `n goes to no match of another chat, of the chat around a thread, or of a search that goes on`() {
        let notice = "Search this chat first, with /find or Ctrl-s"
        var stage = stage()
        stage.press(Key(.enter), Key(.up, .control), .text("n"))
        #expect(stage.model.notice?.text == notice, "there is no answer yet")
        stage.handle(hits("50"))
        var other = stage
        other.openChat(ChatViewState(title: "Bob", rows: messages(1...3)), bob)
        _ = other.rows()
        other.press(Key(.up), .text("n"))
        #expect(other.model.notice?.text == notice)
        let root = MessageID("1")
        let thread = AppScreen.thread(root, of: ada, at: nil)
        stage.handle(.begins(thread), .stack([.chatList, .chat(ada), thread]))
        stage.handle(.chat(ChatViewState(part: .thread(root), title: "Ada", rows: messages(1...3))))
        _ = stage.rows()
        stage.press(Key(.up), .text("n"))
        #expect(stage.model.notice?.text == notice)
        for effects in [stage.takeEffects(), other.takeEffects()] {
            #expect(!effects.contains { if case .openChat = $0 { true } else { false } })
        }
    }

    @Test func `a match in a thread that is not loaded is loaded there`() {
        let root = MessageID("1")
        var stage = ModelStage.inChat()
        let thread = AppScreen.thread(root, of: ada, at: nil)
        stage.handle(.begins(thread), .stack([.chatList, .chat(ada), thread]))
        stage.handle(.chat(ChatViewState(part: .thread(root), title: "Ada", rows: messages(1...3))))
        stage.type("/find tea")
        stage.press(Key(.enter))
        #expect(stage.takeEffects() == [.findMessages("tea", in: ada, .thread(root))])
        stage.handle(hits("0"))
        #expect(stage.takeEffects() == [.chat(.showMessage(MessageID("0")))])
    }

    @Test func `a blank text ends the search`() {
        var stage = stage()
        stage.press(Key(.enter))
        stage.handle(hits("50"))
        stage.press(Key(.escape), .control("s"))
        stage.type(" ")
        _ = stage.takeEffects()
        stage.press(Key(.enter))
        #expect(stage.takeEffects() == [] && stage.model.panels.messageSearch == nil)
        stage.press(Key(.up, .control), .text("n"))
        #expect(stage.model.notice?.text == "Search this chat first, with /find or Ctrl-s")
    }

    @Test(arguments: [
        (1, "Match 1 of 1"), (999, "Match 1 of 999; n selects the next older one, N the next newer one"),
        (1000, "Match 1 of 1000 or more; n selects the next older one, N the next newer one"),
    ])
    func `the notice says how many matches there are, as far as that is known`(count: Int, notice: String) {
        var search = MessageSearch("tea", in: ada)
        search.receive((1...count).map { MessageID("\($0)") })
        #expect(search.notice == notice)
    }

    @Test func `an answer that comes after a thread was opened leaves the thread as it is`() {
        var stage = stage()
        stage.press(Key(.enter))
        let root = MessageID("1")
        let thread = AppScreen.thread(root, of: ada, at: nil)
        stage.handle(.begins(thread), .stack([.chatList, .chat(ada), thread]))
        stage.handle(.chat(ChatViewState(part: .thread(root), title: "Ada", rows: messages(1...3))))
        _ = stage.takeEffects()
        stage.handle(hits("50"))
        #expect(stage.takeEffects().isEmpty && stage.model.notice == nil)
    }

    @Test func `Esc ends typing a text to find`() {
        var stage = stage()
        stage.press(Key(.escape))
        #expect(stage.typed == "half" && stage.takeEffects().isEmpty)
    }

    @Test func `without a search n says how to begin one`() {
        var stage = ModelStage.inChat()
        stage.press(Key(.up), .text("n"))
        #expect(stage.model.notice?.text == "Search this chat first, with /find or Ctrl-s")
    }

    @Test func `Alt-@ and /mention ask for a mention, which is marked, scrolled to and selected`() {
        var rows = messages(1...60)
        rows[9].mentionsMe = true
        var state = ChatViewState(title: "Ada", rows: rows)
        var stage = ModelStage.inChat(state)
        _ = stage.rows()
        stage.press(.alt("@"))
        #expect(stage.takeEffects().contains { $0 == .chat(.showMention) })
        stage.type("/mention")
        stage.press(Key(.enter))
        #expect(stage.takeEffects().contains { $0 == .chat(.showMention) })
        state.mention = ChatViewState.Mention(message: MessageID("10"))
        stage.handle(.chat(state))
        #expect(stage.rows().contains { $0.hasSuffix("@  number 10") })
        #expect(stage.model.panels.chat?.selected == MessageID("10"))
        stage.press(Key(.escape), Key(.end))
        state.rows.append(theirs("61", "the newest"))
        stage.handle(.chat(state))
        #expect(stage.model.panels.chat?.selected == nil && stage.rows().contains { $0.hasSuffix("the newest") })
    }

    @Test func `Alt-u goes to the first unread message`() {
        let state = ChatViewState(title: "Ada", rows: messages(1...60), firstUnread: MessageID("10"))
        var stage = ModelStage.inChat(state)
        _ = stage.rows()
        stage.press(Key(.end), .alt("u"))
        #expect(stage.rows()[1].contains("New"))
        #expect(stage.rows()[2].hasSuffix("number 10"))
    }

    @Test func `Alt-u loads the first unread message and goes there`() {
        var state = ChatViewState(
            title: "Ada",
            rows: messages(41...60),
            hasEarlier: true,
            firstUnread: MessageID("10")
        )
        var stage = ModelStage.inChat(state)
        _ = stage.rows()
        _ = stage.takeEffects()
        stage.press(.alt("u"))
        #expect(stage.takeEffects() == [.chat(.showFirstUnread)])
        state.rows = messages(1...60)
        stage.handle(.chat(state))
        #expect(stage.rows()[1].contains("New"))
        #expect(stage.rows()[2].hasSuffix("number 10"))
    }
}
