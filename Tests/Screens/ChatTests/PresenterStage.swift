import SimulationKit
import Transport

@testable import Chat

/// A presenter at work between doubles.
final class PresenterStage {
    let executor = SimulationExecutor(seed: 1)
    let view = ViewSpy()
    let router = RouterSpy()
    let interactor: ChatInteractorFake
    private let inbox = ScreenInbox<ChatAction, ChatEvent>()
    private let presenter: ChatPresenter
    private let screen: Task<Void, Never>

    convenience init(_ content: ChatContent) {
        self.init(.success(content))
    }

    init(_ content: Result<ChatContent?, DiskFailure>) {
        interactor = ChatInteractorFake(content)
        presenter = ChatPresenter(
            interactor: interactor,
            router: router,
            environment: environment(executor),
            inbox: inbox
        )
        screen = Task(executorPreference: executor) { [presenter, view] in await presenter.run(rendering: view) }
        settle()
    }

    deinit {
        screen.cancel()
        settle()
    }

    var rowBuildCount: Int {
        let counts = Recorder<Int>()
        Task(executorPreference: executor) { [presenter] in counts.record(await presenter.rowBuildCount) }
        settle()
        return counts.values.last ?? -1
    }

    func send(_ actions: ChatAction...) {
        for action in actions { inbox.send(action) }
        settle()
    }

    func change(_ content: Result<ChatContent?, DiskFailure>) {
        interactor.change(content)
        settle()
    }

    func endLoading(_ failure: ServiceError? = nil) {
        interactor.endLoading(failure)
        settle()
    }

    private func settle() {
        executor.run(for: .milliseconds(100))
    }
}

func state(
    title: String = "Ada",
    _ rows: [ChatViewState.Row] = [],
    hasEarlier: Bool = false,
    isLoadingEarlier: Bool = false,
    draft: String = "",
    status: String? = nil,
    problem: ScreenProblem? = nil
) -> ChatViewState {
    ChatViewState(
        title: title,
        rows: rows,
        hasEarlier: hasEarlier,
        isLoadingEarlier: isLoadingEarlier,
        draft: draft,
        status: status,
        problem: problem
    )
}
