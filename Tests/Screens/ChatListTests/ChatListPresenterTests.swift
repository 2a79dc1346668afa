import Foundation
import SimulationKit
import Testing
import Transport

@testable import ChatList

@Suite struct ChatListPresenterTests {
    @Test func `a summary becomes a row, spelled out`() {
        let stage = PresenterStage([
            summary("Ada", text: "hi", at: noon - 3 * 3600, unread: 2, picture: .small),
            summary("Ben", text: "ignored", images: 1, at: noon - 86_400),
            summary("Cy", images: 12, at: noon - 2 * 86_400, unread: 100),
            summary("Dot", text: "", at: noon + 86_400),
        ])
        #expect(
            stage.view.states == [
                state([
                    row("Ada", preview: "hi", time: "9:00 am", badge: "2", picture: .small),
                    row("Ben", preview: "Attachment: 1 Image", time: "Yesterday"),
                    row("Cy", preview: "Attachment: 12 Images", time: "3/9/2022", badge: "100"),
                    row("Dot", preview: "", time: "3/12/2022"),
                ])
            ]
        )
    }

    @Test func `a find has the id of its message`() {
        let stage = PresenterStage([summary("Ada", message: "m1"), summary("Ada")])
        #expect(stage.view.last?.rows.map(\.id.message) == [MessageID("m1"), nil])
    }

    @Test(
        arguments: [
            (.connecting, "Connecting…"), (.connected, nil),
            (.offline(reason: "no network"), "Offline: no network; trying again"),
        ] as [(ConnectionState, String?)]
    )
    func `says how it stands with the server`(connection: ConnectionState, text: String?) {
        let stage = PresenterStage([])
        stage.interactor.change { $0.connection = connection }
        stage.settle()
        #expect(stage.view.last == state([], status: text))
    }

    @Test func `the disk's problem is said once for as long as it lasts, and again when it is back`() {
        let stage = PresenterStage([summary("Ada")])
        for problem in ["disk full", "disk full", nil, "disk full", "bad sector"] {
            stage.interactor.change { $0.problem = problem }
            stage.settle()
        }
        #expect(
            stage.view.states.map(\.problem) == [
                nil, ScreenProblem(text: "disk full", number: 1), ScreenProblem(text: "disk full", number: 2),
                ScreenProblem(text: "bad sector", number: 3),
            ]
        )
        #expect(stage.view.last?.rows == [row("Ada")])
    }

    @Test func `when the day turns, rows are written anew`() {
        let stage = PresenterStage([summary("Ada"), summary("Ben", at: noon - 86_400)])
        stage.executor.run(for: .seconds(12 * 3600 - 10))
        #expect(stage.view.states.count == 1)
        stage.executor.run(for: .seconds(10))
        #expect(stage.view.last?.rows.map(\.time) == ["Yesterday", "3/10/2022"])
        stage.executor.run(for: .seconds(86_400))
        #expect(stage.view.last?.rows.map(\.time) == ["3/11/2022", "3/10/2022"])
        #expect(stage.view.states.count == 3)
    }

    @Test func `only rows that changed are built, and nothing is rendered when nothing changed`() {
        let stage = PresenterStage(summaries(50))
        #expect(stage.rowBuildCount == 50)
        stage.interactor.change { $0.window.summaries[7].picture = .small }
        stage.settle()
        #expect(stage.rowBuildCount == 51)
        stage.interactor.change { $0.window.summaries.swapAt(0, 9) }
        stage.settle()
        #expect(stage.rowBuildCount == 51)
        #expect(stage.view.states.count == 3)
        stage.interactor.change { _ in }
        stage.settle()
        #expect(stage.view.states.count == 3)
        #expect(stage.interactor.readCount > 3)
    }

    @Test func `actions become use cases and routes, in order`() {
        let stage = PresenterStage([summary("Ada")])
        let ids = [summary("Ada").id]
        stage.send(.search("a"), .showMore, .see(ids), .open(ChatID("x")), .search(""), .createChat)
        #expect(stage.interactor.calls == [.search("a"), .showMore, .see(ids), .search("")])
        #expect(stage.router.routes == [.openChat(ChatID("x")), .createChat])
    }

    @Test func `the text searched for is the presenter's`() {
        let stage = PresenterStage([])
        for text in ["a", "ad", ""] { stage.send(.search(text)) }
        #expect(stage.view.states.map(\.searchText) == ["", "a", "ad", ""])
    }

    @Test func `a name opens its chat; an unknown one is a problem each time`() {
        let stage = PresenterStage([])
        stage.interactor.answer(.success(["Ada": ChatID("c1")]))
        stage.send(.openContact(named: "Ada"))
        #expect(stage.router.routes == [.openChat(ChatID("c1"))])
        #expect(stage.view.last?.problem == nil)
        stage.send(.openContact(named: "Ben"))
        stage.send(.openContact(named: "Ben"))
        stage.interactor.answer(.failure(DiskFailure(description: "bad sector")))
        stage.send(.openContact(named: "Ada"))
        #expect(
            stage.view.states.compactMap(\.problem) == [
                ScreenProblem(text: "There is no chat with Ben", number: 1),
                ScreenProblem(text: "There is no chat with Ben", number: 2),
                ScreenProblem(text: "Cannot read the history: bad sector", number: 3),
            ]
        )
        #expect(stage.router.routes.count == 1)
    }
}

private func state(_ rows: [ChatListViewState.Row], status: String? = nil) -> ChatListViewState {
    ChatListViewState(rows: rows, hasMore: false, searchText: "", status: status, problem: nil)
}

/// A presenter at work between doubles.
private final class PresenterStage {
    let executor = SimulationExecutor(seed: 1)
    let view = ViewSpy()
    let router = RouterSpy()
    let interactor: ChatListInteractorFake
    private let inbox = ScreenInbox<ChatListAction, ChatListEvent>()
    private let presenter: ChatListPresenter
    private let screen: Task<Void, Never>

    init(_ summaries: [ChatSummary]) {
        interactor = ChatListInteractorFake(ChatListContent(summaries))
        presenter = ChatListPresenter(
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

    func send(_ actions: ChatListAction...) {
        for action in actions { inbox.send(action) }
        settle()
    }

    func settle() {
        executor.run(for: .milliseconds(100))
    }
}
