import ChatTypes
import ScreenKit
import ScreenTesting
import SimulationKit
import Testing

@testable import ChatDetails

@Suite struct ChatDetailsModuleTests {
    @Test func `joinChat asks the server, after which the chat can be left again`() {
        let stage = ChatDetailsStage(group(of: 3))
        stage.run()
        for action in [ChatDetailsAction.leaveChat, .joinChat, .leaveChat] {
            stage.module.send(action)
            stage.run(for: .seconds(5))
        }
        #expect(stage.model.calls == [.setMembership(.leave), .setMembership(.join), .setMembership(.leave)])
    }

    @Test(arguments: Seeds.upTo(200))
    func `perform returns when the result has been rendered`(seed: UInt64) {
        let stage = ChatDetailsStage(group(of: 120), seed: seed)
        let seen = Recorder<ChatDetailsViewState?>()
        stage.start { [view = stage.view] module in
            for action in [ChatDetailsAction.showMore, .setNotifications(.muted), .leaveChat] {
                await module.perform(action)
                seen.record(view.last)
            }
        }
        stage.run()
        #expect(seen.values.map { $0?.rows.count } == [100, 100, 100])
        #expect(seen.values.map { $0?.notifications } == [.all, .muted, .muted])
        #expect(seen.values.map { $0?.subtitle } == ["120 people", "120 people", "You have left"])
        #expect(stage.router.routes.isEmpty, "the screen stays")
    }

    @Test(arguments: Seeds.upTo(200))
    func `repeated leaveChat asks the server once and blocks nothing`(seed: UInt64) {
        let stage = ChatDetailsStage(group(of: 120), seed: seed)
        stage.model.change { $0.leavingDelay = .seconds(20) }
        for _ in 1...3 { stage.module.send(.leaveChat) }
        stage.run()
        #expect(stage.view.last?.isLeaving == true)
        stage.module.send(.showMore)
        stage.module.send(.leaveChat)
        stage.run()
        #expect(stage.view.last?.rows.count == 100)
        stage.run(for: .seconds(20))
        #expect(stage.view.last?.isLeaving == false && stage.view.last?.subtitle == "You have left")
        #expect(stage.model.calls == [.setMembership(.leave)])
    }

    @Test func `changes that follow each other at once are all made, in their order`() {
        let stage = ChatDetailsStage(encryptedGroup)
        stage.run()
        let changes = (1...3).map { ChatChange.remove("M\($0)", reason: "") }
        for change in changes { stage.module.send(.change(change)) }
        stage.run(for: .seconds(5))
        let blocks = (1...3).map { EncryptionChange.setBlocked(true, device: "\($0)") }
        for block in blocks { stage.module.send(.changeEncryption(block)) }
        stage.run(for: .seconds(5))
        #expect(stage.model.calls == changes.map { .change($0) } + blocks.map { .changeEncryption($0) })
    }

    @Test func `a device is blocked while the server is slow to let the user leave`() {
        let stage = ChatDetailsStage(encryptedGroup)
        stage.model.change { $0.leavingDelay = .seconds(20) }
        stage.module.send(.leaveChat)
        stage.run()
        stage.module.send(.changeEncryption(.setBlocked(true, device: "A")))
        stage.run()
        #expect(stage.model.calls == [.setMembership(.leave), .changeEncryption(.setBlocked(true, device: "A"))])
    }

    private var encryptedGroup: ChatDetailsWindow {
        var window = group(of: 4)
        window.encryption = ChatEncryption()
        return window
    }

    @Test func `members who join, leave or change their name are shown`() {
        let stage = ChatDetailsStage(group(of: 2))
        stage.model.change { $0.details = group(of: 3) }
        stage.run()
        #expect(stage.view.last?.rows.map(\.name) == ["You", "M1", "M2"])
        #expect(stage.view.last?.subtitle == "3 people")
        stage.model.change { $0.details = group(of: 1, hasLeft: true) }
        stage.run()
        #expect(stage.view.last?.subtitle == "You have left")
    }

    @Test func `leave follows the leave route`() {
        let stage = ChatDetailsStage(group(of: 2))
        stage.module.send(.leave)
        stage.run()
        #expect(stage.router.routes == [.leave])
        #expect(stage.model.calls == [])
    }
}
