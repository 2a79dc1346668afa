import ChatTypes
import SimulationKit
import Synchronization
import Testing
import Transport

@testable import SimulatedServer

/// A client that syncs and fills its gaps reaches the server's state after a storm.
@Suite struct ConvergenceTests {
    @Test func `after a storm, sync and history bring back everything that was lost`() throws {
        var filled = 0
        for seed in UInt64(1)...10 {
            let world = try SimulatedWorld(seed: seed, conditions: .storm, schedule: .shuffled)
            let client = Client()
            let ada = try world.run {
                world.connection.conditions = .perfect
                let ada = try await world.connection.createChat(with: "Ada Lovelace").id
                world.connection.conditions = .storm
                return ada
            }
            let tasks = [
                world.begin { await world.server.run() },
                world.begin { while !Task.isCancelled { try? await world.connection.receive(client.take) } },
                world.begin { while !Task.isCancelled { try? await world.connection.connect(to: ada, client.take) } },
                world.begin { while !Task.isCancelled { try? await client.sync(with: world.connection) } },
                world.begin {
                    for number in 1...1000 where !Task.isCancelled {
                        let chat = number % 3 == 0 ? ada : SimulatedWorld.john
                        _ = try? await world.connection.send(world.outgoing(number, to: chat))
                        for line in 1...5 { _ = try? await world.server.contactWrites("\(number) \(line)", in: chat) }
                    }
                },
            ]
            world.run(for: .seconds(900))
            for task in tasks { task.cancel() }
            world.run(for: .seconds(10))
            world.connection.conditions = .perfect
            filled += try world.run {
                try await client.sync(with: world.connection)
                return try await client.fillGaps(from: world.connection)
            }
            for chat in [ada, SimulatedWorld.john] {
                #expect(client.messages(of: chat) == (try world.run { await world.server.log(of: chat) }))
                let read = try world.run { await world.server.newestRead(by: .contact, in: chat) }
                #expect(client.newestRead(in: chat) == read)
            }
        }
        #expect(filled > 0, "there were gaps")
    }
}

/// A minimal client: stores messages by position, and receipts that move forward.
private final class Client: Sendable {
    private struct State {
        var cursor: SyncCursor?
        var chats: [ChatID: [Position: Message]] = [:]
        var receipts: [ChatID: Set<MessageID>] = [:]
    }

    private let state = Mutex(State())

    @Sendable func take(_ event: LiveEvent) async {
        if case .updates(let updates) = event { keep(updates) }
    }

    func sync(with connection: SimulatedConnection) async throws {
        while true {
            let page = try await connection.sync(since: state.withLock { $0.cursor })
            keep(page.updates)
            state.withLock { $0.cursor = page.next }
            if page.isComplete { return }
        }
    }

    /// Returns the number of missing messages.
    func fillGaps(from connection: SimulatedConnection) async throws -> Int {
        var count = 0
        while let (chat, cursor) = gap() {
            let page = try await connection.page(of: chat, before: cursor)
            count += page.messages.count
            state.withLock { state in
                for message in page.messages { state.chats[chat, default: [:]][message.position] = message }
            }
        }
        return count
    }

    func messages(of chat: ChatID) -> [Message] {
        state.withLock { ($0.chats[chat] ?? [:]).values.sorted { $0.position < $1.position } }
    }

    func newestRead(in chat: ChatID) -> MessageID? {
        let receipts = state.withLock { $0.receipts[chat] ?? [] }
        return messages(of: chat).last { receipts.contains($0.id) }?.id
    }

    private func gap() -> (chat: ChatID, cursor: PageCursor)? {
        state.withLock { state in
            for (chat, messages) in state.chats.sorted(by: { $0.key < $1.key }) {
                let missing = messages.values.compactMap(\.predecessor).filter { messages[$0.position] == nil }
                if let first = missing.min(by: { $0.position < $1.position }) { return (chat, first.cursor) }
            }
            return nil
        }
    }

    private func keep(_ updates: [ChatUpdate]) {
        state.withLock { state in
            for update in updates {
                for message in update.messages { state.chats[update.chat.id, default: [:]][message.position] = message }
                for receipt in update.receipts where receipt.reader == .contact {
                    state.receipts[update.chat.id, default: []].insert(receipt.message)
                }
            }
        }
    }
}
