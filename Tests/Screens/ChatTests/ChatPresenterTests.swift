import Foundation
import SimulationKit
import Testing
import Transport

@testable import Chat

@Suite struct ChatPresenterTests {
    @Test func `a message becomes a row, spelled out`() {
        let shown = [
            theirs("1", at: noon - 3 * 86_400), theirs("2", text: "ignored", images: 1, at: noon - 86_400),
            theirs("3", images: 2, at: noon - 3 * 3600, followsGap: true), mine("4", delivery: .read), failed("5"),
            mine("6", text: "👋", delivery: .sending),
        ]
        let stage = PresenterStage(content(shown, hasEarlier: true, draft: "so"))
        #expect(
            stage.view.states == [
                state(
                    [
                        row(shown[0], time: "3/8/2022"),
                        row(shown[1], attachment: "Attachment: 1 Image", time: "Yesterday"),
                        row(shown[2], attachment: "Attachment: 2 Images", time: "9:00 am"),
                        row(shown[3]), row(shown[4]), row(shown[5]),
                    ],
                    hasEarlier: true,
                    draft: "so"
                )
            ]
        )
        #expect(stage.view.last?.rows.map(\.followsGap) == [false, false, true, false, false, false])
        #expect(stage.view.last?.rows[4].delivery == .failed(reason: "no"))
    }

    @Test func `says how it stands with the server and the disk, the disk's problem once while it lasts`() {
        let stage = PresenterStage(content())
        let offline = ConnectionState.offline(reason: "no network")
        for (connection, problem) in [(.connecting, nil), (offline, "full"), (.connected, "full")] as [(_, String?)] {
            let status = ModelStatus(connection: connection, storageProblem: problem)
            stage.change(.success(content(status: status)))
        }
        let full = ScreenProblem(text: "full", number: 1)
        #expect(
            stage.view.states == [
                state(), state(status: "Connecting…"),
                state(status: "Offline: no network; trying again", problem: full),
                state(problem: full),
            ]
        )
        stage.change(.success(content()))
        stage.change(.success(content(status: ModelStatus(connection: .connected, storageProblem: "full"))))
        #expect(stage.view.last == state(problem: ScreenProblem(text: "full", number: 2)))
    }

    @Test func `what cannot be read keeps the last rows, and is said once`() {
        let stage = PresenterStage(content([mine("1")]))
        stage.change(.failure(DiskFailure(description: "bad sector")))
        stage.change(.failure(DiskFailure(description: "bad sector")))
        let problem = ScreenProblem(text: "Cannot read the history: bad sector", number: 1)
        #expect(stage.view.states == [state([row(mine("1"))]), state([row(mine("1"))], problem: problem)])
        stage.change(.success(content()))
        #expect(stage.view.last == state(problem: problem))
    }

    @Test func `a history that cannot be read at first is said, too`() {
        let stage = PresenterStage(.failure(DiskFailure(description: "bad sector")))
        let problem = ScreenProblem(text: "Cannot read the history: bad sector", number: 1)
        #expect(stage.view.states == [state(title: "", problem: problem)])
        stage.change(.success(content([mine("1")])))
        #expect(stage.view.last == state([row(mine("1"))], problem: problem))
    }

    @Test func `when the day turns, rows are written anew`() {
        let stage = PresenterStage(content([mine("1"), theirs("2", at: noon - 86_400)]))
        stage.executor.run(for: .seconds(12 * 3600 - 10))
        #expect(stage.view.states.count == 1)
        stage.executor.run(for: .seconds(10))
        #expect(stage.view.last?.rows.map(\.time) == ["Yesterday", "3/10/2022"])
        #expect(stage.view.states.count == 2)
    }

    @Test func `only rows that changed are built, and nothing is rendered when nothing changed`() {
        let stage = PresenterStage(content(messages(1...50)))
        #expect(stage.rowBuildCount == 50)
        stage.change(.success(content(messages(2...50) + [mine("new")])))
        #expect(stage.rowBuildCount == 51)
        stage.change(.success(content(messages(2...50) + [mine("new", delivery: .read)])))
        #expect(stage.rowBuildCount == 52)
        stage.change(.success(content(messages(2...50) + [mine("new", delivery: .read)])))
        #expect(stage.rowBuildCount == 52)
        #expect(stage.view.states.count == 3)
    }

    @Test func `actions become use cases and routes, in order`() {
        let stage = PresenterStage(content())
        let id = MessageID("m")
        stage.send(.draft("h"), .send("hi"), .see(id), .resend(id), .resendFailed, .leave)
        #expect(stage.interactor.calls == [.saveDraft("h"), .send("hi"), .see(id), .resend(id), .resendFailed])
        #expect(stage.router.leaveCount == 1)
    }

    @Test(
        arguments: [
            (TextFault.empty, "Please type a message first"),
            (
                TextFault.tooLong(bytes: 65_537, limit: 65_536),
                "The message is too long: 65537 bytes, and the server takes 65536"
            ),
            (ServiceError.refused(.unknownChat, text: "There is no such chat"), "There is no such chat"),
            (DiskFailure(description: "disk full"), "disk full"),
        ] as [(any Error, String)]
    )
    func `a failure is told each time, with its reason`(failure: any Error, text: String) {
        let stage = PresenterStage(content())
        stage.interactor.fail(with: failure)
        let actions: [ChatAction] = [.send(""), .resend(MessageID("m")), .resendFailed, .draft("x")]
        for action in actions { stage.send(action) }
        let problems = (1...4).map { ScreenProblem(text: text, number: $0) }
        #expect(stage.view.states == [state()] + problems.map { state(problem: $0) })
    }
}
