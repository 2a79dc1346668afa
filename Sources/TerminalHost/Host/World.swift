import ChatApp
import ChatStore
import Foundation
import SimulationKit
import Transport

/// Everything a session runs on: the app, the simulated server it talks to, and the time that both live in.
struct World: Sendable {
    let environment: ChatEnvironment
    let server: SimulatedServer
    let application: Application

    /// - Parameter clock: virtual or real; `now` goes with it.
    init(
        options: CommandLineOptions,
        clock: any Clock<Duration>,
        now: @escaping @Sendable () -> Date,
        calendar: Calendar,
        seed: UInt64
    ) throws {
        var seeds = SplitMix64(seed: seed)
        func environment() -> ChatEnvironment {
            ChatEnvironment(
                clock: clock,
                now: now,
                calendar: calendar,
                random: RandomSource(SplitMix64(seed: seeds.next()))
            )
        }
        self.environment = environment()
        server = try SimulatedServer(environment: environment())
        let connection = SimulatedConnection(
            server: server,
            environment: environment(),
            conditions: options.network.conditions
        )
        application = Application(
            environment: self.environment,
            database: try ChatDatabase(.memory),
            service: connection,
            pushes: connection,
            sockets: connection
        )
    }
}

extension NetworkName {
    var conditions: NetworkConditions {
        switch self {
        case .perfect: .perfect
        case .mobile: .mobile
        case .storm: .storm
        }
    }
}
