import ChatTypes
import RuntimeKit
import ScreenKit
import ScreenTesting
import SimulationKit
import Testing

@testable import ChatDetails

@Suite struct ChatDetailsInteractorTests {
    private let executor = SimulationExecutor(seed: 1, schedule: .inOrder)

    @Test func `showMore adds a page of members until all are shown`() {
        let (model, stage) = enter(group(of: 120))
        let counts = (1...4).map { _ in
            defer { stage.perform(.showMore) }
            return stage.contents.last?.window?.members.count
        }
        #expect(counts == [50, 100, 120, 120])
        #expect(model.limits == [50, 100, 150])
    }

    @Test func `paging reads two hundred members at most`() {
        let (model, stage) = enter(group(of: 1000))
        for _ in 1...30 { stage.perform(.showMore) }
        #expect(model.limits.max() ?? 0 <= 200)
        #expect(
            stage.contents.last?.window?.members.last == member("M999") && stage.contents.last?.window?.hasMore == false
        )
    }

    @Test func `the members slide by pages, and files that are all shown stay`() {
        let (_, stage) = enter(group(of: 330, files: (1...60).map { file("\($0)") }))
        func ends() -> [Author?] {
            let members = stage.contents.last?.window?.members
            return [members?.first?.id, members?.last?.id]
        }
        for _ in 1...3 { stage.perform(.showMore) }
        #expect(ends() == [.me, member("M199").id])
        let down = (1...4).map { _ in
            stage.perform(.showMore)
            return ends()
        }
        let wanted = [(50, 249), (100, 299), (150, 329)].map { [member("M\($0)").id, member("M\($1)").id] }
        #expect(down == wanted + [wanted[2]])
        #expect(stage.contents.last?.request.members == RowRange(offset: 150, limit: 200))
        #expect(stage.contents.last?.window?.files.count == 60)
        for _ in 1...4 { stage.perform(.showPrevious) }
        #expect(ends() == [.me, member("M199").id])
        #expect(stage.contents.last?.request.members.offset == 0)
    }

    @Test func `files are paged through although all members are shown`() {
        let (_, stage) = enter(group(of: 3, files: (1...260).map { file("\($0)") }))
        for _ in 1...9 { stage.perform(.showMore) }
        #expect(stage.contents.last?.window?.files.map(\.id.rawValue) == (101...260).map { "\($0)" })
        #expect(stage.contents.last?.window?.members.count == 3)
        for _ in 1...9 { stage.perform(.showPrevious) }
        #expect(stage.contents.last?.window?.files.map(\.id.rawValue) == (1...200).map { "\($0)" }, "and back")
    }

    @Test func `showMore requests a page once while it is being read`() {
        let (model, stage) = enter(group(of: 500))
        model.change { $0.readDelay = .milliseconds(300) }
        stage.run()
        for _ in 1...3 { stage.perform(.showMore, for: .milliseconds(10)) }
        stage.run()
        #expect(stage.contents.last?.window?.members.count == 100)
        #expect(model.limits == [50, 50, 100], "the change reads once more")
    }

    @Test func `a change keeps the number of members shown`() {
        let (model, stage) = enter(group(of: 120))
        stage.perform(.showMore)
        model.change { $0.details = group(of: 200) }
        stage.run()
        #expect(stage.contents.last?.window?.members.count == 100)
        #expect(stage.contents.last?.window?.group?.memberCount == 200)
    }

    @Test func `settling waits for the content that shows what was done`() {
        let (model, stage) = enter(group(of: 3))
        model.change { $0.readDelay = .milliseconds(300) }
        stage.run()
        stage.perform(.setNotifications(.muted), for: .milliseconds(10))
        #expect(!stage.settle(for: .milliseconds(200)), "waits for the read")
        #expect(stage.settle())
        #expect(stage.contents.last?.window?.notifications == .muted)
        #expect(model.calls == [.setNotifications(.muted)])
    }

    @Test func `a change of the encryption is done when the content shows it`() {
        let (model, stage) = enter(group(of: 3))
        model.change { $0.readDelay = .milliseconds(300) }
        stage.run(for: .milliseconds(10))
        #expect(stage.perform(.changeEncryption(.encrypt), for: .milliseconds(200)) == nil)
        #expect(model.calls == [.changeEncryption(.encrypt)])
    }

    @Test func `leaving a chat asks the model and reports the server's answer`() {
        let (model, stage) = enter(group(of: 3))
        guard case .left(failure: nil) = stage.perform(.leaveChat) else {
            Issue.record("it was not left")
            return
        }
        model.change { $0.leavingFailure = .refused(.noMembership, text: "no") }
        guard case .left(let failure?) = stage.perform(.leaveChat) else {
            Issue.record("the text was not refused")
            return
        }
        #expect(failure as? ServiceError == .refused(.noMembership, text: "no"))
        #expect(model.calls == [.setMembership(.leave), .setMembership(.leave)])
    }

    @Test func `a failing disk fails the use case`() {
        let (model, stage) = enter(group(of: 3))
        model.change { $0.writeFailure = .diskFull }
        guard case .failed(StorageProblem.diskFull) = stage.perform(.setNotifications(.muted)) else {
            Issue.record("it did not fail")
            return
        }
    }

    @Test func `read and write failures are problems, a missing chat is not`() {
        let (model, stage) = enter(group(of: 3))
        let contents = [
            { $0.status.storageProblem = .diskFull }, { $0.readFailure = .damaged },
            {
                $0 = ChatDetailsModelFake.State()
                $0.status.connection = Connection()
            },
        ].map { (change: (inout ChatDetailsModelFake.State) -> Void) in
            model.change { change(&$0) }
            stage.run()
            return stage.contents.last
        }
        #expect(
            contents == [
                ChatDetailsContent(window: group(of: 3), connection: .well, problem: .cannotSave(.diskFull)),
                ChatDetailsContent(window: nil, connection: .well, problem: .cannotRead(.damaged)),
                ChatDetailsContent(),
            ]
        )
    }

    private func enter(
        _ details: ChatDetailsWindow?
    ) -> (model: ChatDetailsModelFake, stage: InteractorStage<ChatDetailsInteractor>) {
        let model = ChatDetailsModelFake(details, clock: executor.clock)
        return (model, InteractorStage(ChatDetailsInteractor(chat: chat, model: model), on: executor))
    }
}
