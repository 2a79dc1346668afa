import ScreenKit
import ScreenTesting
import SimulationKit
import Testing

@testable import CreateChat

@Suite struct CreateChatLeavingTests {
    @Test(arguments: Seeds.upTo(50))
    func `leaving frees view, model and router, and cancels the requests`(
        seed: UInt64
    ) {
        let executor = SimulationExecutor(seed: seed)
        weak var view: ViewSpy<CreateChatViewState>?
        weak var model: CreateChatModelFake?
        weak var router: RouterSpy<CreateChatRoute>?
        do {
            let fake = CreateChatModelFake(clock: executor.clock)
            fake.change {
                $0.delays = ["Ada": .seconds(60)]
                $0.creationDelay = .seconds(60)
            }
            let spy = RouterSpy<CreateChatRoute>()
            let module = CreateChatModule(model: fake, router: spy)
            let stage = ScreenStage(module, on: executor)
            stage.view.hold(module)
            (view, model, router) = (stage.view, fake, spy)
            for action in [CreateChatAction.type("Ada"), .create] { module.send(action) }
            stage.run()
            stage.leave()
            #expect(fake.requests.count == 2)
            #expect(fake.cancelledCount == 2)
        }
        #expect(view == nil)
        #expect(model == nil)
        #expect(router == nil)
    }

    @Test(arguments: Seeds.upTo(200))
    func `leaving the form resumes every task that performs an action`(seed: UInt64) {
        let stage = CreateChatStage(["Ada"], seed: seed)
        stage.model.change {
            $0.delays = ["Ada": .seconds(60)]
            $0.creationDelay = .seconds(60)
        }
        stage.module.send(.type("A"))
        stage.run(for: .milliseconds(10))
        let actions: [CreateChatAction] = [.type("Ada"), .type("Ada "), .create, .create, .type("x")]
        #expect(stage.leave(after: .microseconds(seed % 8), performing: actions) == [0, 1, 2, 3, 4])
        let returned = Recorder<Bool>()
        stage.start { module in
            await module.perform(.type("Ada"))
            returned.record(true)
        }
        stage.run()
        #expect(returned.values == [true])
        #expect(stage.router.routes.isEmpty)
        #expect(stage.view.states.allSatisfy { $0.problem == nil }, "leaving is no failure")
    }
}
