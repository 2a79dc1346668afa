import ChatTypes
import ScreenKit
import ScreenTesting
import SimulationKit
import Testing

@testable import Verification

@Suite struct VerificationInteractorTests {
    private func enter(_ model: VerificationModelFake) -> InteractorStage<VerificationInteractor> {
        InteractorStage(VerificationInteractor(model: model), on: SimulationExecutor(seed: 1, schedule: .inOrder))
    }

    @Test func `an answer goes to the model, and the newest content shows what follows`() {
        let model = VerificationModelFake(.asked)
        let stage = enter(model)
        let outcome = stage.perform(.answer(.accept))
        #expect(outcome != nil && outcome.flatMap(\.self) == nil)
        #expect(model.answers == [.accept] && stage.contents.last?.window?.stage == .ready)
    }

    @Test func `the model gets the verification that an answer is for`() {
        let model = VerificationModelFake(.asked)
        let stage = enter(model)
        _ = stage.perform(.answer(.accept, of: 7))
        _ = stage.perform(.answer(.cancel))
        #expect(model.ids == [7, nil])
    }

    @Test func `a refusal is the outcome`() {
        let model = VerificationModelFake(.asked)
        model.change { $0.failure = .unreachable }
        let stage = enter(model)
        #expect(stage.perform(.answer(.accept)).flatMap(\.self) as? ServiceError == .unreachable)
        #expect(stage.contents.last?.window?.stage == .asked)
    }
}

@Suite struct VerificationModuleTests {
    private let router = RouterSpy<VerificationRoute>()

    private func enter(
        _ model: VerificationModelFake,
        seed: UInt64 = 1
    ) -> ScreenStage<VerificationAction, VerificationViewState> {
        let executor = SimulationExecutor(seed: seed)
        return ScreenStage(VerificationModule(model: model, router: router), on: executor)
    }

    @Test(arguments: Seeds.upTo(20))
    func `the screen follows a verification from the request to its end`(seed: UInt64) {
        let model = VerificationModelFake(.asked)
        let stage = enter(model, seed: seed)
        stage.start { await $0.perform(.answer(.accept)) }
        stage.run()
        model.change { $0.stage = comparing }
        stage.run()
        stage.start { await $0.perform(.answer(.match)) }
        stage.run()
        model.change { $0.stage = .done }
        stage.run()
        #expect(stage.view.states.map(\.stage) == [.asked, .ready, comparing, .confirmed, .done])
        stage.start { await $0.perform(.leave) }
        stage.run()
        #expect(router.routes == [.leave] && model.answers == [.accept, .match])
    }

    @Test func `a refused answer is shown as a problem, and the stage stays`() {
        let model = VerificationModelFake(comparing)
        model.change { $0.failure = .refused(RefusalCode(rawValue: "x"), text: "Not now") }
        let stage = enter(model)
        stage.start { await $0.perform(.answer(.mismatch)) }
        stage.run()
        #expect(stage.view.last?.problem?.text == "Not now" && stage.view.last?.stage == comparing)
    }

    @Test(arguments: Seeds.upTo(20))
    func `an answer given before the screen was left is still given, and no query is held`(seed: UInt64) {
        let model = VerificationModelFake(comparing)
        do {
            let stage = enter(model, seed: seed)
            stage.screen.send(.answer(.match))
            stage.run(for: .microseconds(Int64(seed % 5)))
            stage.leave()
        }
        #expect(model.answers == [.match] && model.queryCount == 0)
    }
}
