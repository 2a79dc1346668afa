import SimulationKit
import Transport

@testable import CreateChat

/// The assembled screen at work under a seed.
final class ModuleStage {
    let executor: SimulationExecutor
    let model: CreateChatModelFake
    let view = ViewSpy()
    let router = RouterSpy()
    let module: CreateChatModule
    let screen: Task<Void, Never>

    init(_ names: [String], seed: UInt64 = 1) {
        executor = SimulationExecutor(seed: seed)
        model = CreateChatModelFake(names, clock: executor.clock)
        module = CreateChatModule(model: model, router: router)
        screen = Task(executorPreference: executor) { [module, view] in await module.run(rendering: view) }
        executor.run(for: .milliseconds(10))
    }

    deinit {
        screen.cancel()
        executor.run(for: .seconds(1))
    }

    /// Lets somebody use the screen; what they do happens in the next `run`.
    func start(_ work: @escaping @Sendable (CreateChatModule) async -> Void) {
        Task(executorPreference: executor) { [module] in await work(module) }
    }
}
