import Chat
import ChatList
import ChatTypes
import Testing

@testable import FullScreenHost

/// The bytes written to a terminal for one message, by a common terminfo.
@Suite struct ByteCountTests {
    /// Messages of all lengths, no two alike.
    private static let texts = [
        "Hi", "Did you get any sleep?", "Not much, the cat wanted out at four, and then in again", "Ha!",
        "We could go on Friday", "Fine by me", "I had not thought of that; let me ask Carol about it", "Sure",
        "Where did you take that photograph?", "On the pass, the day before it began to snow", "Lovely", "See you!",
    ]

    /// - Parameter isReordered: whether the chat was not the newest one, and rises to the top of the list.
    private func count(shown: Int, chats: Int, isReordered: Bool = false, hasMargins: Bool = false) throws -> Int {
        let capabilities = try #require(TerminalCapabilities(terminal: "xterm-256color", descriptor: 1))
        var writer = CellWriter(capabilities)
        writer.hasMargins = hasMargins
        var stage = ModelStage(rows: 40, columns: 120)
        let names = ["Ada Lovelace", "Bob", "Carol", "Dave Hill", "Eve"] + (5...30).map { "Person \($0)" }
        var list = names.prefix(chats).enumerated().map { chatRow($1, Self.texts[$0 * 5 % 12]) }
        if isReordered { list.swapAt(0, chats - 1) }
        stage.openList(list)
        func state(_ count: Int) -> ChatViewState {
            let rows = (1...count).map { number in
                let text = Self.texts[number * 5 % 12]
                return number.isMultiple(of: 3) ? mine("\(number)", text, .read) : theirs("\(number)", text)
            }
            return ChatViewState(title: "Ada Lovelace", rows: rows)
        }
        stage.openChat(state(shown), ChatID("ada lovelace"))
        stage.type("half a line")
        _ = writer.update(to: stage.model.frame().frame)
        stage.handle(.chat(state(shown + 1)))
        if isReordered { list.insert(list.removeLast(), at: 0) }
        list[0] = chatRow("Ada Lovelace", Self.texts[(shown + 1) * 5 % 12])
        stage.handle(.list(ChatListViewState(rows: list)))
        return writer.update(to: stage.model.frame().frame).count
    }

    @Test(arguments: [1, 5, 18])
    func `a short message writes under 200 bytes while the chat has room`(chats: Int) throws {
        #expect(try count(shown: 5, chats: chats, hasMargins: true) < 200)
    }

    @Test(arguments: [1, 5, 18])
    func `a short message in a full chat writes under 200 bytes with margins`(chats: Int) throws {
        #expect(try count(shown: 100, chats: chats, hasMargins: true) < 200)
    }

    /// Either the list's rows or the chat's rows beside them are written again, whichever are fewer bytes.
    @Test(arguments: [(1, 200), (5, 550), (18, 1800)])
    func `without margins, each listed chat adds bytes to a message in a full chat`(
        chats: Int,
        limit: Int
    ) throws {
        #expect(try count(shown: 100, chats: chats) < limit)
    }

    @Test func `a chat that moves from fifth to first place rewrites five rows`() throws {
        #expect(try count(shown: 5, chats: 5, isReordered: true) < 430)
        #expect(try count(shown: 100, chats: 5, isReordered: true, hasMargins: true) < 420)
    }

    @Test func `an unchanged screen writes nothing`() throws {
        let capabilities = try #require(TerminalCapabilities(terminal: "xterm-256color", descriptor: 1))
        var writer = CellWriter(capabilities)
        var stage = ModelStage(rows: 40, columns: 120)
        stage.openChat(ChatViewState(title: "Ada", rows: messages(1...100)))
        _ = writer.update(to: stage.model.frame().frame)
        stage.handle(.chat(ChatViewState(title: "Ada", rows: messages(1...100))), .badge(0))
        #expect(writer.update(to: stage.model.frame().frame).isEmpty)
    }
}
