import ScreenKit
import ScreenTesting
import SimulationKit

/// A screen of fakes, running under a seed.
final class LoopStage: ScreenStage<Deed, PresenterFake.State> {
    let events = Recorder<String>()
    let returned = Recorder<String>()
    let interactor: InteractorFake

    /// In order without a seed, else shuffled by it.
    init(seed: UInt64? = nil, isSilent: Bool = false) {
        let executor = SimulationExecutor(seed: seed ?? 1, schedule: seed == nil ? .inOrder : .shuffled)
        interactor = InteractorFake(events: events)
        let screen = Screen(
            presenter: PresenterFake(isSilent: isSilent),
            interactor: interactor,
            router: RouterFake(events: events)
        )
        super.init(screen, on: executor)
    }

    /// The lines of each state.
    var shown: [[String]] { view.states.map(\.lines) }

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
}
