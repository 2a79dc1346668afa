import ChatTypes
import Foundation
import HostTesting
import RuntimeKit
import SimulationKit
import Testing
import Transport

@testable import HostKit

/// Commands whose login ends while they run.
@Suite(.timeLimit(.minutes(20))) struct EndedLoginTests {
    @Test func `a watch ends with the login, and says why`() throws {
        let (pipe, executor) = (PipeFake(), SimulationExecutor(seed: 1, schedule: .inOrder))
        let command = try OneShotCommand(on: executor.clock, with: EndingServerFake(), printingTo: pipe)
        #expect(executor.run(command) { try await $0.watch(WatchRequest()) } == .unavailable)
        pipe.closeWriteEnd()
        let text = String(decoding: pipe.readAll(), as: UTF8.self)
        #expect(text.contains("Log in again"), "\(text)")
    }

    @Test func `once the login has ended, no command waits for the server, and each says that`() throws {
        let (pipe, executor) = (PipeFake(), SimulationExecutor(seed: 1, schedule: .inOrder))
        let command = try OneShotCommand(on: executor.clock, with: EndingServerFake(), printingTo: pipe)
        let code = executor.run(command) { command in
            let clock = command.container.environment.clock
            // The next sync is within a minute.
            try await clock.sleep(for: .seconds(100))
            let time = Stopwatch(clock: clock)
            #expect(try await command.watch(WatchRequest(milliseconds: 60_000)) == .unavailable)
            #expect(try await command.send(SendRequest(contact: "Ada", text: "hi")) == .unavailable)
            #expect(try await command.perform(.read(message: nil), in: "Ada") == .unavailable)
            let request = SendRequest(contact: "Ben", text: "hi")
            await #expect(throws: ServiceError.unauthorized(text: "Log in again")) { try await command.send(request) }
            #expect(time.now < .seconds(10))
            return .ok
        }
        #expect(code == .unavailable)
        pipe.closeWriteEnd()
        let lines = String(decoding: pipe.readAll(), as: UTF8.self).split(separator: "\n")
        #expect(
            lines.filter { $0.contains("will be once you are logged in") } == [
                "! The message was not sent yet, and will be once you are logged in: Log in again",
                "! The server was not told yet, and will be once you are logged in: Log in again",
            ]
        )
    }
}

/// A server with an unread message of Ada's that ends the login after the first sync.
private struct EndingServerFake: ChatService, PushSource, SocketSource {
    private static let ended = ServiceError.unauthorized(text: "Log in again")

    func sync(since cursor: SyncCursor?) async throws -> SyncPage {
        guard cursor == nil else { throw Self.ended }
        let ada = Contact(id: ContactID("ada"), name: "Ada")
        let message = Message(
            id: MessageID("m"),
            author: .contact,
            text: "hello",
            sentAt: Date(timeIntervalSince1970: 1),
            position: Position(1),
            predecessor: nil
        )
        let header = ChatHeader(id: ChatID("chat"), contact: ada, createdAt: Date(timeIntervalSince1970: 0))
        let update = ChatUpdate(chat: header, messages: [message])
        return SyncPage(updates: [update], next: SyncCursor("1"), isComplete: true)
    }

    func page(of chat: ChatID, before cursor: PageCursor) async throws -> MessagePage { throw ServiceError.unreachable }

    func receive(_ body: @Sendable (LiveEvent) async -> Void) async throws { throw ServiceError.unreachable }

    func connect(to chat: ChatID, _ body: @Sendable (LiveEvent) async -> Void) async throws {
        throw ServiceError.unreachable
    }

    func contacts(matching text: String, limit: Int) async throws -> [Contact] { [] }
    func picture(of contact: ContactID) async throws -> Picture? { nil }
    func createChat(with name: String) async throws -> ChatHeader { throw ServiceError.unreachable }
    func send(_ message: OutgoingMessage) async throws -> Message { throw Self.ended }
    func markRead(_ chat: ChatID, upTo message: MessageID, in scope: ReceiptScope) async throws { throw Self.ended }
    func setPresence(_ presence: Presence) async throws {}
}
