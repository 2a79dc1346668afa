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
}

/// A server that ends the login after the first sync.
private struct EndingServerFake: ChatService, PushSource, SocketSource {
    func sync(since cursor: SyncCursor?) async throws -> SyncPage {
        guard cursor == nil else { throw ServiceError.unauthorized(text: "Log in again") }
        return SyncPage(updates: [], next: SyncCursor("1"), isComplete: true)
    }

    func page(of chat: ChatID, before cursor: PageCursor) async throws -> MessagePage { throw ServiceError.unreachable }

    func receive(_ body: @Sendable (LiveEvent) async -> Void) async throws { throw ServiceError.unreachable }

    func connect(to chat: ChatID, _ body: @Sendable (LiveEvent) async -> Void) async throws {
        throw ServiceError.unreachable
    }

    func contacts(matching text: String, limit: Int) async throws -> [Contact] { [] }
    func picture(of contact: ContactID) async throws -> Picture? { nil }
    func createChat(with name: String) async throws -> ChatHeader { throw ServiceError.unreachable }
    func send(_ message: OutgoingMessage) async throws -> Message { throw ServiceError.unreachable }
    func markRead(_ chat: ChatID, upTo message: MessageID, in scope: ReceiptScope) async throws {}
    func setPresence(_ presence: Presence) async throws {}
}
