import ChatTypes
import ScreenKit
import ScreenTesting
import SimulationKit
import Testing

@testable import CreateChat

@Suite struct CreateChatModuleTests {
    @Test(arguments: Seeds.upTo(200))
    func `the last keystroke wins, however late an earlier answer is`(seed: UInt64) {
        let outcome = typeFast(seed: seed)
        #expect(outcome.states.last == state("ada", suggestions: ["Ada Lovelace", "Bea Ada"]))
        for state in outcome.states {
            #expect(state.suggestions.allSatisfy { contact($0).matches(state.name) }, "\(state)")
        }
        #expect(outcome == typeFast(seed: seed), "one seed, one history")
    }

    @Test(arguments: Seeds.upTo(200))
    func `type returns when its suggestions have been rendered`(seed: UInt64) {
        let stage = CreateChatStage(["Ada", "Ben"], seed: seed)
        stage.model.change { $0.delays = ["a": .seconds(2)] }
        let seen = Recorder<CreateChatViewState?>()
        stage.start { [view = stage.view] module in
            for text in ["a", "be", ""] {
                await module.perform(.type(text))
                seen.record(view.last)
            }
        }
        stage.run(for: .seconds(5))
        #expect(seen.values == [state("a", suggestions: ["Ada"]), state("be", suggestions: ["Ben"]), untouched])
    }

    @Test(arguments: Seeds.upTo(200))
    func `create returns when the chat exists and the form is idle`(seed: UInt64) {
        let stage = CreateChatStage([], seed: seed)
        stage.model.change { $0.creationDelay = .seconds(2) }
        let seen = Recorder<CreateChatViewState?>()
        let routes = Recorder<[CreateChatRoute]>()
        stage.start { [view = stage.view, router = stage.router] module in
            await module.perform(.type("Ada"))
            await module.perform(.create)
            seen.record(view.last)
            routes.record(router.routes)
        }
        stage.run(for: .seconds(5))
        #expect(seen.values == [state("Ada")])
        #expect(routes.values == [[.chat(ChatID("chat-Ada"))]])
        #expect(stage.view.states.contains(state("Ada", isBusy: true)))
    }

    @Test(arguments: Seeds.upTo(200))
    func `create returns when its failure has been rendered`(seed: UInt64) {
        let stage = CreateChatStage([], seed: seed)
        stage.model.change { $0.creationFailure = .tryAgain(after: .seconds(7)) }
        let seen = Recorder<CreateChatViewState?>()
        stage.start { [view = stage.view, model = stage.model] module in
            await module.perform(.type("Ada"))
            await module.perform(.create)
            seen.record(view.last)
            model.change { $0.creationFailure = nil }
            await module.perform(.create)
        }
        stage.run(for: .seconds(5))
        let problem = ScreenProblem(text: "The server is busy; try again in 7 s", number: 1)
        #expect(seen.values == [state("Ada", problem: problem)])
        #expect(stage.router.routes == [.chat(ChatID("chat-Ada"))])
    }

    @Test(arguments: Seeds.upTo(200))
    func `repeated create makes one chat`(seed: UInt64) {
        let stage = CreateChatStage([], seed: seed)
        stage.model.change { $0.creationDelay = .seconds(2) }
        let returned = Recorder<Int>()
        stage.module.send(.type("Ada"))
        for number in 1...3 {
            stage.start { [clock = stage.executor.clock] module in
                try? await clock.sleep(for: .milliseconds(number))
                await module.perform(.create)
                returned.record(number)
            }
        }
        stage.run(for: .seconds(1))
        #expect(returned.values.count == 2, "what was ignored does not wait")
        stage.run(for: .seconds(5))
        #expect(returned.values.count == 3)
        #expect(stage.model.requests.filter { $0 == .create("Ada") }.count == 1)
        #expect(stage.router.routes == [.chat(ChatID("chat-Ada"))])
    }

    @Test func `typing during a lookup requests only the newest text`() {
        let stage = CreateChatStage(["Ada"])
        stage.model.change { $0.delays = ["a": .seconds(5)] }
        for text in ["a", "ad", "ada"] {
            stage.module.send(.type(text))
            stage.run()
        }
        #expect(stage.model.requests == [.contacts("a", 32)])
        stage.run(for: .seconds(10))
        #expect(stage.model.requests == [.contacts("a", 32), .contacts("ada", 32)])
        #expect(stage.view.states.map(\.name) == ["", "a", "ad", "ada", "ada"])
    }

    private func typeFast(seed: UInt64) -> Outcome {
        let stage = CreateChatStage(["Ada Lovelace", "Ann", "Bea Ada", "Ben"], seed: seed)
        stage.model.change {
            $0.delays = ["b": .seconds(5), "a": .seconds(3), "ad": .milliseconds(1), "ada": .milliseconds(700)]
        }
        stage.start { [clock = stage.executor.clock] module in
            for text in ["b", "a", "ad", "", "ada"] {
                module.send(.type(text))
                try? await clock.sleep(for: .milliseconds(800))
            }
        }
        stage.run(for: .seconds(30))
        return Outcome(states: stage.view.states, requests: stage.model.requests)
    }
}

private struct Outcome: Equatable {
    let states: [CreateChatViewState]
    let requests: [CreateChatModelFake.Request]
}
