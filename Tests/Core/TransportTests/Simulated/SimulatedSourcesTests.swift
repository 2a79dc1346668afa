import ChatTypes
import Foundation
import SimulationKit
import Testing
import Transport

@Suite struct SimulatedSourcesTests {
    @Test func `a connection opens first, then brings events in order`() {
        let stage = SourceStage()
        let task = stage.receive()
        stage.executor.run(for: .seconds(1))
        for number in 1...4 { stage.post(.typing(number.isMultiple(of: 2), by: .contact, in: LiveServerFake.chat)) }
        let typed = [false, true, false, true].map { LiveEvent.typing($0, by: .contact, in: LiveServerFake.chat) }
        #expect(stage.events == [.opened] + typed)
        task.cancel()
        stage.executor.run(for: .seconds(1))
    }

    @Test func `a cancelled push connection is closed and tells the server that the app was quit`() {
        let stage = SourceStage()
        let task = stage.receive()
        stage.executor.run(for: .seconds(1))
        #expect(stage.serverState { $0.open.count } == 1)
        task.cancel()
        stage.executor.run(for: .seconds(1))
        #expect(stage.ends.count == 1 && stage.ends[0] is CancellationError)
        #expect(stage.serverState { $0.open.count } == 0 && stage.serverState { $0.hasQuit } == true)
    }

    @Test func `a connection that breaks is unreachable, and closed at the server`() {
        var conditions = NetworkConditions.perfect
        conditions.connectionLifetime = .seconds(20)
        let stage = SourceStage(conditions)
        _ = stage.receive()
        stage.executor.run(for: .seconds(1000))
        #expect(stage.ends.map { $0 as? ServiceError } == [.unreachable])
        #expect(stage.serverState { $0.open.count } == 0 && stage.serverState { $0.hasQuit } == false)
    }

    @Test func `no connection opens during an outage`() {
        var conditions = NetworkConditions.perfect
        conditions.outageInterval = .milliseconds(1)
        conditions.outageLength = .seconds(1000) ... .seconds(1000)
        let stage = SourceStage(conditions)
        _ = stage.receive()
        stage.executor.run(for: .seconds(1))
        #expect(stage.ends.map { $0 as? ServiceError } == [.unreachable] && stage.events.isEmpty)
    }

    @Test func `updates and notices that arrive at once stay in their order, each once`() {
        var conditions = NetworkConditions.perfect
        conditions.roundTrip = .milliseconds(20) ... .milliseconds(20)
        let stage = SourceStage(conditions)
        let task = stage.receive()
        stage.executor.run(for: .seconds(1))
        let chat = ChatHeader(
            id: LiveServerFake.chat,
            contact: Contact(id: ContactID("ada"), name: "Ada"),
            createdAt: Date(timeIntervalSince1970: 0)
        )
        func update(_ number: Int) -> LiveConnection.Event { .update(ChatUpdate(chat: chat, unreadCount: number)) }
        stage.post(update(1), update(2), .typing(true, by: .contact, in: chat.id), update(3))
        let brought = stage.events.flatMap { event -> [Int?] in
            switch event {
            case .updates(let updates): updates.map(\.unreadCount)
            case .typing: [nil]
            case .opened: []
            }
        }
        #expect(brought == [1, 2, nil, 3])
        task.cancel()
        stage.executor.run(for: .seconds(1))
    }

    @Test(arguments: [false, true])
    func `a busy server asks for a delay, a lost request does not`(isBusy: Bool) {
        var conditions = NetworkConditions.perfect
        if isBusy { conditions.busyRate = 1 } else { conditions.requestLossRate = 1 }
        let stage = SourceStage(conditions)
        _ = stage.receive()
        stage.executor.run(for: .seconds(1))
        let delays = stage.ends.map { if case .tryAgain? = $0 as? ServiceError { true } else { false } }
        #expect(delays == [isBusy] && stage.events.isEmpty)
    }
}
