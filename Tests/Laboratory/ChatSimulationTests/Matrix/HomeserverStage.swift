import Foundation
import MatrixTransport
import RuntimeKit
import SimulatedServer
import SimulationKit
import Synchronization
import Transport

@testable import ChatSimulation

/// A simulated homeserver on a perfect network, with devices connected by the adapter.
final class HomeserverStage: Sendable {
    let server: SimulatedChatServer
    private let executor = SimulationExecutor(seed: 1, schedule: .inOrder)
    private let folder = FileManager.default.temporaryDirectory.appending(path: "homeserver-\(UUID().uuidString)")
    private let environment: ChatEnvironment
    private let outcome = Mutex<Result<Void, any Error>?>(nil)

    init() throws {
        environment = ChatEnvironment(
            clock: executor.clock,
            now: { Date(timeIntervalSince1970: 1_600_000_000) },
            calendar: Calendar(identifier: .gregorian),
            random: RandomSource(SplitMix64(seed: 1))
        )
        server = try SimulatedChatServer(environment: environment)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Returns the adapter of another device.
    func device(_ name: String) throws -> MatrixTransport {
        let home = folder.appending(path: name)
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
        let network = SimulatedConnection(server: server, environment: environment, conditions: .perfect)
        let world = MatrixWorld(server: server, network: network, environment: environment, folder: home)
        return try world.transport(environment, bug: nil, diskFault: {})
    }

    /// Runs `body` to its end in virtual time.
    func play(_ body: @escaping @Sendable () async throws -> Void) throws {
        Task(executorPreference: executor) { [self] in
            let result: Result<Void, any Error>
            do { result = .success(try await body()) } catch { result = .failure(error) }
            outcome.withLock { $0 = result }
        }
        _ = executor.run { outcome.withLock { $0 != nil } }
        try outcome.withLock { try $0?.get() }
    }
}
