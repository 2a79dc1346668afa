import Chat
import ChatApp
import ChatList
import ChatTypes
import JSONKit
import PinnedMessages
import ScreenKit
import Testing

@testable import WebHost

@Suite struct PageFeedTests {
    private let files = ServedFiles()
    private var feed = PageFeed()
    private var state = PageState(stack: [.chatList], badge: 1)

    private mutating func next() throws -> JSONValue? {
        try feed.next(&state, files: files).map { try JSONDocument($0).root }
    }

    /// Returns the next line, which the page paints at once.
    private mutating func paintedNext() throws -> JSONValue? {
        let line = try next()
        feed.notePainted(feed.sent)
        return line
    }

    private func chat(_ texts: String..., draft: String = "") -> ChatViewState {
        ChatViewState(
            title: "Ada",
            rows: texts.map { ChatViewState.Row(id: MessageID($0), author: .contact, text: $0) },
            draft: draft
        )
    }

    @Test mutating func `a page is sent everything once, then only what changes`() throws {
        state.chat = (ChatID("a"), chat("1", draft: "half"))
        let first = try #require(try paintedNext())
        #expect(first["n"]?.integer == 1)
        #expect(first["badge"]?.integer == 1)
        #expect(first["open"]?["draft"]?.string == "half")
        #expect(try paintedNext() == nil)
        state.badge = 2
        let second = try #require(try paintedNext())
        #expect(second.members.map(\.name) == ["badge", "n"])
    }

    @Test mutating func `a page that paints nothing is sent two lines, and then the newest state alone`() throws {
        for badge in 2...9 {
            state.badge = badge
            let isSent = try next() != nil
            #expect(isSent == (badge < 4))
        }
        feed.notePainted(1)
        #expect(try next()?["badge"]?.integer == 9)
    }

    @Test mutating func `a number that was never sent acknowledges no later line`() throws {
        _ = try next()
        feed.notePainted(.max)
        for badge in 2...3 {
            state.badge = badge
            #expect(try next() != nil)
        }
        state.badge = 4
        #expect(try next() == nil)
    }

    @Test mutating func `a typed draft is not sent back`() throws {
        state.chat = (ChatID("a"), chat("1"))
        _ = try paintedNext()
        state.chat = (ChatID("a"), chat("1", draft: "half a thought"))
        #expect(try paintedNext() == nil)
    }

    @Test mutating func `a page learns where a message was forwarded, and that the list is of drafts`() throws {
        state.chat = (ChatID("a"), chat("1"))
        state.list = ChatListViewState()
        let first = try #require(try paintedNext())
        #expect(first["chatBar"]?["forwarded"] == nil && first["listBar"]?["drafts"] == nil)
        state.chat?.state.forwarded = .init(to: "Ben", number: 2)
        state.list?.isOfDrafts = true
        let second = try #require(try paintedNext())
        let forwarded = second["chatBar"]?["forwarded"]?.elements
        #expect(forwarded?.first?.integer == 2 && forwarded?.last?.string == "Ben")
        #expect(second["listBar"]?["drafts"]?.bool == true)
    }

    @Test mutating func `a text that could not be sent is given back with the problem, once`() throws {
        state.chat = (ChatID("a"), chat("1"))
        _ = try paintedNext()
        state.chat = (ChatID("a"), chat("1", draft: "too long"))
        state.chat?.state.problem = ScreenProblem(text: "The message is too long", number: 1)
        #expect(try paintedNext()?["kept"]?.string == "too long")
        state.chat?.state.draft = "shorter"
        #expect(try paintedNext() == nil)
    }

    @Test mutating func `a reply that could not be sent is given back with the problem, once`() throws {
        state.chat = (ChatID("a"), chat("1"))
        _ = try paintedNext()
        state.chat?.state.unfinished = [UnfinishedText(.reply(to: MessageID("1")), "too long")]
        #expect(try paintedNext() == nil, "what was begun is not sent back")
        state.chat?.state.problem = ScreenProblem(text: "The message is too long", number: 1)
        let given = try #require(try paintedNext()?["unfinished"]?.elements)
        #expect(given.map { $0["message"]?.string } == ["1"] && given.map { $0["text"]?.string } == ["too long"])
        state.chat?.state.unfinished = []
        #expect(try paintedNext() == nil)
    }

