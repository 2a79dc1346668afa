import ChatTypes
import Foundation
import RuntimeKit
import SimulationKit
import Synchronization
import Transport

/// A server that posts texts to all open connections, and one app's sources, in virtual time.
actor LiveServerFake: LiveServer {
    static let chat = ChatID("chat")

    private(set) var open: [LiveConnection] = []
    private(set) var hasQuit = false

    func open(_ kind: LiveConnection.Kind) throws -> LiveConnection {
        let connection = LiveConnection(kind)
        open.append(connection)
        return connection
    }

    func close(_ connection: LiveConnection) {
        open.removeAll { $0 === connection }
    }

    func appQuit() {
        hasQuit = true
    }

    func post(_ events: [LiveConnection.Event], at time: Duration) {
        for connection in open {
            for event in events { connection.post(event, at: time) }
        }
    }
}

/// A fake server with one push connection over a network.
final class SourceStage: Sendable {
    let executor = SimulationExecutor(seed: 1, schedule: .inOrder)
    let server = LiveServerFake()
    private let network: SimulatedNetwork
    private let recorded = Mutex<(events: [LiveEvent], ends: [any Error])>(([], []))

    init(_ conditions: NetworkConditions = .perfect) {
        network = SimulatedNetwork(
            environment: ChatEnvironment(
                clock: executor.clock,
                now: { Date(timeIntervalSince1970: 0) },
                calendar: Calendar(identifier: .gregorian),
                random: RandomSource(SplitMix64(seed: 1))
            ),
            conditions: conditions
        )
    }

    var events: [LiveEvent] { recorded.withLock { $0.events } }
    var ends: [any Error] { recorded.withLock { $0.ends } }

    /// Connects; records the events and the error that ends the connection.
    func receive() -> Task<Void, Never> {
        let sources = SimulatedSources(server: server, network: network)
        return Task(executorPreference: executor) { [self] in
            do {
                try await sources.receive { event in self.recorded.withLock { $0.events.append(event) } }
            } catch {
                recorded.withLock { $0.ends.append(error) }
            }
        }
    }

    /// Lets the server post events now, and runs what follows for a second.
    func post(_ events: LiveConnection.Event...) {
        Task(executorPreference: executor) { [self] in
            await server.post(events, at: network.stopwatch.now)
        }
        executor.run(for: .seconds(1))
    }

    /// Returns a property of the server.
    func serverState<Value: Sendable>(_ read: @escaping @Sendable (isolated LiveServerFake) -> Value) -> Value? {
        let value = Mutex<Value?>(nil)
        Task(executorPreference: executor) { [server] in
            let found = await read(server)
            value.withLock { $0 = found }
        }
        executor.run(for: .milliseconds(1))
        return value.withLock { $0 }
    }
}
