import ChatTypes
import Foundation
import HostTesting
import RuntimeKit
import SimulationKit
import Testing
import Transport

@testable import HostKit

/// `show` with a server that has messages which are not stored.
@Suite(.timeLimit(.minutes(20))) struct FilledShowTests {
    @Test func `missing messages are requested, and each page is told`() throws {
        let shown = try show(PagedServerFake(missingCount: 4))
        #expect(shown.texts == (1...5).map { "text \($0)" })
        #expect(shown.progress == (1...4).map { "Loading older messages (\($0) of at most 20)…" })
    }

    @Test func `twenty pages are requested, and a gap stays before what is left`() throws {
        let all = try show(PagedServerFake(missingCount: 20))
        #expect(all.texts == (1...21).map { "text \($0)" } && all.progress.count == 20)
        let rest = try show(PagedServerFake(missingCount: 21))
        #expect(rest.texts == ["gap"] + (2...22).map { "text \($0)" } && rest.progress.count == 20)
    }

    @Test func `a page that does not come is waited for half a minute, and leaves a gap`() throws {
        let shown = try show(PagedServerFake(missingCount: 4, answers: false))
        #expect(shown.texts == ["gap", "text 5"])
        #expect(shown.duration >= .seconds(30) && shown.duration < .seconds(31))
    }

    @Test func `a chat is shown by its alias`() throws {
        #expect(try show(PagedServerFake(missingCount: 0), of: "#garden:test").texts == ["text 1"])
    }

    private func show(
        _ server: PagedServerFake,
        of name: String = "Ada"
    ) throws -> (texts: [String], progress: [String], duration: Duration) {
        let (pipe, progress) = (PipeFake(), PipeFake())
        let executor = SimulationExecutor(seed: 1, schedule: .inOrder)
        let command = try OneShotCommand(
            on: executor.clock,
            with: server,
            printingTo: pipe,
            isJSON: true,
            progressTo: progress
        )
        let start = executor.clock.now
        #expect(executor.run(command) { try await $0.show(ChatExcerpt(contact: name)) } == .ok)
        let duration = start.duration(to: executor.clock.now)
        pipe.closeWriteEnd()
        progress.closeWriteEnd()
        let lines = String(decoding: pipe.readAll(), as: UTF8.self).split(separator: "\n")
        let texts = try lines.map { line -> String in
            let json = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            return json?["event"] as? String == "gap" ? "gap" : json?["text"] as? String ?? String(line)
        }
        let told = String(decoding: progress.readAll(), as: UTF8.self).split(separator: "\n").map(String.init)
        return (texts, told, duration)
    }
}

/// A server whose sync has the newest message only. It counts the unread ones, so the session asks for no others on its own.
private struct PagedServerFake: ChatService, PushSource, SocketSource {
    /// The messages before the newest one, which come one a page.
    let missingCount: Int
    var answers = true
    let countsUnread = true

    private static let header = ChatHeader(
        id: ChatID("chat"),
        contact: Contact(id: ContactID("ada"), name: "Ada"),
        createdAt: Date(timeIntervalSince1970: 0)
    )

    private func message(_ number: Int) -> Message {
        Message(
            id: MessageID("m\(number)"),
            author: .contact,
            text: "text \(number)",
            sentAt: Date(timeIntervalSince1970: TimeInterval(number)),
            position: Position(Int64(number)),
            predecessor: number == 1
                ? nil : Predecessor(position: Position(Int64(number - 1)), cursor: PageCursor("\(number - 1)"))
        )
    }

    func sync(since cursor: SyncCursor?) async throws -> SyncPage {
        let newest = [message(missingCount + 1)]
        let updates = cursor == nil ? [ChatUpdate(chat: Self.header, messages: newest, unreadCount: 0)] : []
        return SyncPage(updates: updates, next: SyncCursor("1"), isComplete: true)
    }

    func page(of chat: ChatID, before cursor: PageCursor) async throws -> MessagePage {
        guard answers, let number = Int(cursor.rawValue) else { throw await never() }
        return MessagePage(
            messages: [message(number)],
            next: number == 1 ? nil : PageCursor("\(number - 1)")
        )
    }

    func receive(_ body: @Sendable (LiveEvent) async -> Void) async throws { throw await never() }

    func connect(to chat: ChatID, _ body: @Sendable (LiveEvent) async -> Void) async throws { throw await never() }

    /// Waits until the caller's task is cancelled.
    private func never() async -> CancellationError {
        _ = await CoalescingQueue<Void>().takeAll()
        return CancellationError()
    }

    func contacts(matching text: String, limit: Int) async throws -> [Contact] { [] }
    func picture(of contact: ContactID) async throws -> Picture? { nil }
    func createChat(with name: String) async throws -> ChatHeader { Self.header }
    func send(_ message: OutgoingMessage) async throws -> Message {
        throw ServiceError.unauthorized(text: "logged out")
    }
    func markRead(_ chat: ChatID, upTo message: MessageID, in scope: ReceiptScope) async throws {}
    func chat(withAlias alias: String) async throws -> ChatID? { alias == "#garden:test" ? Self.header.id : nil }
    func setPresence(_ presence: Presence) async throws {}
}
