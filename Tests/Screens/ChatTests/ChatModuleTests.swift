import SimulationKit
import Testing
import Transport

@testable import Chat

@Suite struct ChatModuleTests {
    @Test(arguments: UInt64(1)...200)
    func `messages go out in the order in which they were typed, whatever comes in meanwhile`(seed: UInt64) {
        let outcome = scramble(seed: seed)
        #expect(outcome.calls == ["1", "2", "3"].map { .send($0) })
        let rows = outcome.states.last?.rows ?? []
        #expect(rows.filter { $0.author == .me }.map(\.text) == ["1", "2", "3"])
        #expect(rows.filter { $0.author == .contact }.map(\.id.rawValue) == ["a", "b"])
        #expect(outcome == scramble(seed: seed), "one seed, one history")
    }

    @Test(arguments: UInt64(1)...200)
    func `an action has been rendered when it has been performed`(seed: UInt64) {
        let stage = ModuleStage([failed("f")], seed: seed)
        stage.model.change {
            $0.pages = [messages(1...3)]
            $0.pageDelay = .seconds(2)
        }
        let seen = Recorder<Bool>()
        stage.start { [view = stage.view, router = stage.router] module in
            await module.perform(.draft("he"))
            seen.record(view.last?.draft == "he")
            await module.perform(.send("hello"))
            seen.record(view.last?.rows.last?.text == "hello" && view.last?.draft == "")
            await module.perform(.send(" "))
            seen.record(view.last?.problem == ScreenProblem(text: "Please type a message first", number: 1))
            await module.perform(.resendFailed)
            seen.record(view.last?.rows.last?.delivery == .sending)
            await module.perform(.loadEarlier)
            seen.record(view.last?.rows.count == 5 && view.last?.isLoadingEarlier == false)
            await module.perform(.leave)
            seen.record(router.leaveCount == 1)
        }
        stage.run(for: .seconds(5))
        #expect(seen.values == Array(repeating: true, count: 6))
    }

    @Test(arguments: UInt64(1)...200)
    func `earlier messages come from the history, then from the server, and failure is shown`(seed: UInt64) {
        let stage = ModuleStage(messages(41...120), seed: seed) {
            $0.pages = [messages(1...40)]
            $0.pageFailure = .unreachable
        }
        #expect(stage.view.last?.rows.map(\.id.rawValue) == (71...120).map { "\($0)" })
        let counts = Recorder<Int?>()
        stage.start { [view = stage.view, model = stage.model] module in
            for _ in 1...2 {
                await module.perform(.loadEarlier)
                counts.record(view.last?.rows.count)
            }
            counts.record(view.last?.problem?.number)
            model.change { $0.pageFailure = nil }
            await module.perform(.loadEarlier)
            counts.record(view.last?.rows.count)
        }
        stage.run()
        #expect(counts.values == [80, 80, 1, 120])
        #expect(stage.view.last?.hasEarlier == false)
        #expect(stage.model.calls == [.loadEarlier, .loadEarlier])
    }

    @Test(arguments: UInt64(1)...200)
    func `a page is asked for once at a time, and all who asked are told`(seed: UInt64) {
        let stage = ModuleStage([theirs("z")], seed: seed) {
            $0.pages = [[theirs("a")], [theirs("b")], [theirs("c")]]
            $0.pageDelay = .seconds(5)
        }
        let returned = Recorder<Int>()
        stage.start { module in
            await module.perform(.loadEarlier)
            returned.record(0)
        }
        stage.run()
        for number in 1...4 {
            stage.start { module in
                await module.perform(.loadEarlier)
                returned.record(number)
            }
        }
        stage.run()
        #expect(stage.model.calls == [.loadEarlier])
        stage.run(for: .seconds(20))
        #expect(stage.model.calls == [.loadEarlier, .loadEarlier])
        #expect(returned.values.first == 0 && returned.values.sorted() == [0, 1, 2, 3, 4])
        #expect(stage.view.last?.rows.map(\.id.rawValue) == ["b", "c", "z"])
    }

