import ChatTypes
import ScreenKit
import ScreenTesting
import SimulationKit

@testable import Chat

/// A chat's interactor running on a fake model, in virtual time.
final class ChatInteractorStage {
    let executor: SimulationExecutor
    let model: ChatModelFake
    private let stage: InteractorStage<ChatInteractor>
    private var presenter = ChatPresenter(environment: .test())

    init(
        _ messages: [ChatMessage]? = [],
        showing found: MessageID? = nil,
        seed: UInt64? = nil,
        prepare: (inout sending ChatModelFake.State) -> Void = { _ in }
    ) {
        executor = SimulationExecutor(seed: seed ?? 1, schedule: seed == nil ? .inOrder : .shuffled)
        model = ChatModelFake(messages, clock: executor.clock)
        model.change(prepare)
        let interactor = ChatInteractor(chat: chat, showing: found, model: model, clock: executor.clock)
        stage = InteractorStage(interactor, on: executor)
    }

    var contents: [ChatContent] { stage.contents }
    var window: ChatWindow? { stage.contents.last?.window }
    /// The ids of the messages that are shown.
    var ids: [String] { window?.messages.map(\.id.rawValue) ?? [] }
    /// The first and the last of them.
    var ends: [String] { [ids.first ?? "", ids.last ?? ""] }

    @discardableResult
    func perform(_ useCase: ChatUseCase, for duration: Duration = .seconds(1)) -> ChatOutcome? {
        stage.perform(useCase, for: duration)
    }

    @discardableResult
    func perform(_ action: ChatAction, for duration: Duration = .seconds(1)) -> ChatOutcome? {
        stage.perform(.action(action), for: duration)
    }

    /// Performs the effects of a row of the newest content becoming visible.
    func see(_ row: String, for duration: Duration = .seconds(1)) {
        if let content = contents.last { presenter.receive(content) }
        for case .perform(let useCase) in presenter.handle(.rowsVisible(upTo: MessageID(row))) {
            stage.perform(useCase, for: duration)
        }
    }

    func run(for duration: Duration = .seconds(1)) { stage.run(for: duration) }
}
