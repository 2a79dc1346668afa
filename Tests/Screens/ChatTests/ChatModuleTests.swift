import ChatTypes
import ScreenKit
import ScreenTesting
import SimulationKit
import Testing

@testable import Chat

@Suite struct ChatModuleTests {
    @Test(arguments: Seeds.upTo(200))
    func `messages are sent in the order typed, whatever arrives meanwhile`(seed: UInt64) {
        let outcome = scramble(seed: seed)
        #expect(outcome.calls == ["1", "2", "3"].map { .send($0) })
        let rows = outcome.states.last?.rows ?? []
        #expect(rows.filter { $0.author == .me }.map(\.text) == ["1", "2", "3"])
        #expect(rows.filter { $0.author == .contact }.map(\.id.rawValue) == ["a", "b"])
        #expect(outcome == scramble(seed: seed), "one seed, one history")
    }

    @Test(arguments: Seeds.upTo(200))
    func `perform returns when the action has been rendered`(seed: UInt64) {
        let stage = ChatStage([failed("f")], seed: seed)
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
            seen.record(router.routes == [.leave])
        }
        stage.run(for: .seconds(5))
        #expect(seen.values == Array(repeating: true, count: 6))
    }

    @Test(arguments: Seeds.upTo(200))
    func `earlier messages come from the history, then the server, and fail visibly`(seed: UInt64) {
        let stage = ChatStage(messages(41...120), seed: seed) {
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

    @Test(arguments: Seeds.upTo(200))
    func `one page loads at a time and resumes all tasks`(seed: UInt64) {
        let stage = ChatStage([theirs("z")], seed: seed) {
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

    @Test(arguments: Seeds.upTo(50))
    func `loading is shown until the last requested page has arrived`(seed: UInt64) {
        let stage = ChatStage([theirs("z")], seed: seed) {
            $0.pages = [[theirs("a")], [theirs("b")], [theirs("c")]]
            $0.pageDelay = .seconds(5)
        }
        for _ in 1...3 {
            stage.module.send(.loadEarlier)
            stage.run()
        }
        #expect(stage.view.last?.isLoadingEarlier == true)
        stage.run(for: .seconds(4))
        #expect(stage.ids == ["c", "z"])
        #expect(stage.view.last?.isLoadingEarlier == true)
        stage.run(for: .seconds(10))
        #expect(stage.ids == ["b", "c", "z"])
        #expect(stage.view.last?.isLoadingEarlier == false)
        #expect(stage.view.states.map(\.isLoadingEarlier).filter { $0 }.count == stage.view.states.count - 2)
    }

    @Test(arguments: [
        ChatAction.saveFile(MessageID("1"), to: "/a"), .forward(MessageID("1"), to: "ben"), .setMembership(.join),
        .change(.rename("Walkers")), .changeEncryption(.encrypt), .loadEarlier, .showDate("today"),
    ])
    func `a text is sent while the server or the disk is slow`(action: ChatAction) {
        let stage = ChatStage([theirs("1")]) { ($0.pages, $0.pageDelay) = ([[theirs("0")]], .seconds(30)) }
        stage.model.changeUnseen { $0.writeDelay = .seconds(30) }
        stage.module.send(action)
        stage.run(for: .milliseconds(10))
        stage.model.changeUnseen { $0.writeDelay = .zero }
        stage.module.send(.send("Meanwhile"))
        stage.run(for: .seconds(5))
        #expect(stage.model.sends.count == 2 && stage.model.sends.last == .send("Meanwhile"))
    }

    @Test(arguments: [
        ChatAction.download(MessageID("1")), .cancelDownload(MessageID("1")), .delete(MessageID("1")),
        .edit(MessageID("1"), to: "x"), .react(MessageID("1"), "👍"), .vote(MessageID("elsewhere"), [1]),
        .endPoll(MessageID("elsewhere")), .setNotifications(.muted), .set(.favourite, true),
        .rowsVisible(upTo: MessageID("1")),
    ])
    func `an action is done when the newest content shows its result`(action: ChatAction) {
        let stage = ChatStage([theirs("1", isUnread: true)])
        stage.model.changeUnseen { $0.readDelay = .milliseconds(300) }
        let returned = Recorder<Bool>()
        stage.start { module in
            await module.perform(action)
            returned.record(true)
        }
        stage.run(for: .milliseconds(200))
        #expect(returned.values == [] && stage.model.calls.count == 1)
        stage.run()
        #expect(returned.values == [true])
    }

    @Test func `changes, and messages that are forwarded, are all made in their order`() {
        let names = ["1", "2", "3"]
        let changes = names.map { ChatChange.invite($0) }
        let blocks = names.map { EncryptionChange.setBlocked(true, device: $0) }
        let stage = ChatStage(messages(1...3)) { ($0.encryption, $0.writeDelay) = (ChatEncryption(), .seconds(1)) }
        for change in changes { stage.module.send(.change(change)) }
        stage.run(for: .seconds(5))
        for block in blocks { stage.module.send(.changeEncryption(block)) }
        stage.run(for: .seconds(5))
        for name in names { stage.module.send(.forward(MessageID(name), to: "ben")) }
        stage.run(for: .seconds(5))
        let forwards = names.map { ChatModelFake.Call.forward(MessageID($0), to: "ben", note: nil) }
        #expect(stage.model.calls == changes.map { .change($0) } + blocks.map { .changeEncryption($0) } + forwards)
    }

    @Test(arguments: Seeds.upTo(200))
    func `an action on a chat that was just entered is rendered as well`(seed: UInt64) {
        let executor = SimulationExecutor(seed: seed)
        let (model, view) = (ChatModelFake(clock: executor.clock), ViewSpy<ChatViewState>())
        let module = ChatModule(chat: chat, model: model, router: RouterSpy(), environment: .test(on: executor))
        let texts = Recorder<[String]?>()
        Task(executorPreference: executor) {
            await module.perform(.send("hi"))
            texts.record(view.last?.rows.map(\.text))
        }
        let screen = Task(executorPreference: executor) { await module.run(rendering: view) }
        executor.run(for: .seconds(1))
        #expect(texts.values == [["hi"]])
        screen.cancel()
        executor.run(for: .seconds(1))
    }

    @Test func `a row shows the gap before it until it closes`() {
        let stage = ChatStage([theirs("1"), theirs("9", followsGap: true)])
        #expect(stage.view.last?.rows.map(\.followsGap) == [false, true])
        stage.model.change { $0.messages = [theirs("1"), theirs("8"), theirs("9")] }
        stage.run()
        #expect(stage.view.last?.rows.map(\.followsGap) == [false, false, false])
    }

    @Test func `a missing chat shows nothing until an action fails, then why`() {
        let stage = ChatStage(nil)
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
        let stage = ChatStage([], seed: seed)
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
