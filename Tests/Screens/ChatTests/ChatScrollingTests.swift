import ChatTypes
import ScreenKit
import ScreenTesting
import SimulationKit
import Testing

@testable import Chat

@Suite struct ChatScrollingTests {
    @Test func `fifty messages are shown; earlier ones come from history, then server`() {
        let stage = ChatInteractorStage(messages(41...120)) { $0.pages = [messages(1...40)] }
        #expect(stage.ends == ["71", "120"])
        stage.perform(.loadEarlier(1))
        #expect(stage.model.calls == [])
        #expect(stage.ends == ["41", "120"])
        #expect(stage.window?.hasEarlier == true)
        stage.perform(.loadEarlier(1))
        #expect(stage.model.calls == [.loadEarlier])
        #expect(stage.window?.messages == messages(1...120))
        #expect(stage.window?.hasEarlier == false)
        stage.perform(.loadEarlier(1))
        #expect(stage.model.calls == [.loadEarlier])
    }

    @Test func `a page that fails leaves the window as it is`() {
        let stage = ChatInteractorStage(messages(1...60)) {
            $0.pages = [[theirs("0")]]
            $0.pageFailure = .unreachable
        }
        stage.perform(.loadEarlier(1))
        guard case .loadedEarlier(1, let failure) = stage.perform(.loadEarlier(1)) else {
            Issue.record("the request did not end")
            return
        }
        #expect(failure as? ServiceError == .unreachable)
        #expect(stage.ends == ["1", "60"])
        stage.model.change { $0.pageFailure = nil }
        stage.perform(.loadEarlier(1))
        #expect(stage.ends == ["0", "60"])
    }

    @Test func `loading earlier messages goes on for a while when the server sends none`() {
        let stage = ChatInteractorStage([theirs("2")]) {
            $0.pages = [[theirs("0")], [theirs("1")]]
            $0.emptyAttempts = 3
        }
        stage.perform(.loadEarlier(1))
        #expect(stage.ids == ["1", "2"])
        stage.model.change { $0.emptyAttempts = 4 }
        guard case .loadedEarlier(2, let failure) = stage.perform(.loadEarlier(2)) else {
            Issue.record("the request did not end")
            return
        }
        #expect(failure as? SessionError == .stillLoading && stage.ids == ["1", "2"])
        #expect(stage.model.calls.count == 8)
    }

    @Test func `an empty page from the server is not the beginning`() {
        let stage = ChatInteractorStage([theirs("2")]) { $0.pages = [[theirs("1")], []] }
        stage.perform(.loadEarlier(1))
        #expect(stage.ids == ["2"])
        #expect(stage.window?.hasEarlier == true)
        stage.perform(.loadEarlier(1))
        #expect(stage.ids == ["1", "2"])
    }

