import ScreenTesting
import SimulationKit

@testable import ChatDetails

/// The assembled details of a chat, running under a seed.
final class ChatDetailsStage: ScreenStage<ChatDetailsAction, ChatDetailsViewState> {
    let model: ChatDetailsModelFake
    let router = RouterSpy<ChatDetailsRoute>()

    init(_ details: ChatDetailsWindow?, seed: UInt64 = 1) {
        let executor = SimulationExecutor(seed: seed)
        model = ChatDetailsModelFake(details, clock: executor.clock)
        super.init(
            ChatDetailsModule(chat: chat, model: model, router: router, environment: .test(on: executor)),
            on: executor
        )
    }

    var module: ChatDetailsModule { screen }
}
