import ScreenKit
import ScreenTesting
import SimulationKit
import Testing

@testable import ChatList

@Suite struct ChatListLeavingTests {
    @Test(arguments: Seeds.upTo(50))
    func `leaving frees view, model and router, and follows no route`(seed: UInt64) {
        let executor = SimulationExecutor(seed: seed)
        weak var view: ViewSpy<ChatListViewState>?
        weak var model: ChatListModelFake?
        weak var router: RouterSpy<ChatListRoute>?
        do {
            let fake = ChatListModelFake(summaries(9), clock: executor.clock)
            fake.change {
                $0.pictureDelay = .seconds(60)
                $0.readDelays = ["x": .seconds(60)]
            }
            let spy = RouterSpy<ChatListRoute>()
            let module = ChatListModule(model: fake, router: spy, environment: .test(on: executor))
            let stage = ScreenStage(module, on: executor)
            stage.view.hold(module)
            (view, model, router) = (stage.view, fake, spy)
            module.send(.rowsVisible(summaries(9).map(\.id)))
            if seed.isMultiple(of: 2) { module.send(.search("x")) }
            stage.run(for: .milliseconds(Int64(seed % 4)))
            stage.leave()
            let (reads, pictures) = (fake.requests.count, fake.pictureRequests.count)
            fake.change { $0.chats = [] }
            executor.run(for: .seconds(100))
            #expect(fake.requests.count == reads && fake.pictureRequests.count == pictures)
            #expect(pictures <= 4)
        }
        #expect(view == nil)
        #expect(model == nil)
        #expect(router == nil)
    }

    @Test func `a list that was left and released holds no query`() {
        let model = ChatListModelFake(summaries(3))
        do {
            let executor = SimulationExecutor(seed: 1)
            let stage = ScreenStage(
                ChatListModule(model: model, router: RouterSpy(), environment: .test(on: executor)),
                on: executor
            )
            #expect(model.queryCount == 1)
            stage.leave()
        }
        #expect(model.queryCount == 0)
    }

    @Test(arguments: Seeds.upTo(200))
    func `leaving the list resumes every task that performs an action`(seed: UInt64) {
        let stage = ChatListStage(summaries(3), seed: seed) { $0.readDelays = ["6": .seconds(60)] }
        let actions = (1...9).map { $0.isMultiple(of: 2) ? ChatListAction.search("\($0)") : .showMore }
        #expect(stage.leave(after: .microseconds(seed % 12), performing: actions) == Array(0..<9))
        let returned = Recorder<Bool>()
        stage.start { module in
            await module.perform(.createChat)
            returned.record(true)
        }
        stage.run()
        #expect(returned.values == [true])
        #expect(stage.router.routes.isEmpty)
    }

    @Test func `a list that was left renders nothing`() {
        let stage = ChatListStage(summaries(3))
        stage.leave()
        let count = stage.view.states.count
        stage.model.change { $0.chats = [] }
        stage.module.send(.search("x"))
        stage.run(for: .seconds(100_000))
        #expect(stage.view.states.count == count)
    }
}
