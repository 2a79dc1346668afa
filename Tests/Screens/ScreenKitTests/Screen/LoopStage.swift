import ScreenKit
import ScreenTesting
import SimulationKit

/// A screen of fakes, running under a seed.
final class LoopStage {
    let executor: SimulationExecutor
    let events = Recorder<String>()
    let returned = Recorder<String>()
    let interactor: InteractorFake
    private let stage: ScreenStage<Deed, PresenterFake.State>

    /// In order without a seed, else shuffled by it.
    init(seed: UInt64? = nil, isSilent: Bool = false) {
        executor = SimulationExecutor(seed: seed ?? 1, schedule: seed == nil ? .inOrder : .shuffled)
        interactor = InteractorFake(events: events)
        let screen = Screen(
            presenter: PresenterFake(isSilent: isSilent),
            interactor: interactor,
            router: RouterFake(events: events)
        )
        stage = ScreenStage(screen, on: executor)
    }

    var screen: Screen<Deed, PresenterFake.State> { stage.screen }
    var view: ViewSpy<PresenterFake.State> { stage.view }
    /// The lines of each state.
    var shown: [[String]] { stage.view.states.map(\.lines) }

    func send(_ deeds: Deed...) {
        for deed in deeds { screen.send(deed) }
        run()
    }

    /// Performs a deed, and records its name and the lines shown when it returns.
    @discardableResult
    func perform(_ deed: Deed) -> Task<Void, Never> {
        let task = Task(executorPreference: executor) { [screen, view, returned] in
            await screen.perform(deed)
            returned.record("\(deed.name): \(view.last?.lines.joined(separator: ", ") ?? "nothing")")
        }
        run()
        return task
    }

    func run(for duration: Duration = .seconds(1)) { stage.run(for: duration) }
    func leave() { stage.leave() }
}
