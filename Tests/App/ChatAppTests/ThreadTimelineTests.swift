import Chat
import ChatSession
import ChatStore
import ChatTypes
import Foundation
import RuntimeKit
import ScreenTesting
import Testing
import Transport

@testable import ChatApp

/// A thread and the list of all, as their screens read and write them.
@Suite struct ThreadTimelineTests {
    private let id = ChatHeader.ada.id
    private let session: Session
    private let thread: ThreadTimeline
    private let list: ThreadTimeline

    /// A message, an answer to it, and another message, each of which mentions the user. What was between and before them is not here.
    init() throws {
        let messages = (1...3).map { Self.message($0, after: Int64($0) * 10 - 5) }
        session = try Self.session(after: ChatUpdate(chat: .ada, messages: messages))
        thread = ThreadTimeline(session: session, part: .thread(MessageID("1")))
        list = ThreadTimeline(session: session, part: .threads)
    }

    /// Makes a message that mentions the user; the second is an answer to the first.
    private static func message(_ number: Int, after predecessor: Int64?) -> Message {
        Message(
            id: MessageID("\(number)"),
            author: .contact,
            text: "text \(number)",
            thread: number == 2 ? MessageID("1") : nil,
            mentionsMe: true,
            sentAt: moment(Double(number)),
            position: Position(Int64(number) * 10),
            predecessor: predecessor.map { Predecessor(position: Position($0), cursor: PageCursor("\(number)")) }
        )
    }

    private static func session(after updates: ChatUpdate...) throws -> Session {
        let database = try ChatDatabase(.memory)
        for update in updates {
            let isCounted = update.unreadCount != nil
            _ = try database.write { try $0.apply(update, announcing: false, countsMissing: isCounted) }
        }
        return Session(
            environment: .test(),
            database: database,
            service: AwayServer(),
            pushes: NoNews(),
            sockets: NoNews()
        )
    }

    private func hasRest(_ part: TimelinePart, of session: Session) async throws -> Bool? {
        let query = session.messages(of: id, .newest(9), part: part)
        return try #require(await query.first { _ in true }).content.get()?.hasUnreadRest
    }

    @Test func `a draft is that of the thread, and the list has none`() async throws {
        try await thread.saveDraft("half", of: nil, in: id)
        try await list.saveDraft("lost", of: nil, in: id)
        func draft(_ part: TimelinePart) async throws -> String? {
            try await session.read { [id] in try $0.timeline(of: id, in: .newest(9), part: part) }?.draft
        }
        #expect(try await draft(thread.part) == "half")
        #expect(try await draft(.main) == "")
    }

    @Test func `a text that the disk has not taken yet shows where it was typed`() async throws {
        await session.withDatabase { $0.diskFault = { throw StorageProblem.diskFull } }
        for target in [nil, DraftTarget.reply(to: MessageID("3"))] {
            try? await session.saveDraft("above", of: target, in: id)
        }
        try? await thread.saveDraft("half", of: nil, in: id)
        func shown(_ part: TimelinePart) async throws -> [String]? {
            let query = session.messages(of: id, .newest(9), part: part)
            let window = try #require(await query.first { _ in true }).content.get()
            return window.map { [$0.draft] + $0.unfinished.map(\.text) }
        }
        #expect(try await shown(.main) == ["above", "above"])
        #expect(try await shown(thread.part) == ["half"])
        #expect(try await shown(.threads) == [""])
    }

    @Test func `a mention and a day are looked for in the thread`() async throws {
        #expect(try await thread.mention(before: nil, in: id) == MessageID("2"))
        #expect(try await list.mention(before: nil, in: id) == nil)
        #expect(try await session.mention(before: nil, in: id) == MessageID("3"))
        #expect(try await thread.firstMessage(since: moment(0), in: id) == MessageID("2"))
    }

    @Test func `earlier answers come from the server, and the list asks for none`() async throws {
        await #expect(throws: ServiceError.unreachable) { try await thread.loadEarlier(in: id) }
        await #expect(throws: ServiceError.unreachable) { try await thread.loadMessages(since: moment(0), in: id) }
        try await list.loadEarlier(in: id)
    }

    @Test func `the unread rest besides messages shows in the chat, once these are read`() async throws {
        #expect(try await hasRest(.main, of: session) == false, "its messages are unread")
        session.setTopChat(id)
        #expect(try await session.markRead(id, upTo: MessageID("3")))
        #expect(try await hasRest(.main, of: session) == true)
        #expect(try await hasRest(thread.part, of: session) == false, "its answer is unread")
        #expect(try await hasRest(.threads, of: session) == false)
    }

    @Test func `the unread rest of a thread is read when it opens, and not while it is hidden`() async throws {
        let root = MessageID("1")
        let all = ReadReceipt(reader: .me, message: MessageID("2"), scope: .everything)
        let messages = [Self.message(1, after: nil), Self.message(2, after: 10)]
        let session = try Self.session(
            after: ChatUpdate(chat: .ada, messages: messages, receipts: [all]),
            ChatUpdate(chat: .ada, unreadCount: 1, threadCounts: [ThreadCount(root: root, unread: 1)])
        )
        let thread = ThreadTimeline(session: session, part: .thread(root))
        func dueScopes() async throws -> [ReceiptScope] { try await session.read { try $0.dueReceipts().map(\.scope) } }
        for part in [TimelinePart.main, .threads] {
            session.setTopChat(id, showing: part)
            await thread.connect(to: id)
            #expect(try await dueScopes() == [])
        }
        #expect(try await hasRest(thread.part, of: session) == true)
        session.setTopChat(id, showing: thread.part)
        await thread.connect(to: id)
        #expect(try await dueScopes() == [.thread(root)])
        #expect(try await hasRest(thread.part, of: session) == false)
        #expect(try await session.read { try $0.unreadCount() } == 0)
    }
}
