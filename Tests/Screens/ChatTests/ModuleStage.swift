import SimulationKit
import Transport

@testable import Chat

/// The assembled screen at work under a seed.
final class ModuleStage {
    let executor: SimulationExecutor
    let model: ChatModelFake
    let view = ViewSpy()
    let router = RouterSpy()
    let module: ChatModule
    let screen: Task<Void, Never>

    init(
        _ messages: [ChatMessage]?,
        seed: UInt64 = 1,
        prepare: (inout sending ChatModelFake.State) -> Void = { _ in }
    ) {
        executor = SimulationExecutor(seed: seed)
        model = ChatModelFake(messages, clock: executor.clock)
        model.change(prepare)
        module = ChatModule(chat: chat, model: model, router: router, environment: environment(executor))
        screen = Task(executorPreference: executor) { [module, view] in await module.run(rendering: view) }
        executor.run(for: .milliseconds(10))
    }

    deinit {
        screen.cancel()
        executor.run(for: .seconds(1))
    }

    /// Lets somebody use the screen; what they do happens in the next `run`.
    func start(_ work: @escaping @Sendable (ChatModule) async -> Void) {
        Task(executorPreference: executor) { [module] in await work(module) }
    }

    func run(for duration: Duration = .seconds(1)) {
        executor.run(for: duration)
    }
}
