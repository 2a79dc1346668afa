import Chat
import ChatList
import Testing
import Transport

@testable import FullScreenHost

/// What one message costs the line to a terminal, in bytes, by the terminfo of a common one.
@Suite struct ByteCountTests {
    private func count(shown: Int, chats: Int) throws -> Int {
        let capabilities = try #require(TerminalCapabilities(terminal: "xterm-256color", descriptor: 1))
        var writer = CellWriter(capabilities)
        var stage = ModelStage(rows: 40, columns: 120)
        let names = ["Ada", "Bob", "Carol", "Dave", "Eve"].prefix(chats)
        stage.openList(names.map { chatRow($0, "how are you?") })
        func state(_ count: Int) -> ChatViewState {
            let rows = (1...count).map { theirs("\($0)", "it is \($0 * 7_919 % 10_007), they say") }
            return ChatViewState(title: "Ada", rows: rows)
        }
        stage.openChat(state(shown))
        stage.type("half a line")
        _ = writer.update(to: stage.model.frame().frame)
        stage.take(.chat(state(shown + 1)))
        let list = names.map { chatRow($0, $0 == "Ada" ? "it is 8, they say" : "how are you?") }
        stage.take(.list(ChatListViewState(rows: list)))
        return writer.update(to: stage.model.frame().frame).count
    }

    @Test func `a short message writes fewer than 300 bytes while the chat has room, and where it has to move up`()
        throws
    {
        #expect(try count(shown: 5, chats: 5) < 300)
        #expect(try count(shown: 100, chats: 1) < 300)
    }

    @Test func `a long list beside a chat that moves up is written again, and nothing else`() throws {
        #expect(try count(shown: 100, chats: 5) < 1000)
    }

    @Test func `nothing is written when nothing changes`() throws {
        let capabilities = try #require(TerminalCapabilities(terminal: "xterm-256color", descriptor: 1))
        var writer = CellWriter(capabilities)
        var stage = ModelStage(rows: 40, columns: 120)
        stage.openChat(ChatViewState(title: "Ada", rows: messages(1...100)))
        _ = writer.update(to: stage.model.frame().frame)
        stage.take(.chat(ChatViewState(title: "Ada", rows: messages(1...100))), .badge(0))
        #expect(writer.update(to: stage.model.frame().frame).isEmpty)
    }
}
