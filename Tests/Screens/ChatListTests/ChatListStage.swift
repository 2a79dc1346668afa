import ScreenTesting
import SimulationKit

@testable import ChatList

/// The assembled list, running under a seed.
final class ChatListStage: ScreenStage<ChatListAction, ChatListViewState> {
    let model: ChatListModelFake
    let router = RouterSpy<ChatListRoute>()

    init(
        _ summaries: [ChatSummary],
        seed: UInt64 = 1,
        prepare: (inout sending ChatListModelFake.State) -> Void = { _ in }
    ) {
        let executor = SimulationExecutor(seed: seed)
        model = ChatListModelFake(summaries, clock: executor.clock)
        model.change(prepare)
        let module = ChatListModule(model: model, router: router, environment: .test(on: executor))
        super.init(module, on: executor)
    }

    var module: ChatListModule { screen }
}
