import ChatTypes
import ScreenTesting
import SimulationKit

@testable import Chat

/// The assembled screen of a chat, running under a seed.
final class ChatStage {
    let executor: SimulationExecutor
    let model: ChatModelFake
    let router = RouterSpy<ChatRoute>()
    private let stage: ScreenStage<ChatAction, ChatViewState>

    init(
        _ messages: [ChatMessage]?,
        showing found: MessageID? = nil,
        seed: UInt64 = 1,
        prepare: (inout sending ChatModelFake.State) -> Void = { _ in }
    ) {
        executor = SimulationExecutor(seed: seed)
        model = ChatModelFake(messages, clock: executor.clock)
        model.change(prepare)
        let module = ChatModule(
            chat: chat,
            showing: found,
            model: model,
            router: router,
            environment: .test(on: executor)
        )
        stage = ScreenStage(module, on: executor)
    }

    var module: ChatModule { stage.screen }
    var view: ViewSpy<ChatViewState> { stage.view }

    /// The ids of the rows that are shown.
    var ids: [String] { view.last?.rows.map(\.id.rawValue) ?? [] }

    /// Starts a task on the chat, which proceeds in the next `run(for:)`.
    func start(_ work: @escaping @Sendable (ChatModule) async -> Void) { stage.start(work) }
    func run(for duration: Duration = .seconds(1)) { stage.run(for: duration) }
    func leave() { stage.leave() }
}