    @Test func `at two hundred messages the window slides by pages to either end`() {
        let stage = ChatInteractorStage(messages(1...430))
        let up = (1...10).map { _ in
            stage.perform(.loadEarlier(1))
            return stage.ends
        }
        #expect(
            up == [
                ["331", "430"], ["281", "430"], ["231", "430"], ["181", "380"], ["131", "330"], ["81", "280"],
                ["31", "230"], ["1", "180"], ["1", "180"], ["1", "180"],
            ]
        )
        #expect(stage.window?.hasEarlier == false && stage.window?.hasLater == true)
        let down = (1...7).map { _ in
            stage.perform(.showLater)
            return stage.ends
        }
        #expect(
            down == [
                ["31", "230"], ["81", "280"], ["131", "330"], ["181", "380"], ["231", "430"], ["231", "430"],
                ["231", "430"],
            ]
        )
        #expect(stage.window?.hasEarlier == true && stage.window?.hasLater == false)
        #expect(stage.contents.allSatisfy { ($0.window?.messages.count ?? 0) <= 200 })
    }

    @Test func `the newest end is one step away`() {
        let stage = ChatInteractorStage(messages(1...430))
        for _ in 1...6 { stage.perform(.loadEarlier(1)) }
        stage.perform(.showNewest)
        #expect(stage.ends == ["381", "430"])
        #expect(stage.window?.hasLater == false)
    }

    @Test func `a chat opened at a message shows a page around it and grows from there`() {
        let stage = ChatInteractorStage(messages(1...430), showing: MessageID("200"))
        #expect(stage.ends == ["175", "225"])
        #expect(stage.window?.hasEarlier == true && stage.window?.hasLater == true)
        stage.perform(.loadEarlier(1))
        #expect(stage.ends == ["125", "225"])
        stage.perform(.showLater)
        #expect(stage.ends == ["125", "275"])
        #expect(stage.model.windows.count == 3)
    }

    @Test func `a chat opened at an unknown message shows and follows the newest end`() {
        let stage = ChatInteractorStage(messages(1...430), showing: MessageID("gone"))
        #expect(stage.ends == ["380", "430"])
        stage.model.change { $0.messages?.append(theirs("431")) }
        stage.run()
        #expect(stage.ends == ["381", "431"])
    }

    @Test func `a window moved down to the newest end follows new messages`() {
        let stage = ChatInteractorStage(messages(1...100), showing: MessageID("30"))
        stage.perform(.showLater)
        #expect(stage.ends == ["5", "100"] || stage.window?.hasLater == true)
        for _ in 1...3 where stage.window?.hasLater == true { stage.perform(.showLater) }
        stage.model.change { $0.messages?.append(theirs("101")) }
        stage.run()
        #expect(stage.ids.last == "101")
        #expect(stage.window?.hasLater == false)
    }

    @Test(arguments: [nil, "100"])
    func `new messages and reconnects keep the loaded pages`(found: String?) {
        let stage = ChatInteractorStage(messages(1...430), showing: found.map { MessageID($0) })
        for _ in 1...2 { stage.perform(.loadEarlier(1)) }
        let loaded = stage.ids
        stage.model.change { $0.status.connection = Connection(requests: .failing(.unreachable), liveLink: .failing) }
        stage.run()
        stage.model.change { $0.status.connection = .well }
        stage.run()
        #expect(stage.ids == loaded)
        stage.model.change { $0.messages?.append(theirs("new")) }
        stage.run()
        #expect(stage.ids == (found == nil ? loaded.dropFirst() + ["new"] : loaded))
    }

    @Test func `a scrolled window stays whatever arrives and knows there is more`() {
        let stage = ChatInteractorStage(messages(1...430))
        for _ in 1...4 { stage.perform(.loadEarlier(1)) }
        let shown = stage.ids
        stage.model.change { $0.messages?.append(theirs("new")) }
        stage.run()
        #expect(stage.ids == shown)
        #expect(stage.window?.hasLater == true)
    }

    @Test func `a scrolled user keeps the visible rows and follows again at the end`() {
        let stage = ChatStage(messages(1...60))
        func comes(_ range: ClosedRange<Int>) {
            stage.model.change { $0.messages? += messages(range) }
            stage.run()
        }
        func see(_ id: Int) {
            stage.module.send(.rowsVisible(upTo: MessageID("\(id)")))
            stage.run()
        }
        stage.run()
        see(60)
        see(30)
        comes(61...63)
        #expect(stage.ids == (11...63).map(String.init))
        comes(64...200)
        #expect(stage.ids == (11...110).map(String.init) && stage.view.last?.hasLater == true)
        #expect(stage.model.calls.isEmpty, "messages below stay unread")
        stage.module.send(.showNewest)
        stage.run()
        see(200)
        comes(201...201)
        #expect(stage.ids == (152...201).map(String.init))
        see(190)
        see(201)
        comes(202...202)
        #expect(stage.ids.last == "202" && stage.ids.count == 50)
    }

    @Test(arguments: Seeds.every(3, of: 0...60))
    func `an earlier page is shown although the user scrolls up while it loads`(steps: Int) {
        let stage = ChatInteractorStage(messages(1...100))
        stage.perform(.loadEarlier(1), for: .zero)
        for _ in 0..<steps { _ = stage.executor.step(by: stage.executor.clock.now) }
        stage.perform(.anchor(at: MessageID("60")))
        #expect(stage.ids.first == "1")
        stage.model.change { $0.messages?.append(theirs("101")) }
        stage.run()
        #expect(stage.ids.first == "1")
    }

    @Test func `a scrolled user keeps the visible rows after a send`() {
        let stage = ChatInteractorStage(messages(1...60))
        stage.perform(.anchor(at: MessageID("35")))
        stage.perform(.send("hi"))
        #expect(stage.ids.last == "sent-60")
        let first = stage.ids.first
        stage.model.change { $0.messages? += messages(101...120) }
        stage.run()
        #expect(stage.ids.first == first && stage.ids.contains("35"))
    }

    @Test(arguments: [nil, "90"])
    func `messages that fill a gap below push no visible row away`(found: String?) {
        let rows = messages(1...30) + [theirs("81", followsGap: true)] + messages(82...100)
        let stage = ChatInteractorStage(rows, showing: found.map { MessageID($0) })
        stage.perform(.anchor(at: MessageID("99")))
        stage.perform(.anchor(at: MessageID("20")))
        stage.model.change { $0.messages = messages(1...100) }
        stage.run()
        #expect(stage.ids.contains("20") && stage.ids.contains("10"))
        stage.model.change { $0.messages? += messages(101...300) }
        stage.run()
        #expect(stage.ids.contains("20") && stage.ids.count <= 200)
    }

    @Test func `a user back at the end follows it although messages arrived there`() {
        let stage = ChatInteractorStage(messages(1...250))
        for _ in 1...3 { stage.perform(.loadEarlier(1)) }
        stage.perform(.anchor(at: MessageID("240")))
        stage.model.change { $0.messages?.append(theirs("251")) }
        stage.run()
        #expect(stage.window?.hasLater == true)
        stage.perform(.anchor(at: nil))
        #expect(stage.ids.last == "251" && stage.window?.hasLater == false)
        stage.model.change { $0.messages?.append(theirs("252")) }
        stage.run()
        #expect(stage.ids.last == "252")
    }

    @Test(arguments: [
        (ChatAction.send("hi"), ["382", "sent-430"]), (.reply(MessageID("3"), "hi"), ["382", "reply"]),
        (.sendFile(path: "a"), ["382", "sent-430"]), (.startPoll("Lunch? | Pizza | Soup"), ["381", "430"]),
    ])
    func `sending returns the window to the newest end`(action: ChatAction, ends: [String]) {
        let stage = ChatInteractorStage(messages(1...430))
        for _ in 1...6 { stage.perform(.loadEarlier(1)) }
        stage.perform(action)
        #expect(stage.ends == ends)
    }

    @Test func `sending at the newest end keeps the loaded pages and reads once`() {
        let stage = ChatInteractorStage(messages(1...430))
        stage.perform(.loadEarlier(1))
        stage.perform(.send("hi"))
        #expect(stage.ends == ["332", "sent-430"])
        #expect(stage.model.windows == [.newest(50), .newest(100), .newest(100)])
    }

    @Test(arguments: Seeds.every(3, of: 10...60))
    func `an earlier page is shown although the window just reached the newest end`(steps: Int) {
        let stage = ChatInteractorStage(messages(1...100), showing: MessageID("60"))
        stage.perform(.showLater, for: .zero)
        for _ in 0..<steps { _ = stage.executor.step(by: stage.executor.clock.now) }
        stage.perform(.loadEarlier(1))
        #expect(stage.ids.first == "1")
    }

    @Test(arguments: Seeds.upTo(200))
    func `a sent message is shown while an earlier page is loading`(seed: UInt64) {
        let stage = ChatInteractorStage(messages(1...430), seed: seed)
        for _ in 1...3 { stage.perform(.loadEarlier(1)) }
        stage.model.changeUnseen { $0.readDelay = .milliseconds(300) }
        stage.perform(.loadEarlier(1), for: .milliseconds(Int64(seed % 7 * 100)))
        stage.model.changeUnseen { $0.readDelay = .zero }
        stage.perform(.send("hi"))
        #expect(stage.ids.last == "sent-430")
        #expect(stage.window?.hasLater == false)
    }

    @Test(arguments: Seeds.upTo(200))
    func `an earlier page is shown whatever arrives while it loads`(seed: UInt64) {
        let stage = ChatInteractorStage(messages(1...430), seed: seed)
        for _ in 1...3 { stage.perform(.loadEarlier(1)) }
        let model = stage.model
        Task(executorPreference: stage.executor) {
            for number in 1...5 {
                model.change { $0.messages?.append(theirs("new \(number)")) }
                for _ in 0..<seed % 5 { await Task.yield() }
            }
        }
        for _ in 0..<seed % 41 { _ = stage.executor.step(by: stage.executor.clock.now) }
        stage.perform(.loadEarlier(1))
        let first = Int(stage.ids.first ?? "") ?? 0
        #expect((181...186).contains(first))
        #expect(stage.window?.hasLater == true)
    }

    @Test func `an event costs the same however far the user has scrolled`() {
        let stage = ChatStage(messages(1...2050))
        for _ in 1...40 {
            stage.module.send(.loadEarlier)
            stage.run(for: .milliseconds(10))
        }
        #expect(stage.ids.first == "1")
        #expect(stage.module.rowBuildCount <= 2050 + 200, "each row once")
        #expect(stage.model.windows.count <= 41, "one reading for each page")
        #expect(stage.view.states.allSatisfy { $0.rows.count <= 200 })
        let built = stage.module.rowBuildCount
        stage.model.change { $0.messages?.append(theirs("new")) }
        stage.run()
        #expect(stage.module.rowBuildCount == built)
    }
}
