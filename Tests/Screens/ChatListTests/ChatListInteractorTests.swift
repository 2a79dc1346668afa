import ChatTypes
import RuntimeKit
import ScreenKit
import ScreenTesting
import SimulationKit
import Testing

@testable import ChatList

@Suite struct ChatListInteractorTests {
    private let executor = SimulationExecutor(seed: 1, schedule: .inOrder)

    private func stage(_ model: ChatListModelFake) -> InteractorStage<ChatListInteractor> {
        InteractorStage(ChatListInteractor(model: model), on: executor)
    }

    @Test func `the list holds fifty chats, and showMore adds fifty while there are more`() {
        let model = ChatListModelFake(summaries(120))
        let stage = stage(model)
        for _ in 1...3 { stage.perform(.showMore) }
        #expect(stage.contents.map { $0.page.window?.summaries.count } == [50, 100, 120])
        #expect(stage.contents.map { $0.page.window?.hasMore } == [true, true, false])
        let requests = [50, 100, 150].map { ChatListRequest(rows: RowRange(limit: $0)) }
        #expect(model.requests == requests, "each request is read once")
    }

    @Test func `the list holds two hundred chats at most and slides by pages`() {
        let model = ChatListModelFake(summaries(330))
        let stage = stage(model)
        func names() -> [String] {
            let shown = stage.contents.last?.page.window?.summaries.map(\.contact.name) ?? []
            return [shown.first ?? "", shown.last ?? ""]
        }
        for _ in 1...3 { stage.perform(.showMore) }
        #expect(names() == ["1", "200"])
        let down = (1...4).map { _ in
            stage.perform(.showMore)
            return names()
        }
        #expect(down == [["51", "250"], ["101", "300"], ["151", "330"], ["151", "330"]])
        #expect(stage.contents.last?.page.window?.hasMore == false)
        let up = (1...4).map { _ in
            stage.perform(.showPrevious)
            return names()
        }
        #expect(up == [["101", "300"], ["51", "250"], ["1", "200"], ["1", "200"]])
        #expect(stage.contents.last?.page.request.rows.offset == 0)
        #expect(model.requests.allSatisfy { $0.rows.limit <= 200 })
    }

    @Test func `repeated showMore stops at the last chat`() {
        let model = ChatListModelFake(summaries(230), clock: executor.clock)
        let stage = stage(model)
        for _ in 1...3 { stage.perform(.showMore) }
        model.change { $0.readDelays = ["": .seconds(1)] }
        for _ in 1...9 { stage.perform(.showMore, for: .milliseconds(10)) }
        stage.run(for: .seconds(60))
        #expect(stage.contents.last?.page.window?.summaries.first == summary("51"))
        #expect(stage.contents.last?.page.window?.summaries.last == summary("230"))
    }

