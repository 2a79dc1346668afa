import ScreenTesting
import SimulationKit

@testable import CreateChat

/// The assembled form, running under a seed.
final class CreateChatStage {
    let executor: SimulationExecutor
    let model: CreateChatModelFake
    let router = RouterSpy<CreateChatRoute>()
    private let stage: ScreenStage<CreateChatAction, CreateChatViewState>

    /// Opens the form on a model that knows the contacts, prepared by a closure.
    init(
        _ names: [String],
        seed: UInt64 = 1,
        prepare: (inout sending CreateChatModelFake.State) -> Void = { _ in }
    ) {
        executor = SimulationExecutor(seed: seed)
        model = CreateChatModelFake(names, clock: executor.clock)
        model.change(prepare)
        stage = ScreenStage(CreateChatModule(model: model, router: router), on: executor)
    }

    var module: CreateChatModule { stage.screen }
    var view: ViewSpy<CreateChatViewState> { stage.view }

    /// Starts a task on the form, which proceeds in the next `run(for:)`.
    func start(_ work: @escaping @Sendable (CreateChatModule) async -> Void) { stage.start(work) }
    func run(for duration: Duration = .seconds(1)) { stage.run(for: duration) }
    func leave() { stage.leave() }
}
