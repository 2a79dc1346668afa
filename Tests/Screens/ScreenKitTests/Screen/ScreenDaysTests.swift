import Foundation
import RuntimeKit
import ScreenKit
import ScreenTesting
import SimulationKit
import Testing

@Suite struct ScreenDaysTests {
    private let executor = SimulationExecutor(seed: 1, schedule: .inOrder)

    private func stage(_ environment: ChatEnvironment) -> ScreenStage<Deed, PresenterFake.State> {
        let events = Recorder<String>()
        let screen = Screen(
            presenter: PresenterFake(environment: environment),
            interactor: InteractorFake(events: events),
            router: RouterFake(events: events),
            showingDaysOf: environment
        )
        return ScreenStage(screen, on: executor)
    }

    @Test func `a new day renders the screen once`() {
        let stage = stage(.test(on: executor))
        stage.run(for: .seconds(12 * 3600 - 10))
        #expect(stage.view.states.count == 1)
        stage.run(for: .seconds(10))
        #expect(stage.view.last?.day == .noon + 12 * 3600)
        stage.run(for: .seconds(86_400))
        #expect(stage.view.states.map(\.day) == [-12, 12, 36].map { hours in Date.noon + hours * 3600 })
    }

    @Test(arguments: [-86_400, 86_400, 7 * 86_400] as [TimeInterval])
    func `a change of the wall clock is noticed within a minute`(jump: TimeInterval) {
        let wall = WallClockFake()
        let stage = stage(.test(clock: executor.clock) { wall.date })
        stage.run(for: .seconds(30))
        wall.date += jump
        stage.run(for: .seconds(60))
        let midnight = Date.noon - 12 * 3600
        #expect(stage.view.states.map(\.day) == [midnight, midnight + jump])
    }

    @Test func `a screen without dates is not woken by the clock`() {
        let events = Recorder<String>()
        let screen = Screen(
            presenter: PresenterFake(),
            interactor: InteractorFake(events: events),
            router: RouterFake(events: events)
        )
        let stage = ScreenStage(screen, on: executor)
        let entered = executor.clock.now
        _ = executor.run(until: { false })
        #expect(executor.clock.now == entered)
        stage.leave()
    }
}