    @Test func `a search keeps its window for the same text and drops it for another`() {
        let model = ChatListModelFake((1...120).map { summary("Ada \($0)") } + [summary("Ben")])
        let stage = stage(model)
        let counts = [
            ChatListUseCase.showMore, .search("ada"), .showMore, .search("ada"), .search("ben"), .search(""),
        ].map { useCase in
            stage.perform(useCase)
            _ = stage.settle()
            return stage.contents.last?.page.window?.summaries.count
        }
        #expect(counts == [100, 50, 100, 100, 1, 50])
        #expect(
            model.requests == [
                ChatListRequest(), ChatListRequest(rows: RowRange(limit: 100)), ChatListRequest(searchText: "ada"),
                ChatListRequest(searchText: "ada", rows: RowRange(limit: 100)), ChatListRequest(searchText: "ben"),
                ChatListRequest(),
            ]
        )
    }

    @Test func `another order begins with the first page, and the same one keeps its window`() {
        let model = ChatListModelFake(summaries(230))
        let stage = stage(model)
        for useCase in [ChatListUseCase.showMore, .setOrder(.unread), .showMore, .setOrder(.unread), .search("a")] {
            stage.perform(useCase)
            _ = stage.settle()
        }
        #expect(
            model.requests == [
                ChatListRequest(), ChatListRequest(rows: RowRange(limit: 100)), ChatListRequest(order: .unread),
                ChatListRequest(rows: RowRange(limit: 100), order: .unread),
                ChatListRequest(searchText: "a", order: .unread),
            ]
        )
    }

    @Test func `another account begins with the first page, in the order that is set`() {
        let model = ChatListModelFake(summaries(230))
        let stage = stage(model)
        let work = AccountName("work")
        for useCase in [ChatListUseCase.setOrder(.recent), .showMore, .showAccount(work), .showMore, .showAccount(nil)]
        {
            stage.perform(useCase)
            _ = stage.settle()
        }
        #expect(
            model.requests.suffix(3) == [
                ChatListRequest(account: work, order: .recent),
                ChatListRequest(rows: RowRange(limit: 100), account: work, order: .recent),
                ChatListRequest(order: .recent),
            ]
        )
    }

    @Test func `a space that is found begins with its first page, and without a name all chats come back`() {
        let model = ChatListModelFake(summaries(230))
        let work = ChatSpace(id: ChatID("!work"), name: "Work")
        model.change { $0.spaces = [work] }
        let stage = stage(model)
        for useCase in [ChatListUseCase.showMore, .showSpace(named: "Work"), .showMore, .showSpace(named: nil)] {
            stage.perform(useCase)
            _ = stage.settle()
        }
        #expect(
            model.requests.suffix(3) == [
                ChatListRequest(space: work), ChatListRequest(rows: RowRange(limit: 100), space: work),
                ChatListRequest(),
            ]
        )
    }

    @Test func `drafts begin with their first page, and a space or all chats take their place`() {
        let model = ChatListModelFake(summaries(230))
        let work = ChatSpace(id: ChatID("!work"), name: "Work")
        model.change { $0.spaces = [work] }
        let stage = stage(model)
        let useCases: [ChatListUseCase] = [
            .showMore, .showDrafts, .showSpace(named: "Work"), .showDrafts, .showSpace(named: nil),
        ]
        for useCase in useCases {
            stage.perform(useCase)
            _ = stage.settle()
        }
        var drafts = ChatListRequest()
        drafts.isOfDrafts = true
        #expect(model.requests.suffix(4) == [drafts, ChatListRequest(space: work), drafts, ChatListRequest()])
    }

    @Test func `a space that is not found, or cannot be read, leaves the list as it is`() {
        let model = ChatListModelFake(summaries(3))
        let stage = stage(model)
        let count = model.requests.count
        guard case .noSpace("Work") = stage.perform(.showSpace(named: "Work")) else {
            Issue.record("there is no space")
            return
        }
        #expect(model.requests.count == count)
        model.change { $0.readFailure = .damaged }
        guard case .failed(StorageProblem.damaged) = stage.perform(.showSpace(named: "Work")) else {
            Issue.record("the history cannot be read")
            return
        }
    }

    @Test func `a newer search text cancels the older read and drops its answer`() {
        let model = ChatListModelFake([summary("Ada"), summary("Ben")], clock: executor.clock)
        model.change { $0.readDelays = ["b": .seconds(5)] }
        let stage = stage(model)
        stage.perform(.search("b"))
        stage.perform(.search("a"))
        #expect(model.cancelled == ["b"])
        stage.run(for: .seconds(60))
        #expect(stage.contents.map(\.page.request.searchText) == ["", "a"])
        #expect(stage.contents.last?.page.window?.summaries == [summary("Ada")])
    }

    @Test func `settling waits for the answer to the newest request`() {
        let model = ChatListModelFake([summary("Ada"), summary("Ben")], clock: executor.clock)
        model.change { $0.readDelays = ["b": .seconds(5)] }
        let stage = stage(model)
        stage.perform(.search("b"))
        #expect(!stage.settle())
        stage.run(for: .seconds(60))
        #expect(stage.contents.last?.page.window?.summaries == [summary("Ben")])
        #expect(stage.settle())
    }

    @Test(arguments: Seeds.upTo(200))
    func `a window is never paired with another request`(seed: UInt64) {
        let executor = SimulationExecutor(seed: seed)
        let model = ChatListModelFake(summaries(400) + [summary("a"), summary("b")], clock: executor.clock)
        let stage = InteractorStage(ChatListInteractor(model: model), on: executor)
        for _ in 1...3 { stage.perform(.showMore) }
        for (number, useCase) in [
            ChatListUseCase.showMore, .showMore, .showPrevious, .search("b"), .search(""), .search("a"), .search("b"),
        ].enumerated() {
            stage.perform(useCase, for: .microseconds(seed % 3 * UInt64(number)))
            if number.isMultiple(of: 2) { model.change { _ in } }
        }
        stage.run()
        for content in stage.contents {
            let (request, names) = (content.page.request, content.page.window?.summaries.map(\.contact.name) ?? [])
            if request.searchText.isEmpty {
                #expect(names.first == "\(request.rows.offset + 1)")
            } else {
                #expect(names == [request.searchText])
            }
        }
        #expect(stage.contents.last?.page.request.searchText == "b")
    }

    @Test(arguments: Seeds.upTo(200))
    func `a picture that arrives never brings an older window back`(seed: UInt64) {
        let executor = SimulationExecutor(seed: seed)
        let model = ChatListModelFake(summaries(20), clock: executor.clock)
        model.change { state in
            for number in 1...20 { state.pictures[ContactID("\(number)")] = .success(.small) }
            state.pictureDelay = .microseconds(2)
        }
        let stage = InteractorStage(ChatListInteractor(model: model), on: executor)
        stage.perform(.loadPictures(for: summaries(20).map(\.id)), for: .zero)
        for unread in 1...20 {
            model.change { $0.chats[0] = summary("1", unread: unread) }
            stage.run(for: .microseconds(1))
        }
        stage.run()
        let counts = stage.contents.compactMap { $0.page.window?.summaries.first?.unreadCount }
        #expect(counts == counts.sorted() && counts.last == 20)
    }

    @Test func `a read failure is the problem, else a write failure`() {
        let model = ChatListModelFake(summaries(2))
        let stage = stage(model)
        model.change { $0.status.storageProblem = .diskFull }
        stage.run()
        #expect(stage.contents.last?.page.problem == .cannotSave(.diskFull))
        #expect(stage.contents.last?.page.window?.summaries == summaries(2))
        model.change { $0.readFailure = .damaged }
        stage.run()
        #expect(stage.contents.last?.page.problem == .cannotRead(.damaged))
        #expect(stage.contents.last?.page.window == nil)
        model.change {
            $0.readFailure = nil
            $0.status = ModelStatus(connection: Connection(requests: .failing(.unreachable)))
            $0.chats = []
        }
        stage.run()
        let last = content(connection: Connection(requests: .failing(.unreachable)))
        #expect(stage.contents.last == last)
    }

    @Test func `findChat finds a chat by its contact's name`() {
        let model = ChatListModelFake([summary("Ada")])
        let stage = stage(model)
        guard case .found(ChatID("chat-Ada")) = stage.perform(.findChat(withContactNamed: "Ada")) else {
            Issue.record("Ada has a chat")
            return
        }
        guard case .notFound("Ben") = stage.perform(.findChat(withContactNamed: "Ben")) else {
            Issue.record("Ben has none")
            return
        }
        model.change { $0.readFailure = .damaged }
        guard case .failed(StorageProblem.damaged) = stage.perform(.findChat(withContactNamed: "Ada")) else {
            Issue.record("the history cannot be read")
            return
        }
    }
}