    @Test(arguments: UInt64(1)...200)
    func `a receipt is for what was seen with focus, and for nothing else`(seed: UInt64) {
        let stage = ModuleStage([theirs("1", isUnread: true), theirs("2", isUnread: true), mine("3")], seed: seed)
        stage.run()
        #expect(stage.model.calls == [])
        stage.module.send(.see(MessageID("1")))
        stage.module.send(.see(MessageID("3")))
        stage.run()
        #expect(stage.model.calls == [.markRead(MessageID("2"))])
        stage.model.change {
            $0.isFocused = false
            $0.messages?.append(theirs("4", isUnread: true))
        }
        stage.run()
        stage.module.send(.see(MessageID("4")))
        stage.run()
        #expect(stage.model.calls.count == 1)
        stage.model.change { $0.writeFailure = DiskFailure(description: "disk full") }
        stage.model.change { $0.isFocused = true }
        stage.run()
        stage.model.change { $0.writeFailure = nil }
        stage.run()
        #expect(stage.model.calls.last == .markRead(MessageID("4")))
        let count = stage.model.calls.count
        stage.model.change { $0.draft = "x" }
        stage.run()
        #expect(stage.model.calls.count == count)
    }

    @Test func `a message that is sorted in above a row that was seen is not seen with it`() {
        let stage = ModuleStage([mine("3", delivery: .sending)])
        stage.module.send(.see(MessageID("3")))
        stage.run()
        stage.model.change { $0.messages = [theirs("2", isUnread: true), mine("3", delivery: .sending)] }
        stage.run()
        #expect(stage.model.calls == [])
        stage.module.send(.see(MessageID("3")))
        stage.run()
        #expect(stage.model.calls == [.markRead(MessageID("2"))])
    }

    @Test func `a gap is a row's to show, and closes`() {
        let stage = ModuleStage([theirs("1"), theirs("9", followsGap: true)])
        #expect(stage.view.last?.rows.map(\.followsGap) == [false, true])
        stage.model.change { $0.messages = [theirs("1"), theirs("8"), theirs("9")] }
        stage.run()
        #expect(stage.view.last?.rows.map(\.followsGap) == [false, false, false])
    }

    @Test func `a draft is there when the chat is entered, and gone when it is sent`() {
        let stage = ModuleStage([]) { $0.draft = "so" }
        #expect(stage.view.states == [state(draft: "so")])
        stage.module.send(.draft("so long"))
        stage.module.send(.send("so long"))
        stage.run()
        #expect(stage.model.calls == [.saveDraft("so long"), .send("so long")])
        #expect(stage.view.last?.draft == "")
    }

    @Test func `a chat that is not there shows nothing until somebody asks something of it, then why`() {
        let stage = ModuleStage(nil)
        #expect(stage.view.states == [])
        stage.module.send(.send(""))
        stage.run()
        let problem = ScreenProblem(text: "Please type a message first", number: 1)
        #expect(stage.view.states == [state(title: "", problem: problem)])
        stage.model.change { $0.messages = [] }
        stage.run()
        #expect(stage.view.last == state(problem: problem))
    }

    private func scramble(seed: UInt64) -> Outcome {
        let stage = ModuleStage([], seed: seed)
        stage.start { module in
            for text in ["1", "2"] { module.send(.send(text)) }
            await module.perform(.send("3"))
        }
        stage.start { [model = stage.model] _ in
            for id in ["a", "b"] {
                model.change { $0.messages?.append(theirs(id)) }
                await Task.yield()
            }
        }
        stage.run()
        return Outcome(calls: stage.model.calls, states: stage.view.states)
    }
}

private struct Outcome: Equatable {
    let calls: [ChatModelFake.Call]
    let states: [ChatViewState]
}
