import ChatApp
import ChatSession
import ChatTypes
import Foundation
import HostTesting
import RuntimeKit
import SimulationKit
import Synchronization
import Testing
import Transport

@testable import HostKit

/// The answers to a user who ignores people and hears them again.
@Suite(.timeLimit(.minutes(20))) struct IgnoredPeopleTests {
    @Test func `a person is ignored, listed and heard again`() throws {
        let (pipe, executor) = (PipeFake(), SimulationExecutor(seed: 1, schedule: .inOrder))
        let server = IgnoringServerFake()
        let command = try OneShotCommand(on: executor.clock, with: server, printingTo: pipe)
        let code = executor.run(command) { command in
            let people = IgnoredPeople(command.container.application.session)
            #expect(await people.list() == "You ignore nobody")
            let ignored = await people.set(true, nil, in: IgnoringServerFake.header.id)
            #expect(ignored == ("You ignore Ada from now on; /ignored lists whom", false))
            #expect(server.ignored == [IgnoringServerFake.header.contact])
            #expect(await people.list() == "You ignore Ada")
            let unknown = await people.set(false, "Ben", in: nil)
            #expect(unknown == ("Nobody here is called Ben: write @name:server", false))
            let heard = await people.set(false, "Ada", in: nil)
            #expect(heard == ("You hear Ada again", false))
            #expect(server.ignored.isEmpty)
            return .ok
        }
        #expect(code == .ok)
    }
}

/// A server with one chat, which keeps whom the user ignores.
private final class IgnoringServerFake: ChatService, PushSource, SocketSource {
    static let header = ChatHeader(
        id: ChatID("chat"),
        contact: Contact(id: ContactID("ada"), name: "Ada"),
        createdAt: Date(timeIntervalSince1970: 0)
    )

    private let people = Mutex<[Contact]>([])

    var ignored: [Contact] { people.withLock { $0 } }

    func ignoredPeople() async throws -> [Contact] { ignored }

    func setIgnored(_ isIgnored: Bool, _ person: ContactID) async throws {
        people.withLock { $0 = isIgnored ? [Self.header.contact] : [] }
    }

    func sync(since cursor: SyncCursor?) async throws -> SyncPage {
        let updates = cursor == nil ? [ChatUpdate(chat: Self.header)] : []
        return SyncPage(updates: updates, next: SyncCursor("1"), isComplete: true)
    }

    func receive(_ body: @Sendable (LiveEvent) async -> Void) async throws { throw ServiceError.unreachable }
    func connect(to chat: ChatID, _ body: @Sendable (LiveEvent) async -> Void) async throws {
        throw ServiceError.unreachable
    }
    func page(of chat: ChatID, before cursor: PageCursor) async throws -> MessagePage { throw ServiceError.unreachable }
    func send(_ message: OutgoingMessage) async throws -> Message { throw ServiceError.unreachable }
    func contacts(matching text: String, limit: Int) async throws -> [Contact] { [] }
    func picture(of contact: ContactID) async throws -> Picture? { nil }
    func createChat(with name: String) async throws -> ChatHeader { Self.header }
    func markRead(_ chat: ChatID, upTo message: MessageID, in scope: ReceiptScope) async throws {}
    func setPresence(_ presence: Presence) async throws {}
}
