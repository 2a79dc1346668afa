import ChatTypes
import ScreenTesting
import SimulationKit

@testable import Chat

/// The assembled screen of a chat, running under a seed.
final class ChatStage: ScreenStage<ChatAction, ChatViewState> {
    let model: ChatModelFake
    let router = RouterSpy<ChatRoute>()

    init(
        _ messages: [ChatMessage]?,
        showing found: MessageID? = nil,
        seed: UInt64 = 1,
        prepare: (inout sending ChatModelFake.State) -> Void = { _ in }
    ) {
        let executor = SimulationExecutor(seed: seed)
        model = ChatModelFake(messages, clock: executor.clock)
        model.change(prepare)
        let module = ChatModule(
            chat: chat,
            showing: found,
            model: model,
            router: router,
            environment: .test(on: executor)
        )
        super.init(module, on: executor)
    }

    var module: ChatModule { screen }

    /// The ids of the rows that are shown.
    var ids: [String] { view.last?.rows.map(\.id.rawValue) ?? [] }
}
