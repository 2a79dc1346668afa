import ChatTypes
import Foundation
import HTTPClient
import RuntimeKit
import SimulationKit
import Synchronization
import Transport

@testable import MatrixTransport

/// The adapter on a real homeserver, in real time, with all updates that it delivers.
final class RealTransport: Sendable {
    let transport: MatrixTransport
    let folder: Folder
    private let told = Mutex(LedgerFixture())
    private let tasks = Mutex<[Task<Void, Never>]>([])

    private struct LedgerFixture {
        var updates: [ChatUpdate] = []
        var typing: [LiveEvent] = []
        var cursor: SyncCursor?
    }

    init(_ account: MatrixAccount, over client: any HTTPClient, in folder: Folder) throws {
        let environment = ChatEnvironment.real()
        let ledger = try MatrixLedger(
            path: folder.ledger,
            user: account.user,
            random: environment.random,
            now: environment.now
        )
        transport = MatrixTransport(account: account, ledger: ledger, client: client, environment: environment)
        self.folder = folder
    }

    deinit { for task in tasks.withLock(\.self) { task.cancel() } }

    /// Requests the initial sync, part by part, and follows live events from then on.
    func begin() async throws {
        while try await !sync() {}
        follow { transport, take in try await transport.receive(take) }
    }

    /// Opens a chat.
    func open(_ chat: ChatID) { follow { transport, take in try await transport.connect(to: chat, take) } }

    private func follow(
        _ body: @escaping @Sendable (MatrixTransport, @Sendable (LiveEvent) async -> Void) async throws -> Void
    ) {
        let task = Task { [weak self, transport] in
            while !Task.isCancelled { try? await body(transport) { [weak self] in self?.note($0) } }
        }
        tasks.withLock { $0.append(task) }
    }

    private func note(_ event: LiveEvent) {
        told.withLock { told in
            switch event {
            case .opened: break
            case .updates(let updates): told.updates += updates
            case .typing: told.typing.append(event)
            }
        }
        guard event == .opened else { return }
        // Earlier events are a backlog.
        let task = Task { [weak self] in
            while !Task.isCancelled, let self, (try? await self.sync()) != true { await Task.yield() }
        }
        tasks.withLock { $0.append(task) }
    }

    /// Syncs once; returns false if there is more.
    @discardableResult
    func sync() async throws -> Bool {
        let page = try await transport.sync(since: told.withLock { $0.cursor })
        return told.withLock { told in
            told.updates += page.updates
            told.cursor = page.next
            return page.isComplete
        }
    }

    /// Creates a group, trying again as the app does while sync is late, as it is on a busy machine.
    func create(_ group: OutgoingGroup) async throws -> ChatHeader {
        while true {
            do { return try await transport.createGroup(group) } catch ServiceError.responseLost {}
        }
    }

    func stop() async {
        let tasks = tasks.withLock { tasks in
            defer { tasks = [] }
            return tasks
        }
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
    }

    func updates(of chat: ChatID) -> [ChatUpdate] { told.withLock { $0.updates.filter { $0.chat.id == chat } } }
    func header(of chat: ChatID) -> ChatHeader? { updates(of: chat).last?.chat }

    /// The user's state in a chat, as it was delivered last.
    func state(of chat: ChatID) -> ChatState? { updates(of: chat).last { $0.standing != nil }?.standing?.value.state }

    /// The newest header of each chat.
    var headers: [ChatHeader] {
        let all = told.withLock { $0.updates.map { ($0.chat.id, $0.chat) } }
        return Dictionary(all) { $1 }.values.sorted { $0.id < $1.id }
    }

    /// The valid membership of each member.
    func members(of chat: ChatID) -> [Author: Membership] {
        Dictionary(updates(of: chat).flatMap(\.memberships).map { ($0.member, $0) }) { $0.number < $1.number ? $1 : $0 }
    }

    func presentNames(in chat: ChatID) -> [String] { members(of: chat).values.filter(\.isMember).map(\.name).sorted() }

    /// The messages with their authors, in the homeserver's order, as they were first delivered.
    func messages(of chat: ChatID) -> [Message] {
        var seen: Set<MessageID> = []
        return updates(of: chat).flatMap(\.messages).filter { $0.event == nil && seen.insert($0.id).inserted }.sorted {
            $0.position < $1.position
        }
    }

    func typingAuthors(in chat: ChatID) -> [Author: Bool] {
        told.withLock { told in
            Dictionary(
                told.typing.compactMap {
                    if case .typing(let isTyping, let author, chat) = $0 { (author, isTyping) } else { nil }
                }
            ) { $1 }
        }
    }

    /// Waits for a condition, up to a minute; returns whether it became true.
    func wait(_ condition: () throws -> Bool) async throws -> Bool {
        for _ in 0..<3000 {
            if try condition() { return true }
            try await Task.sleep(for: .milliseconds(20))
        }
        return false
    }
}
