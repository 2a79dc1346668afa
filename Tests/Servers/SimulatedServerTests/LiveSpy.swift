import ChatTypes
import Synchronization
import Transport

@testable import SimulatedServer

/// Records what one connection brings, when, and how it ended.
final class LiveSpy: Sendable {
    struct Event: Sendable {
        let seconds: Double
        let event: LiveEvent
    }

    private let recorded = Mutex<(events: [Event], ends: [any Error])>(([], []))

    var events: [Event] { recorded.withLock { $0.events } }
    var ends: [any Error] { recorded.withLock { $0.ends } }

    var updates: [ChatUpdate] {
        events.flatMap { event -> [ChatUpdate] in
            if case .updates(let updates) = event.event { updates } else { [] }
        }
    }
    var messages: [Message] { updates.flatMap(\.messages) }
    var receipts: [ReadReceipt] { updates.flatMap(\.receipts) }

    func receive(in world: SimulatedWorld) async {
        await hold { try await world.connection.receive(self.record(in: world)) }
    }

    func connect(to chat: ChatID = SimulatedWorld.john, in world: SimulatedWorld) async {
        await hold { try await world.connection.connect(to: chat, self.record(in: world)) }
    }

    private func record(in world: SimulatedWorld) -> @Sendable (LiveEvent) async -> Void {
        { event in self.recorded.withLock { $0.events.append(Event(seconds: world.seconds, event: event)) } }
    }

    /// Records how `connection` ends, when it fails.
    func hold(_ connection: () async throws -> Void) async {
        do {
            try await connection()
        } catch {
            recorded.withLock { $0.ends.append(error) }
        }
    }
}
