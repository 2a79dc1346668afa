import ScreenTesting
import SimulationKit

@testable import ChatDetails

/// The assembled details of a chat, running under a seed.
final class ChatDetailsStage {
    let executor: SimulationExecutor
    let model: ChatDetailsModelFake
    let router = RouterSpy<ChatDetailsRoute>()
    private let stage: ScreenStage<ChatDetailsAction, ChatDetailsViewState>

    init(_ details: ChatDetailsWindow?, seed: UInt64 = 1) {
        executor = SimulationExecutor(seed: seed)
        model = ChatDetailsModelFake(details, clock: executor.clock)
        stage = ScreenStage(
            ChatDetailsModule(chat: chat, model: model, router: router, environment: .test(on: executor)),
            on: executor
        )
    }

    var module: ChatDetailsModule { stage.screen }
    var view: ViewSpy<ChatDetailsViewState> { stage.view }

    /// Starts a task on the details, which proceeds in the next `run(for:)`.
    func start(_ work: @escaping @Sendable (ChatDetailsModule) async -> Void) { stage.start(work) }
    func run(for duration: Duration = .seconds(1)) { stage.run(for: duration) }
    func leave() { stage.leave() }
}
