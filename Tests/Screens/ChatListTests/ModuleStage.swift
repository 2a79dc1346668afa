import SimulationKit
import Transport

@testable import ChatList

/// The assembled screen at work under a seed.
final class ModuleStage {
    let executor: SimulationExecutor
    let model: ChatListModelFake
    let view = ViewSpy()
    let router = RouterSpy()
    let module: ChatListModule
    let screen: Task<Void, Never>

    init(
        _ summaries: [ChatSummary],
        seed: UInt64 = 1,
        prepare: (inout sending ChatListModelFake.State) -> Void = { _ in }
    ) {
        executor = SimulationExecutor(seed: seed)
        model = ChatListModelFake(summaries, clock: executor.clock)
        model.change(prepare)
        module = ChatListModule(model: model, router: router, environment: environment(executor))
        screen = Task(executorPreference: executor) { [module, view] in await module.run(rendering: view) }
        executor.run(for: .milliseconds(10))
    }

    deinit {
        screen.cancel()
        executor.run(for: .seconds(1))
    }

    /// Lets somebody use the screen; what they do happens in the next `run`.
    func start(_ work: @escaping @Sendable (ChatListModule) async -> Void) {
        Task(executorPreference: executor) { [module] in await work(module) }
    }

    var rowBuildCount: Int {
        let counts = Recorder<Int>()
        start { counts.record(await $0.rowBuildCount) }
        executor.run(for: .milliseconds(100))
        return counts.values.last ?? -1
    }
}