    @Test mutating func `a problem from before a chat was opened gives no text back`() throws {
        state.chat = (ChatID("a"), chat("1", draft: "half"))
        state.chat?.state.problem = ScreenProblem(text: "No", number: 1)
        #expect(try #require(try paintedNext())["kept"] == nil)
        state.chat?.state.problem?.number = 2
        #expect(try paintedNext()?["kept"]?.string == "half")
    }

    @Test mutating func `another chat begins with rows of its own, and a closed one with its opening`() throws {
        state.chat = (ChatID("a"), chat("1", "2"))
        _ = try paintedNext()
        state.chat = (ChatID("b"), chat("2"))
        let line = try #require(try paintedNext())
        #expect(line["open"]?["chat"]?.string == "b")
        #expect(line["rows"]?["rows"]?.elements.count == 1)
        state.chat = nil
        #expect(try paintedNext()?["chatBar"]?.isNull == true)
        state.chat = (ChatID("b"), chat("2"))
        #expect(try paintedNext()?["open"] != nil)
    }

    @Test mutating func `one more message costs at most 512 bytes`() throws {
        let rows = (0..<50).map { ChatViewState.Row(id: MessageID("\($0)"), author: .contact, text: "Hello") }
        state.chat = (ChatID("a"), ChatViewState(title: "Ada", rows: rows))
        _ = try paintedNext()
        let id = String(repeating: "f", count: 32)
        let new = ChatViewState.Row(id: MessageID(id), author: .me, text: "Hello", time: "9:00 am", delivery: .sending)
        state.chat?.state.rows.append(new)
        let line = try #require(feed.next(&state, files: files))
        #expect(line.count <= 512)
    }

    @Test mutating func `notices are sent once, the newest of each chat with their number`() throws {
        for number in 1...3 { state.add(PageNotice(chat: ChatID("a"), title: "Ada", text: "\(number)")) }
        state.add(PageNotice(text: "New login"))
        let notices = try #require(try paintedNext()?["notices"]?.elements)
        #expect(notices.map { $0["text"]?.string } == ["3", "New login"])
        #expect(notices[0]["count"]?.integer == 3)
        #expect(try paintedNext() == nil)
    }

    @Test mutating func `each answer to a search in a chat is sent once, and an equal one again`() throws {
        for _ in 1...2 {
            state.hits = FoundMessages(text: "here", chat: ChatID("a"), messages: [MessageID("1")])
            let hits = try #require(try paintedNext()?["hits"])
            #expect(hits["messages"]?.elements.map { $0.string } == ["1"])
            #expect(try paintedNext() == nil)
        }
    }

    @Test mutating func `a sleeping page finds no more than fifty notices`() throws {
        for number in 1...60 { state.add(PageNotice(chat: ChatID("\(number)"), text: "\(number)")) }
        let notices = try #require(try paintedNext()?["notices"]?.elements)
        #expect(notices.count == 50)
        #expect(notices.last?["text"]?.string == "60")
    }

    @Test mutating func `rows leave out what is false or empty`() throws {
        state.chat = (ChatID("a"), chat("1"))
        let row = try #require(try paintedNext()?["rows"]?["rows"]?.elements.first?.elements.last)
        #expect(row.members.map(\.name) == ["id", "author", "text", "at"])
    }

    @Test mutating func `a message whose sender nothing proves is marked in the chat, a quote, the list and the pins`()
        throws
    {
        let quote = MessageExcerpt(id: MessageID("0"), author: .contact, text: "pay Eve", senderWarning: .unencrypted)
        var message = ChatViewState.Row(id: MessageID("1"), author: .contact, text: "pay me", answered: quote)
        (message.senderWarning, message.senderWarningText) = (.unencrypted, "not encrypted")
        let listed = ChatListViewState.Row(
            id: ChatSummary.ID(chat: ChatID("a")),
            title: "Ada",
            preview: "pay me",
            senderWarning: .unencrypted
        )
        state.chat = (ChatID("a"), ChatViewState(title: "Ada", rows: [message]))
        state.list = ChatListViewState(rows: [listed])
        state.pins = PinnedMessagesViewState(title: "Ada", rows: [quote])
        let line = try #require(try paintedNext())
        let row = line["rows"]?["rows"]?.elements.first?.elements.last
        #expect(row?["warning"]?.string == "not encrypted" && row?["answered"]?["warned"]?.bool == true)
        #expect(line["list"]?["rows"]?.elements.first?.elements.last?["warned"]?.bool == true)
        #expect(line["pins"]?["rows"]?.elements.first?["warned"]?.bool == true)
    }
}
