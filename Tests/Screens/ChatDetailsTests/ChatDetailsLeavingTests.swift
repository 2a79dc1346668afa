import ChatTypes
import ScreenKit
import ScreenTesting
import SimulationKit
import Testing

@testable import ChatDetails

@Suite struct ChatDetailsLeavingTests {
    @Test(arguments: Seeds.upTo(50))
    func `leaving frees view, model and router while a request is running`(
        seed: UInt64
    ) {
        let executor = SimulationExecutor(seed: seed)
        weak var view: ViewSpy<ChatDetailsViewState>?
        weak var model: ChatDetailsModelFake?
        weak var router: RouterSpy<ChatDetailsRoute>?
        do {
            let fake = ChatDetailsModelFake(group(of: 3), clock: executor.clock)
            fake.change { $0.leavingDelay = .seconds(60) }
            let spy = RouterSpy<ChatDetailsRoute>()
            let module = ChatDetailsModule(chat: chat, model: fake, router: spy, environment: .test())
            let stage = ScreenStage(module, on: executor)
            stage.view.hold(module)
            (view, model, router) = (stage.view, fake, spy)
            module.send(.leaveChat)
            stage.run()
            stage.leave()
            #expect(fake.calls == [.setMembership(.leave)])
            #expect(stage.view.states.allSatisfy { $0.problem == nil }, "leaving is no failure")
            let reads = fake.limits.count
            fake.change { $0.details = nil }
            stage.run(for: .seconds(100))
            #expect(fake.limits.count == reads, "follows no route")
        }
        #expect(view == nil)
        #expect(model == nil)
        #expect(router == nil)
    }

    @Test func `details that were left and released hold no query`() {
        let executor = SimulationExecutor(seed: 1)
        let model = ChatDetailsModelFake(group(of: 3), clock: executor.clock)
        do {
            let module = ChatDetailsModule(chat: chat, model: model, router: RouterSpy(), environment: .test())
            let stage = ScreenStage(module, on: executor)
            #expect(model.queryCount == 1)
            stage.leave()
        }
        #expect(model.queryCount == 0)
    }

    @Test(arguments: Seeds.upTo(200))
    func `leaving the details resumes every task that performs an action`(seed: UInt64) {
        let stage = ChatDetailsStage(group(of: 120), seed: seed)
        stage.model.change { $0.leavingDelay = .seconds(60) }
        let actions: [ChatDetailsAction] = [.showMore, .leaveChat, .setNotifications(.muted), .leaveChat, .showMore]
        #expect(stage.leave(after: .microseconds(seed % 8), performing: actions) == [0, 1, 2, 3, 4])
    }
}
