import ChatTypes
import RuntimeKit
import ScreenKit
import ScreenTesting
import SimulationKit
import Testing

@testable import ChatList

@Suite struct ChatListModuleTests {
    @Test(arguments: Seeds.upTo(200))
    func `the last state shows the newest content, and routes keep their order`(seed: UInt64) {
        let outcome = scramble(seed: seed)
        #expect(
            outcome.routes == [
                .chat(ChatID("chat-Ben"), at: nil), .createChat, .chat(ChatID("x"), at: MessageID("m")),
            ]
        )
        #expect(outcome.states.last?.rows == [row("Ben", badge: "3"), row("Ada", picture: .small)])
        #expect(outcome == scramble(seed: seed), "one seed, one history")
    }

    @Test(arguments: Seeds.upTo(200))
    func `perform returns when the action has been rendered`(seed: UInt64) {
        let stage = ChatListStage((1...120).map { summary("Ada \($0)") }, seed: seed)
        let counts = Recorder<Int>()
        stage.start { [view = stage.view] module in
            for action in [ChatListAction.showMore, .search("ada 7"), .search("ada"), .showMore, .search("")] {
                await module.perform(action)
                counts.record(view.last?.rows.count ?? 0)
            }
        }
        stage.run(for: .seconds(5))
        #expect(counts.values == [100, 11, 50, 100, 50])
    }

    @Test(arguments: Seeds.upTo(200))
    func `an action on a list that was just entered is rendered as well`(seed: UInt64) {
        let executor = SimulationExecutor(seed: seed)
        let (model, view) = (ChatListModelFake(summaries(3), clock: executor.clock), ViewSpy<ChatListViewState>())
        let module = ChatListModule(model: model, router: RouterSpy(), environment: .test(on: executor))
        let counts = Recorder<Int?>()
        Task(executorPreference: executor) {
            await module.perform(seed.isMultiple(of: 2) ? .search("2") : .rowsVisible([summary("2").id]))
            counts.record(view.last?.rows.count)
        }
        let screen = Task(executorPreference: executor) { await module.run(rendering: view) }
        executor.run(for: .seconds(1))
        #expect(counts.values == [seed.isMultiple(of: 2) ? 1 : 3])
        screen.cancel()
        executor.run(for: .seconds(1))
    }

    @Test(arguments: Seeds.upTo(50))
    func `a picture arrives in a later state and rebuilds its row only`(seed: UInt64) {
        let stage = ChatListStage(summaries(20), seed: seed) {
            $0.pictures = [ContactID("3"): .success(.small)]
            $0.pictureDelay = .seconds(2)
        }
        stage.module.send(.rowsVisible([summary("3").id, summary("4").id]))
        stage.module.send(.rowsVisible([summary("3").id]))
        stage.run(for: .seconds(1))
        #expect(stage.view.last?.rows.contains { $0.picture != nil } == false)
        stage.run(for: .seconds(5))
        let pictures = stage.view.states.compactMap { state in state.rows.first { $0.title == "3" }?.picture }
        #expect(pictures == [.small], "one state, and the last")
        #expect(stage.module.rowBuildCount == 21)
        #expect(stage.model.pictureRequests.sorted() == ["3", "4"])
    }

    @Test func `rows of one contact share a picture, and hidden rows load none`() {
        let rows = ["m1", "m2"].map { message in
            ChatSummary(
                chat: ChatID("c"),
                message: MessageID(message),
                contact: Contact(id: ContactID("Ada"), name: "Ada"),
                text: "",
                time: .noon,
                unreadCount: 0
            )
        }
        let stage = ChatListStage(rows) { $0.pictures = [ContactID("Ada"): .success(.small)] }
        stage.module.send(.rowsVisible(rows.map(\.id) + [summary("Ben").id]))
        stage.run()
        #expect(stage.view.last?.rows.map(\.picture) == [.small, .small])
        #expect(stage.model.pictureRequests == ["Ada"])
    }

    @Test func `an unreadable history is reported once beside the last rows`() {
        let stage = ChatListStage([summary("Ada")])
        stage.model.change { $0.readFailure = .damaged }
        stage.run()
        stage.model.change { $0.chats = [] }
        stage.module.send(.showMore)
        stage.run()
        let text = "Cannot read the history: the history is damaged; it will be set aside at the next start"
        #expect(stage.view.last?.problem == ScreenProblem(text: text, number: 1))
        #expect(stage.view.last?.rows == [row("Ada")])
        stage.model.change { $0.readFailure = nil }
        stage.run()
        #expect(stage.view.last?.rows == [])
    }

    @Test func `a history that is unreadable from the start is reported`() {
        let stage = ChatListStage([summary("Ada")]) { $0.readFailure = .inUse }
        #expect(
            stage.view.states.map(\.problem?.text) == [
                "Cannot read the history: another program is holding the history"
            ]
        )
    }

    @Test func `a new day rebuilds the rows`() {
        let stage = ChatListStage([summary("Ada")])
        stage.run(for: .seconds(13 * 3600))
        #expect(stage.view.states.map { $0.rows.map(\.time) } == [["12:00 pm"], ["Yesterday"]])
    }

    private func scramble(seed: UInt64) -> Outcome {
        let stage = ChatListStage([summary("Ada"), summary("Ben", unread: 2)], seed: seed) {
            $0.pictures = [ContactID("Ada"): .success(.small)]
        }
        stage.start { module in
            module.send(.rowsVisible([summary("Ada").id]))
            module.send(.openContact(named: "Ben"))
            module.send(.createChat)
            await module.perform(.open(ChatSummary.ID(chat: ChatID("x"), message: MessageID("m"))))
        }
        stage.start { [model = stage.model] _ in
            model.change { $0.chats = [summary("Ben", unread: 1), summary("Ada", unread: 1)] }
            await Task.yield()
            model.change { $0.chats = [summary("Ben", unread: 3), summary("Ada")] }
        }
        stage.run()
        return Outcome(routes: stage.router.routes, states: stage.view.states)
    }
}

private struct Outcome: Equatable {
    let routes: [ChatListRoute]
    let states: [ChatListViewState]
}
