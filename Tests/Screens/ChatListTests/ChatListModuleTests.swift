import SimulationKit
import Testing
import Transport

@testable import ChatList

@Suite struct ChatListModuleTests {
    @Test(arguments: UInt64(1)...200)
    func `the last thing rendered is the model's last word, and routes keep their order`(seed: UInt64) {
        let outcome = scramble(seed: seed)
        #expect(outcome.routes == [.openChat(ChatID("chat-Ben")), .createChat, .openChat(ChatID("x"))])
        #expect(outcome.last?.rows == [row("Ben", badge: "3"), row("Ada", picture: .small)])
        #expect(outcome == scramble(seed: seed), "one seed, one history")
    }

    @Test(arguments: UInt64(1)...200)
    func `the search typed last is the one shown last, however slow an earlier one is`(seed: UInt64) {
        let stage = ModuleStage([summary("Ada"), summary("Ben")], seed: seed)
        stage.model.change { $0.readDelays = ["b": .seconds(3), "": .seconds(2), "ad": .milliseconds(5)] }
        let clock = stage.executor.clock
        stage.start { module in
            for text in ["b", "a", "", "ad"] {
                module.send(.search(text))
                try? await clock.sleep(for: .seconds(1))
            }
        }
        stage.executor.run(for: .seconds(20))
        #expect(stage.view.last?.searchText == "ad")
        #expect(stage.view.last?.rows == [row("Ada")])
        for state in stage.view.states {
            switch state.searchText {
            case "a", "ad": #expect(state.rows == [row("Ada")])
            case "b": #expect(state.rows == [row("Ben")])
            default: break
            }
        }
    }

    @Test(arguments: UInt64(1)...200)
    func `an action has been rendered when it has been performed`(seed: UInt64) {
        let stage = ModuleStage((1...120).map { summary("Ada \($0)") }, seed: seed)
        let counts = Recorder<[Int]>()
        stage.start { [view = stage.view] module in
            var seen: [Int] = []
            await module.perform(.showMore)
            seen.append(view.last?.rows.count ?? 0)
            await module.perform(.search("ada 7"))
            seen.append(view.last?.rows.count ?? 0)
            await module.perform(.search("ada"))
            seen.append(view.last?.rows.count ?? 0)
            await module.perform(.showMore)
            seen.append(view.last?.rows.count ?? 0)
            counts.record(seen)
        }
        stage.executor.run(for: .seconds(5))
        #expect(counts.values == [[100, 11, 50, 100]])
    }

    @Test(arguments: UInt64(1)...50)
    func `a picture arrives as one later state of its row, which alone is built`(seed: UInt64) {
        let stage = ModuleStage(summaries(20), seed: seed)
        stage.model.change {
            $0.pictures = [ContactID("3"): .success(.small)]
            $0.pictureDelay = .seconds(2)
        }
        stage.executor.run(for: .seconds(1))
        stage.module.send(.see([summary("3").id, summary("4").id]))
        stage.module.send(.see([summary("3").id]))
        stage.executor.run(for: .seconds(1))
        #expect(stage.view.states.last?.rows.contains { $0.picture != nil } == false)
        stage.executor.run(for: .seconds(5))
        let pictures = stage.view.states.compactMap { state in state.rows.first { $0.title == "3" }?.picture }
        #expect(pictures == [.small], "one state, and the last")
        #expect(stage.rowBuildCount == 21)
        #expect(stage.model.pictureRequests == ["3", "4"])
    }

    @Test func `a history that cannot be read is said once, beside what was read last`() {
        let stage = ModuleStage([summary("Ada")])
        stage.model.change { $0.readFailure = DiskFailure(description: "bad sector") }
        stage.executor.run(for: .seconds(1))
        stage.model.change { $0.chats = [] }
        stage.module.send(.showMore)
        stage.executor.run(for: .seconds(1))
        #expect(stage.view.last?.problem == ScreenProblem(text: "Cannot read the history: bad sector", number: 1))
        #expect(stage.view.last?.rows == [row("Ada")])
        stage.model.change { $0.readFailure = nil }
        stage.executor.run(for: .seconds(1))
        #expect(stage.view.last?.rows == [])
    }

    @Test func `a history that cannot be read at first is said, too`() {
        let stage = ModuleStage([summary("Ada")]) { $0.readFailure = DiskFailure(description: "bad sector") }
        #expect(stage.view.states.map(\.problem?.text) == ["Cannot read the history: bad sector"])
    }

    private func scramble(seed: UInt64) -> Outcome {
        let stage = ModuleStage([summary("Ada"), summary("Ben", unread: 2)], seed: seed)
        stage.model.change { $0.pictures = [ContactID("Ada"): .success(.small)] }
        stage.start { module in
            module.send(.see([summary("Ada").id]))
            module.send(.openContact(named: "Ben"))
            module.send(.createChat)
            await module.perform(.open(ChatID("x")))
        }
        stage.start { [model = stage.model] _ in
            model.change { $0.chats = [summary("Ben", unread: 1), summary("Ada", unread: 1)] }
            await Task.yield()
            model.change { $0.chats = [summary("Ben", unread: 3), summary("Ada")] }
        }
        stage.executor.run(for: .seconds(1))
        return Outcome(routes: stage.router.routes, last: stage.view.last, states: stage.view.states)
    }
}

private struct Outcome: Equatable {
    let routes: [RouterSpy.Route]
    let last: ChatListViewState?
    let states: [ChatListViewState]
}
