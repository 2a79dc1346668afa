import ScreenTesting
import SimulationKit

@testable import ChatList

/// The assembled list, running under a seed.
final class ChatListStage {
    let executor: SimulationExecutor
    let model: ChatListModelFake
    let router = RouterSpy<ChatListRoute>()
    private let stage: ScreenStage<ChatListAction, ChatListViewState>

    init(
        _ summaries: [ChatSummary],
        seed: UInt64 = 1,
        prepare: (inout sending ChatListModelFake.State) -> Void = { _ in }
    ) {
        executor = SimulationExecutor(seed: seed)
        model = ChatListModelFake(summaries, clock: executor.clock)
        model.change(prepare)
        let module = ChatListModule(model: model, router: router, environment: .test(on: executor))
        stage = ScreenStage(module, on: executor)
    }

    var module: ChatListModule { stage.screen }
    var view: ViewSpy<ChatListViewState> { stage.view }

    /// Starts a task on the list, which proceeds in the next `run(for:)`.
    func start(_ work: @escaping @Sendable (ChatListModule) async -> Void) { stage.start(work) }
    func run(for duration: Duration = .seconds(1)) { stage.run(for: duration) }
    func leave() { stage.leave() }
}
