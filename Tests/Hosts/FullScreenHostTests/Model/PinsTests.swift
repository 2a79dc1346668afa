import Chat
import ChatApp
import ChatTypes
import PinnedMessages
import ScreenKit
import Testing

@testable import FullScreenHost

/// The pinned messages of a chat on the full screen.
@Suite struct PinsTests {
    @Test func `Alt-k shows the pinned messages of the open chat, and p pins the selected message or removes its pin`()
    {
        var stage = ModelStage.inChat()
        stage.press(.alt("k"))
        #expect(stage.takeEffects() == [.chat(.showPins)])
        var state = ChatViewState(title: "Ada", rows: messages(1...2))
        state.rows[1].isPinned = true
        stage.handle(.chat(state))
        _ = stage.takeEffects()
        stage.press(Key(.up), .text("p"), Key(.up), .text("p"))
        let changes = stage.takeEffects().compactMap { effect in
            if case .chat(.change(let change)) = effect { change } else { nil }
        }
        #expect(changes == [.pin(state.rows[1].id, false), .pin(state.rows[0].id, true)])
    }

    @Test func `pins are drawn with their numbers and authors, and the selected one is marked`() {
        var stage = ModelStage(rows: 10, columns: 60)
        stage.showPins(above: [.chatList])
        stage.press(Key(.down))
        #expect(
            stage.rows()[0...2] == ["Ada, pinned messages", "  1  Ada: see you", "> 2  a message that is not here"]
        )
        #expect(stage.rows()[8].hasPrefix("Enter shows the message, u unpins, Esc goes back"))
        stage.handle(.pins(PinnedMessagesViewState(title: "Ada", canUnpin: false)))
        #expect(stage.rows()[1] == "  No pinned messages" && !stage.rows()[8].contains("unpins"))
        for hasMore in [false, true] {
            stage.handle(.pins(PinnedMessagesViewState(title: "Ada", hasMore: hasMore, limitText: "Nine at most")))
            #expect(stage.rows()[8].hasSuffix("Nine at most") == !hasMore, "at the end of the last page")
        }
    }

    @Test func `Enter opens a message and holds what is typed for its chat, unless the message is not here`() {
        var stage = ModelStage.inChat()
        stage.showPins()
        stage.press(Key(.enter))
        stage.type("nice")
        #expect(stage.takeEffects() == [.pins(.open(MessageID("2")))] && stage.typed.isEmpty)
        stage.press(.control("c"))
        stage.press(Key(.down), Key(.enter))
        stage.type("nice")
        #expect(stage.takeEffects() == [.pins(.open(MessageID("1")))] && stage.typed == "nice")
    }

    @Test func `u on an empty line removes the pin of the selected row, and commands and Esc work as on the pictures`()
    {
        var stage = ModelStage.inChat()
        stage.showPins()
        stage.press(Key(.down), .text("u"))
        #expect(stage.takeEffects() == [.pins(.unpin(MessageID("1")))])
        stage.type("/copy-message")
        stage.press(Key(.enter))
        #expect(stage.takeEffects() == [])
        stage.type("/unpin 1")
        stage.press(Key(.enter))
        #expect(stage.takeEffects() == [.pins(.unpin(MessageID("2")))])
        stage.press(Key(.pageDown))
        #expect(stage.takeEffects() == [.pins(.showMore)])
        stage.press(Key(.escape))
        #expect(stage.takeEffects() == [.pins(.leave)])
        var empty = ModelStage.inChat()
        empty.press(Key(.up))
        empty.handle(.begins(.pins(of: ada)), .stack([.chatList, .chat(ada), .pins(of: ada)]))
        empty.press(.text("u"))
        #expect(empty.takeEffects() == [], "the message selected in the chat stays as it is")
        stage.handle(.stack([.chatList, .chat(ada)]))
        #expect(stage.model.panels[PinsPanel.self] == nil && stage.model.panels.chat?.state != nil)
    }
}

extension ModelStage {
    /// Shows two pins of Ada's chat, the second of a message that is not here.
    fileprivate mutating func showPins(above stack: [AppScreen] = [.chatList, .chat(ada)]) {
        handle(.begins(.pins(of: ada)), .stack(stack + [.pins(of: ada)]))
        let rows = [
            MessageExcerpt(id: MessageID("2"), author: .contact, text: "see you"),
            MessageExcerpt(id: MessageID("1"), text: "a message that is not here"),
        ]
        handle(.pins(PinnedMessagesViewState(title: "Ada", rows: rows, hasMore: true)))
        _ = takeEffects()
    }
}
