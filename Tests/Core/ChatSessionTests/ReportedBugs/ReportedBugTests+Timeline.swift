import ChatStore
import ChatTypes
import RuntimeKit
import SimulationKit
import Testing

@testable import ChatSession

extension ReportedBugTests {
    private static let log = (1...30).map { message($0) }

    /// element-x-ios#3773: 1, 2, 3, 4, 7 arrived; 5 and 6 never did.
    @Test(arguments: Seeds.upTo(50))
    func `missing messages are detected, shown as a gap and fetched`(seed: UInt64) throws {
        let world = try SessionWorld(seed: seed, holding: Array(Self.log[..<4]))
        world.run(for: .seconds(1))
        world.service.script.before = { request, _ in if request.kind == .page { throw ServiceError.unreachable } }
        world.service.hold(Array(Self.log[4..<7]))
        world.push.bring(news([Self.log[6]]))
        world.run(for: .milliseconds(1))
        #expect(try world.texts() == [1, 2, 3, 4, 7].map { "text \($0)" })
        #expect(try world.messages().map(\.followsGap) == [false, false, false, false, true])
        world.service.script.before = { _, _ in }
        world.run(for: .seconds(30))
        #expect(try world.texts() == (1...7).map { "text \($0)" })
        #expect(try world.messages().allSatisfy { !$0.followsGap })
    }

    /// matrix-rust-sdk#4746: an empty sync and then back-pagination reversed the timeline.
    @Test func `an empty sync and then earlier pages keep the server's order`() throws {
        let world = try SessionWorld(holding: Self.log) { $0.syncLimit = 2 }
        world.service.script.syncAnswer = { _, count in
            let updates = count == 1 ? [news(Array(Self.log[28...]), receipts: [read(30, by: .me)])] : []
            return SyncPage(updates: updates, next: SyncCursor("\(count)"), isComplete: true)
        }
        world.run(for: .seconds(70))
        for _ in 1...10 { try world.perform { try await $0.loadEarlier(in: ada.id) } }
        #expect(try world.texts() == Self.log.map(\.text))
    }

    /// matrix-rust-sdk#4891: "start of the conversation" was declared too early.
    @Test func `an empty page is not the start of the conversation`() throws {
        let world = try SessionWorld { script in
            script.syncAnswer = { _, _ in
                SyncPage(
                    updates: [news([message(30)], receipts: [read(30, by: .me)])],
                    next: SyncCursor("now"),
                    isComplete: true
                )
            }
            script.pageAnswer = { _, count in
                MessagePage(messages: [], next: count < 250 ? PageCursor("\(count)") : nil)
            }
        }
        world.run(for: .seconds(1))
        for _ in 1...2 {
            #expect(throws: SessionError.stillLoading) {
                try world.perform { try await $0.loadEarlier(in: ada.id) }
            }
            #expect(try world.history().timelines.map(\.hasEarlier) == [true])
        }
        try world.perform { try await $0.loadEarlier(in: ada.id) }
        #expect(try world.history().timelines.map(\.hasEarlier) == [false])
    }

    /// stream-chat-swift#3406: after a reconnect the open chat stopped updating.
    @Test(arguments: Seeds.upTo(50))
    func `the open chat updates after a reconnect`(seed: UInt64) throws {
        let (world, heard) = (try SessionWorld(seed: seed), Counter())
        world.enter(ada)
        world.listen(to: .chat(ada.id), heard)
        world.run(for: .seconds(1))
        world.sockets.drop()
        world.run(for: .seconds(5))
        let before = heard.value
        world.sockets.bring(news([message(1)]))
        world.run(for: .milliseconds(1))
        #expect(try world.texts() == ["text 1"])
        #expect(heard.value > before)
    }

    /// stream-chat-swift#2021: a reconnect threw a paginated list back to page one.
    @Test func `loaded history stays loaded through a reconnect`() throws {
        let world = try SessionWorld(holding: Self.log)
        world.run(for: .seconds(30))
        let before = try world.texts()
        #expect(before.count == 30)
        world.service.script.syncLimit = 1
        world.service.hold([message(31)])
        world.push.drop()
        world.run(for: .seconds(30))
        #expect(try world.texts() == before + ["text 31"])
    }

    /// wire-desktop#352: the local timestamp was never replaced by the server's.
    @Test func `the server's time replaces the local time of a sent message`() throws {
        let world = try SessionWorld(clockError: -7200, holding: [message(1)])
        world.run(for: .seconds(1))
        try world.send("hello")
        #expect(try world.messages().last?.time == moment(1 - 7200))
        world.run(for: .seconds(1))
        #expect(try world.messages().last?.time == world.service.log().last?.sentAt)
    }

    /// Signal-Desktop#780, iamb#421: a wrong clock hid or misplaced messages.
    @Test(arguments: [-7200.0, -3600, 0, 3600, 7200])
    func `a wrong clock neither hides nor misplaces a message`(clockError: Double) throws {
        let world = try SessionWorld(clockError: clockError, holding: [message(1)]) { script in
            script.after = { request, count in
                if request.kind == .send, count == 1 { throw ServiceError.responseLost }
            }
        }
        world.run(for: .seconds(1))
        try world.send("hello")
        #expect(try world.texts() == ["text 1", "hello"])
        // The reply arrives before the response that confirms the message.
        world.run(for: .milliseconds(100))
        world.service.hold([message(3, at: moment(1003))])
        world.push.bring(news([message(3, at: moment(1003))]))
        world.push.bring(news([message(1, at: moment(1010))], of: ben))
        world.run(for: .seconds(5))
        #expect(try world.texts() == ["text 1", "hello", "text 3"])
        #expect(try world.history().chats.map(\.id) == [ben.id, ada.id])
        #expect(try world.history().chats.map { $0.newest?.text } == ["text 1", "text 3"])
    }

    /// Signal-Android#12734, #13814: notified, power lost, message gone; a preview without its message.
    @Test(arguments: Seeds.every(3, of: 1...30))
    func `a notified or previewed message is stored after a power loss`(statement: Int) throws {
        let file = TemporaryFile()
        let lost = try SessionWorld(file: file.path)
        lost.run(for: .seconds(1))
        try lost.failStatement(statement)
        lost.push.bring(news([message(1)]), news([message(1)], of: ben))
        lost.run(for: .milliseconds(1))
        let notified = lost.session.notifier.drain().map(\.chat)
        let world = try SessionWorld(file: file.path, runs: false)
        let history = try world.history()
        #expect(history.chats.map(\.id).sorted() == notified.map(\.id).sorted())
        #expect(history.chats.map { $0.newest?.text } == history.timelines.map { $0.messages.last?.text })
        #expect(history.timelines.allSatisfy { $0.messages.count == 1 })
    }
}
