import ChatStore
import Foundation
import SimulationKit
import Transport

/// Where a scenario is played: a person with a phone, the server, and the time that both live in.
///
/// Used by the scenario's own task alone.
final class Stage {
    let executor: SimulationExecutor
    let server: SimulatedServer
    /// The phone's network; its conditions may be changed at any time.
    let network: SimulatedConnection
    /// Another device of the same account, on a perfect network.
    let elsewhere: SimulatedConnection
    let phone: Phone
    /// The phone's disk, but for what is on it.
    let storage: StageDisk
    /// Whether work is done as soon as it is ready, so that time never overtakes it.
    let isPunctual: Bool
    /// How often a person looks at least before giving up.
    let leastLooks: Int
    private let wallClock: WallClock
    private let version: Version
    private var app: (driver: any AppDriver, life: Task<Void, Never>)?

    init(
        version: Version,
        setting: Setting,
        seed: UInt64,
        schedule: SimulationExecutor.Schedule,
        disk: ChatDatabase.Location,
        executor: SimulationExecutor
    ) throws {
        self.version = version
        self.executor = executor
        isPunctual = schedule == .inOrder
        leastLooks = schedule == .shuffled ? 400 : 0
        let wallClock = WallClock(start: setting.start, clock: executor.clock)
        var seeds = SplitMix64(seed: seed)
        func environment() -> ChatEnvironment {
            ChatEnvironment(
                clock: executor.clock,
                now: { wallClock.now },
                calendar: .utcInUSEnglish,
                random: RandomSource(SplitMix64(seed: seeds.next()))
            )
        }
        self.wallClock = wallClock
        server = try SimulatedServer(environment: environment())
        network = SimulatedConnection(server: server, environment: environment(), conditions: setting.conditions)
        let storage = StageDisk()
        self.storage = storage
        elsewhere = SimulatedConnection(server: server, environment: environment(), conditions: .perfect)
        phone = Phone(
            environment: environment(),
            disk: disk,
            service: network,
            pushes: network,
            sockets: network,
            strategy: setting.strategy,
            diskFault: storage.beforeWrite
        )
    }

    /// Starts the app on the phone.
    func start() throws {
        let driver = try version.start(phone)
        app = (driver, Task(executorPreference: executor) { await driver.run() })
    }

    /// Quits the app, and waits until nothing of it is left.
    func quit() async {
        app?.life.cancel()
        await app?.life.value
        app = nil
    }

    /// Lets the wall clock leap while no person looks.
    func leap(by duration: Duration) {
        wallClock.leap(by: duration)
    }

    func perform(_ gesture: Gesture) async {
        await app?.driver.perform(gesture)
    }

    func setFocus(_ isFocused: Bool) async {
        await app?.driver.setFocus(isFocused)
    }

    var screen: Screen {
        get async { await app?.driver.screen ?? Screen() }
    }

    var cost: DrawingCost {
        get async { await app?.driver.cost ?? DrawingCost() }
    }

    var storageCost: StorageCost {
        get async { await app?.driver.storageCost ?? StorageCost() }
    }

    func wait(_ duration: Duration) async throws {
        try await executor.clock.sleep(for: duration)
    }
}
