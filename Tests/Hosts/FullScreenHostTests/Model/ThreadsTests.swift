import Chat
import ChatApp
import ChatTypes
import Testing

@testable import FullScreenHost

/// Threads of a chat, and the list of them, on the full screen.
@Suite struct ThreadsTests {
    private let root = MessageID("1")

    /// The list of threads above the chat with Ada.
    private func threads() -> ModelStage {
        var stage = ModelStage.inChat()
        stage.handle(.begins(.threads(of: ada)), .stack([.chatList, .chat(ada), .threads(of: ada)]), .chat(listed))
        _ = stage.takeEffects()
        return stage
    }

    private var listed: ChatViewState {
        var state = ChatViewState(part: .threads, title: "Ada", rows: messages(1...2), canWrite: false)
        for index in state.rows.indices { state.rows[index].thread = .init(answerCount: 1) }
        return state
    }

    private func openThread(in stage: inout ModelStage) {
        let thread = AppScreen.thread(root, of: ada)
        let state = ChatViewState(part: .thread(root), title: "Ada", rows: messages(1...3))
        stage.handle(.begins(thread), .stack([.chatList, .chat(ada), thread]), .chat(state))
        _ = stage.takeEffects()
    }

    @Test func `the list of threads opens with the last one selected, which Enter and t open`() {
        var stage = threads()
        #expect(stage.model.panels.chat?.selected == MessageID("2"))
        stage.press(Key(.enter), Key(.up), .text("t"))
        #expect(stage.takeEffects() == [.chat(.openThread(MessageID("2"))), .chat(.openThread(root))])
        stage.press(Key(.escape))
        stage.handle(.chat(listed))
        #expect(stage.model.panels.chat?.selected == nil, "nothing is selected again by itself")
    }

    @Test func `a text that is typed in the list of threads is neither sent nor the chat's`() {
        var stage = threads()
        stage.press(Key(.escape))
        stage.type("hello")
        stage.press(Key(.enter))
        #expect(stage.takeEffects() == [] && stage.typed == "hello")
        #expect(stage.model.notice?.text.hasPrefix("Up selects a thread and Enter opens it") == true)
        stage.handle(.stack([.chatList, .chat(ada)]))
        #expect(stage.typed.isEmpty)
    }

    @Test func `an answer typed in a thread goes there, and the chat keeps its own text`() {
        var stage = ModelStage.inChat()
        stage.type("half")
        openThread(in: &stage)
        #expect(stage.typed.isEmpty)
        stage.type("yes")
        stage.press(Key(.enter))
        #expect(stage.takeEffects() == [.chat(.send("yes"))])
        stage.handle(.stack([.chatList, .chat(ada)]))
        #expect(stage.typed == "half")
    }

    @Test func `requests of a chat that its thread covers do not go to the thread`() {
        var stage = ModelStage.inChat(ChatViewState(title: "Ada", rows: messages(41...60), hasEarlier: true))
        stage.press(Key(.home))
        openThread(in: &stage)
        stage.handle(.chat(ChatViewState(title: "Ada", rows: messages(21...60), hasEarlier: true)))
        #expect(stage.takeEffects() == [])
    }
}
