import ScreenTesting
import SimulationKit

@testable import CreateChat

/// The assembled form, running under a seed.
final class CreateChatStage: ScreenStage<CreateChatAction, CreateChatViewState> {
    let model: CreateChatModelFake
    let router = RouterSpy<CreateChatRoute>()

    /// Opens the form on a model that knows the contacts, prepared by a closure.
    init(
        _ names: [String],
        seed: UInt64 = 1,
        prepare: (inout sending CreateChatModelFake.State) -> Void = { _ in }
    ) {
        let executor = SimulationExecutor(seed: seed)
        model = CreateChatModelFake(names, clock: executor.clock)
        model.change(prepare)
        super.init(CreateChatModule(model: model, router: router), on: executor)
    }

    var module: CreateChatModule { screen }
}
