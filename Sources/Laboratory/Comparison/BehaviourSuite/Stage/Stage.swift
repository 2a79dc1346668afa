import ChatStore
import DriverKit
import Foundation
import RuntimeKit
import SimulatedServer
import SimulationKit
import Transport

/// The simulated world of a scenario: a user with a phone, the server, and their virtual time.
///
/// Only the scenario's own task may use it.
final class Stage {
    let executor: SimulationExecutor
    let server: SimulatedChatServer
    /// The phone's network; its conditions can be changed at any time.
    let network: SimulatedConnection
    /// Another device of the same account, on a perfect network.
    let elsewhere: SimulatedConnection
    let phone: Phone
    /// The control of the phone's disk, without its contents.
    let storage: StageDisk
    /// Whether ready work runs immediately, so that time never overtakes it.
    let isPunctual: Bool
    /// The minimum number of checks before an expectation fails.
    let leastLooks: Int
    private let wallClock: WallClock
    private let architecture: Architecture
    private var app: (driver: any AppDriver, task: Task<Void, Never>)?

    init(
        architecture: Architecture,
        setting: Setting,
        seed: UInt64,
        schedule: SimulationExecutor.Schedule,
        disk: ChatDatabase.Location,
        executor: SimulationExecutor
    ) throws {
        self.architecture = architecture
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
        server = try SimulatedChatServer(environment: environment())
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
            diskFault: storage.beforeWrite
        )
    }

    /// Starts the app on the phone.
    func start() throws {
        let driver = try architecture.start(phone)
        app = (driver, Task(executorPreference: executor) { await driver.run() })
    }

    /// Quits the app, and waits until none of its work is left.
    func quit() async {
        app?.task.cancel()
        await app?.task.value
        app = nil
    }

    /// Advances the wall clock at once, without running the app in between.
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

    func wait(_ duration: Duration) async throws {
        try await executor.clock.sleep(for: duration)
    }
}
