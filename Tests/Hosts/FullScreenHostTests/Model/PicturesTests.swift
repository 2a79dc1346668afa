import Chat
import ChatApp
import ChatList
import ChatTypes
import ScreenKit
import SharedPictures
import Testing

@testable import FullScreenHost

/// The pictures of a chat on the full screen.
@Suite struct PicturesTests {
    @Test func `Alt-p shows the pictures of the open chat or of the selected row`() {
        var stage = ModelStage.inChat()
        stage.press(.alt("p"))
        #expect(stage.takeEffects() == [.chat(.showPictures)])
        stage.handle(.stack([.chatList]))
        stage.press(Key(.down), .alt("p"))
        #expect(stage.takeEffects() == [.list(.showPictures(ChatSummary.ID(chat: bob)))])
        stage.openList([])
        stage.press(.alt("p"))
        #expect(stage.takeEffects() == [])
    }

    @Test func `pictures are drawn newest first with their numbers, and the selected one is marked`() {
        var stage = ModelStage(rows: 10, columns: 60)
        stage.showPictures(above: [.chatList])
        stage.press(Key(.down))
        let rows = stage.rows()
        #expect(rows[0...2] == ["Ada, pictures", "  1  b.png  image/png, 9 bytes", "> 2  a.png  image/png, 9 bytes"])
        #expect(rows[8].hasPrefix("Enter shows the message, Esc goes back"))
        stage.handle(.pictures(SharedPicturesViewState(title: "Ada")))
        #expect(stage.rows()[1] == "  No pictures yet")
    }

    @Test func `Enter opens the message, and the input typed meanwhile goes to its chat`() {
        var stage = ModelStage.inChat()
        stage.showPictures()
        stage.press(Key(.down), Key(.enter))
        stage.type("nice")
        #expect(stage.takeEffects() == [.pictures(.open(MessageID("1")))])
        let chat = AppScreen.chat(ada, at: MessageID("1"))
        stage.handle(
            .begins(.chat(ada)),
            .stack([.chatList, chat]),
            .chat(ChatViewState(title: "Ada", rows: messages(1...3)))
        )
        #expect(stage.typed == "nice" && stage.model.panels[PicturesPanel.self] == nil)
    }

    @Test func `typed numbers and commands work on the pictures, and messages are not sent there`() {
        var stage = ModelStage.inChat()
        stage.showPictures()
        func effects(_ line: String) -> [ModelEffect] {
            stage.type(line)
            stage.press(Key(.enter))
            return stage.takeEffects()
        }
        #expect(effects("3") == [] && stage.model.notice?.text == "There is no picture 3 on screen")
        #expect(effects("/more") == [.pictures(.showMore)])
        #expect(effects("/pictures") == [] && stage.model.notice?.text == "These are the pictures of the chat")
        #expect(effects("/attach /dev/null") == [] && stage.model.notice?.text == "Open a chat first, with /open")
        #expect(stage.typed == "/attach /dev/null")
        stage.press(.control("u"))
        #expect(effects("/back") == [.pictures(.leave)])
        #expect(effects("hello") == [] && stage.typed == "hello")
        stage.press(.control("u"))
        #expect(effects("2") == [.pictures(.open(MessageID("1")))])
    }

    @Test func `PageDown at the end loads a page more, and Esc leaves the pictures`() {
        var stage = ModelStage.inChat()
        stage.showPictures()
        stage.press(Key(.pageDown))
        #expect(stage.takeEffects() == [.pictures(.showMore)])
        stage.press(Key(.escape))
        #expect(stage.takeEffects() == [.pictures(.leave)])
        stage.handle(.stack([.chatList, .chat(ada)]))
        #expect(stage.model.panels[PicturesPanel.self] == nil && stage.model.panels.chat?.state != nil)
    }

    @Test func `a chat above its pictures leads back to them, and /list leaves both`() {
        var stage = ModelStage()
        stage.openList([chatRow("Ada")])
        stage.showPictures(above: [.chatList])
        let chat = AppScreen.chat(ada, at: MessageID("2"))
        stage.handle(
            .begins(.chat(ada)),
            .stack([.chatList, .pictures(of: ada), chat]),
            .chat(ChatViewState(title: "Ada"))
        )
        #expect(stage.model.panels[PicturesPanel.self]?.state?.rows.count == 2)
        stage.type("/list")
        stage.press(Key(.enter))
        #expect(stage.takeEffects().last == .chat(.leave))
        stage.handle(.stack([.chatList, .pictures(of: ada)]))
        #expect(stage.takeEffects() == [.pictures(.leave)] && stage.model.panels.chat == nil)
        #expect(stage.rows()[0].hasSuffix("Ada, pictures"))
        _ = stage.takeEffects()
        stage.handle(.stack([.chatList]))
        #expect(stage.takeEffects() == [] && stage.model.panels[PicturesPanel.self] == nil)
    }

    @Test func `the pictures' status and problem are shown`() {
        var stage = ModelStage(rows: 10, columns: 60)
        stage.showPictures(above: [.chatList])
        stage.handle(.pictures(SharedPicturesViewState(title: "Ada", status: "Offline")))
        #expect(stage.rows()[8].hasPrefix("Offline"))
        let problem = ScreenProblem(text: "The disk is full", number: 1)
        stage.handle(.pictures(SharedPicturesViewState(title: "Ada", problem: problem)))
        #expect(stage.model.notice?.text == "The disk is full")
    }
}

extension ModelStage {
    /// Shows two pictures of Ada's chat.
    fileprivate mutating func showPictures(above stack: [AppScreen] = [.chatList, .chat(ada)]) {
        handle(.begins(.pictures(of: ada)), .stack(stack + [.pictures(of: ada)]))
        let rows = [("2", "b.png"), ("1", "a.png")].map {
            SharedPicturesViewState.Row(id: MessageID($0.0), name: $0.1, detail: "image/png, 9 bytes")
        }
        handle(.pictures(SharedPicturesViewState(title: "Ada", rows: rows, hasMore: true)))
        _ = takeEffects()
    }
}
