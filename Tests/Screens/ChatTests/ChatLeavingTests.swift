import ChatTypes
import ScreenKit
import ScreenTesting
import SimulationKit
import Testing

@testable import Chat

@Suite struct ChatLeavingTests {
    @Test(arguments: Seeds.upTo(200))
    func `a chat is connected from entering to leaving`(seed: UInt64) {
        let stage = ChatStage([], seed: seed)
        stage.run(for: .seconds(1000))
        #expect(stage.model.connections == ["connect chat-ada"])
        stage.leave()
        #expect(stage.model.connections == ["connect chat-ada", "disconnect chat-ada"])
    }

    @Test(arguments: Seeds.upTo(50))
    func `leaving frees view, model and router while a page is loading`(
        seed: UInt64
    ) {
        let executor = SimulationExecutor(seed: seed)
        weak var view: ViewSpy<ChatViewState>?
        weak var model: ChatModelFake?
        weak var router: RouterSpy<ChatRoute>?
        do {
            let fake = ChatModelFake([theirs("1")], clock: executor.clock)
            fake.change {
                $0.pages = [[theirs("0")]]
                $0.pageDelay = .seconds(60)
            }
            let spy = RouterSpy<ChatRoute>()
            let module = ChatModule(chat: chat, model: fake, router: spy, environment: .test(on: executor))
            let stage = ScreenStage(module, on: executor)
            stage.view.hold(module)
            (view, model, router) = (stage.view, fake, spy)
            module.send(.loadEarlier)
            module.send(.draft("so"))
            stage.run(for: .milliseconds(Int64(seed % 3 * 300)))
            stage.leave()
            #expect(fake.draft == "so")
            #expect(fake.connections.last == "disconnect chat-ada")
            let reads = fake.windows.count
            fake.change { $0.messages = [] }
            stage.run(for: .seconds(100))
            #expect(fake.windows.count == reads, "follows no route")
        }
        #expect(view == nil)
        #expect(model == nil)
        #expect(router == nil)
    }

    @Test func `leaving ends typing, so that others do not wait for a message`() {
        let stage = ChatStage([])
        stage.module.send(.draft("so"))
        stage.run()
        #expect(stage.model.typingCount == 1 && stage.model.typingEndCount == 0)
        stage.leave()
        #expect(stage.model.typingEndCount == 1)
    }

    @Test func `a chat that was left and released holds no query`() {
        let model = ChatModelFake([theirs("1")])
        do {
            let executor = SimulationExecutor(seed: 1)
            let stage = ScreenStage(
                ChatModule(chat: chat, model: model, router: RouterSpy(), environment: .test(on: executor)),
                on: executor
            )
            #expect(model.queryCount == 1)
            stage.leave()
        }
        #expect(model.queryCount == 0)
    }

    @Test(arguments: Seeds.upTo(200))
    func `leaving the chat resumes every task that performs an action`(seed: UInt64) {
        let stage = ChatStage([theirs("1")], seed: seed) {
            $0.pages = [[theirs("0")]]
            $0.pageDelay = .seconds(60)
        }
        let actions: [ChatAction] = [
            .loadEarlier, .send("a"), .loadEarlier, .rowsVisible(upTo: MessageID("1")), .loadEarlier,
        ]
        #expect(stage.leave(after: .microseconds(seed % 8), performing: actions) == [0, 1, 2, 3, 4])
        let returned = Recorder<Bool>()
        stage.start { module in
            await module.perform(.loadEarlier)
            returned.record(true)
        }
        stage.run()
        #expect(returned.values == [true])
        #expect(stage.view.states.allSatisfy { $0.problem == nil }, "leaving is no failure")
    }

    @Test(arguments: Seeds.upTo(200))
    func `a text sent before leaving is sent`(seed: UInt64) {
        let stage = ChatStage([], seed: seed)
        for text in ["1", "2", "3"] { stage.module.send(.send(text)) }
        stage.run(for: .microseconds(seed % 5))
        stage.leave()
        #expect(stage.model.calls == ["1", "2", "3"].map { .send($0) })
    }

    @Test(arguments: Seeds.upTo(200))
    func `files sent before leaving are sent in order`(seed: UInt64) {
        let stage = ChatStage([], seed: seed) { $0.copyDelay = .seconds(5) }
        for path in ["a", "b", "c"] { stage.module.send(.sendFile(path: path)) }
        stage.run(for: seed.isMultiple(of: 2) ? .microseconds(seed % 7) : .seconds(Int64(seed % 14)))
        stage.leave()
        #expect(stage.model.sends == ["a", "b", "c"].map { .sendFile($0, text: "") })
    }
}
