import Chat
import ChatApp
import ChatList
import ChatTypes
import HostKit
import ScreenKit
import Testing

@testable import FullScreenHost

@Suite struct NoticeTests {
    @Test func `news replace older news but not other notices`() {
        var stage = ModelStage()
        stage.openChat(ChatViewState(title: "Ada"))
        stage.type("/quti")
        stage.press(Key(.enter))
        let told = stage.model.notice
        #expect(told?.isNews == false)
        let first = AppNotification(id: MessageID("1"), chat: bob, title: "Bob", text: "hey")
        let second = AppNotification(id: MessageID("2"), chat: bob, title: "Bob", text: "you")
        stage.handle(.notification(first))
        #expect(stage.model.notice == told)
        #expect(stage.takeEffects() == [.ring, .notify(title: "Bob", text: "hey")])
        stage.press(Key(.escape))
        stage.handle(.notification(first), .notification(second))
        #expect(stage.model.notice == Notice(text: "Bob: you", isNews: true))
    }

    @Test func `notices accumulate until a key is pressed`() {
        var stage = ModelStage()
        stage.openList([chatRow("Ada")])
        stage.handle(.notice("The history was damaged"))
        let problem = ScreenProblem(text: "The disk is full", number: 1)
        stage.handle(.list(ChatListViewState(rows: [chatRow("Ada")], problem: problem)), .notice("The disk is full"))
        #expect(stage.model.notice?.text == "The history was damaged\nThe disk is full")
        #expect(stage.rows()[21...22] == ["The history was damaged", "  The disk is full"])
        stage.press(Key(.down))
        stage.handle(.notice("Saved"))
        #expect(stage.model.notice?.text == "Saved")
    }

    @Test func `a file that was saved, and a message that was forwarded, are told of once`() {
        var state = ChatViewState(title: "Ada", rows: messages(1...1))
        var stage = ModelStage.inChat(state)
        func notice() -> String? {
            stage.press(Key(.function(9)))
            stage.handle(.chat(state))
            return stage.model.notice?.text
        }
        state.savedFile = .init(message: MessageID("1"), name: "a.png", path: "/tmp/b")
        #expect(notice() == "a.png is saved as /tmp/b")
        state.rows = messages(1...2)
        #expect(notice() == nil)
        state.forwarded = .init(to: "Ben")
        #expect(notice() == "Forwarded to Ben")
        state.rows = messages(1...3)
        #expect(notice() == nil)
    }

    @Test func `a notification outside is two hundred columns at most`() {
        var stage = ModelStage()
        stage.openList([chatRow("Ada")])
        for (count, text) in [
            (200, String(repeating: "x", count: 200)), (201, String(repeating: "x", count: 199) + "…"),
        ] {
            let long = String(repeating: "x", count: count)
            stage.handle(.notification(AppNotification(id: MessageID("n"), chat: bob, title: "Bob", text: long)))
            #expect(stage.takeEffects() == [.ring, .notify(title: "Bob", text: text)])
        }
    }

    @Test func `a problem is told again when its screen is opened anew`() {
        var stage = ModelStage()
        for _ in 1...2 {
            stage.openChat(ChatViewState(title: "Ada", problem: ScreenProblem(text: "Offline", number: 1)))
            #expect(stage.model.notice?.text == "Offline")
            stage.press(Key(.function(9)))
            #expect(stage.model.notice == nil)
        }
    }

    @Test func `a notice stays when another screen appears`() {
        var stage = ModelStage()
        stage.openList([])
        stage.handle(.begins(.createChat), .stack([.chatList, .createChat]), .notice("Saved"))
        stage.openChat(ChatViewState(title: "Ada"))
        #expect(stage.model.notice?.text == "Saved")
    }
}

@Suite struct NoticeBoardTests {
    private var board = NoticeBoard()

    @Test mutating func `lines are added once, and an answer to a key replaces them`() {
        board.add("Saved")
        board.add("Offline")
        board.add("Saved")
        #expect(board.current == Notice(text: "Saved\nOffline"))
        board.show("No such chat")
        #expect(board.current == Notice(text: "No such chat"))
        board.clear()
        #expect(board.current == nil)
    }

    @Test mutating func `news replace only news, and a notice replaces them`() {
        board.addNews("Bob: hey")
        board.addNews("Bob: you")
        #expect(board.current == Notice(text: "Bob: you", isNews: true))
        board.add("Saved")
        board.addNews("Bob: there")
        board.clearNews()
        #expect(board.current == Notice(text: "Saved"))
    }

    @Test mutating func `a problem is added once for each screen, and again when the screen begins anew`() {
        let problem = ScreenProblem(text: "Offline", number: 1)
        for _ in 1...2 { board.add(problem, on: .chat) }
        board.clear()
        board.add(problem, on: .chat)
        #expect(board.current == nil)
        board.forgetProblem(on: .chat)
        board.add(problem, on: .chat)
        #expect(board.current == Notice(text: "Offline"))
    }

    @Test func `one fact about the disk is one notice`() {
        var board = NoticeBoard()
        board.add("Nothing can be saved: the data directory cannot be written to\nsettings, line 2: no")
        board.add("Cannot save: the data directory cannot be written to")
        #expect(board.current?.text.split(separator: "\n").count == 2)
        board.add("Cannot save: the disk is full")
        #expect(board.current?.text.split(separator: "\n").count == 3)
    }
}
