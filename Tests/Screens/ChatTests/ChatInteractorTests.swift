import ChatTypes
import RuntimeKit
import ScreenKit
import ScreenTesting
import SimulationKit
import Testing

@testable import Chat

@Suite struct ChatInteractorTests {
    private let stage = ChatInteractorStage()

    @Test(arguments: ["", " ", "\n", "\u{A0}", " \t\r\n\u{2028}\u{3000}\u{A0}"])
    func `a blank text is refused and not sent`(text: String) {
        guard case .refused(.empty) = stage.perform(.send(text)) else {
            Issue.record("the text was not refused")
            return
        }
        #expect(stage.model.calls == [])
    }

    @Test func `a text may have as many bytes as the server takes, and none more`() {
        let longest = String(repeating: "ü", count: 32_768)
        guard case .sent = stage.perform(.send(longest)) else {
            Issue.record("the text was not sent")
            return
        }
        for text in [longest + "!", " " + longest] {
            guard case .refused(.tooLong(bytes: 65_537, limit: 65_536)) = stage.perform(.send(text)) else {
                Issue.record("the text was not refused")
                return
            }
        }
        #expect(stage.model.sends == [.send(longest)])
    }

    @Test(arguments: [" a ", "\n\u{1B}[31m", "\u{202E}", "👩‍👩‍👧‍👦"])
    func `a text is sent as it was typed`(text: String) {
        stage.perform(.send(text))
        #expect(stage.model.calls == [.send(text)])
    }

    @Test func `resendFailed resends what the model has that failed, in one step`() {
        let stage = ChatInteractorStage([
            failed("a"), mine("b"), failed("c"), theirs("d"), mine("e", delivery: .sending),
        ])
        stage.perform(.resendFailed)
        #expect(stage.model.calls == [.resendAll])
        #expect(stage.ids == ["b", "d", "e", "a", "c"])
    }

    @Test func `setMuted mutes the chat in the model`() {
        let stage = ChatInteractorStage()
        stage.perform(.setMuted(true))
        #expect(stage.model.calls == [.setMuted(true)])
        #expect(stage.window?.isMuted == true)
    }

    @Test func `delete deletes the message in the model`() {
        let stage = ChatInteractorStage([mine("a"), mine("b")])
        stage.perform(.delete(MessageID("a")))
        #expect(stage.model.calls == [.delete(MessageID("a"))])
        #expect(stage.ids == ["b"])
    }

    @Test func `edit changes the message in the model unless the text is blank`() {
        let stage = ChatInteractorStage([mine("a")])
        stage.perform(.edit(MessageID("a"), to: "better"))
        #expect(stage.model.calls == [.edit(MessageID("a"), to: "better")])
        stage.perform(.edit(MessageID("a"), to: "  "))
        #expect(stage.model.calls.count == 1)
    }

    @Test func `a blank reply is refused, and a reply leaves a draft other than its text`() {
        guard case .refused(.empty) = stage.perform(.reply(MessageID("a"), " \n")) else {
            Issue.record("the reply was not refused")
            return
        }
        #expect(stage.model.calls == [])
        stage.perform(.draft("so long"), for: .milliseconds(10))
        stage.perform(.reply(MessageID("a"), "yes"), for: .seconds(60))
        #expect(stage.model.calls == [.reply(MessageID("a"), "yes"), .saveDraft("so long")])
    }

    @Test func `a vote names answers by their indices, and a reaction is an emoji by its name`() {
        stage.perform(.vote(MessageID("a"), [1, 3]))
        stage.perform(.react(MessageID("a"), ":tada:"))
        #expect(stage.model.calls == [.vote(MessageID("a"), [0, 2]), .react(MessageID("a"), "🎉")])
        guard case .refused(.notReaction) = stage.perform(.react(MessageID("a"), "two\nlines")) else {
            Issue.record("the reaction was not refused")
            return
        }
        #expect(stage.model.calls.count == 2)
    }

    @Test func `a text reports typing, an empty field ends it`() {
        stage.perform(.draft("H"))
        stage.perform(.draft(""))
        #expect(stage.model.typingCount == 1 && stage.model.typingEndCount == 1)
    }

    @Test(arguments: ["/mute": 0, "/": 0, "//": 1, "/me waves": 1, " /": 1])
    func `a command is not typing`(text: String, count: Int) {
        stage.perform(.draft(text))
        #expect(stage.model.typingCount == count)
    }

    @Test func `settling waits for the content that shows what was done`() {
        let stage = ChatInteractorStage([failed("f")]) { $0.readDelay = .milliseconds(300) }
        stage.run()
        #expect(stage.perform(.send("hi"), for: .milliseconds(200)) == nil, "waits for the read")
        #expect(stage.perform(.resend(MessageID("f"))) != nil)
        #expect(stage.ids == ["sent-1", "f"])
        #expect(stage.perform(.send("ho")) != nil)
        #expect(stage.ids == ["sent-1", "f", "sent-2"])
    }

    @Test(arguments: [ChatAction.resend(MessageID("f")), .resendFailed, .changeEncryption(.encrypt)])
    func `sending again and encrypting are done when the content shows it`(action: ChatAction) {
        let stage = ChatInteractorStage([failed("f")]) { $0.readDelay = .milliseconds(300) }
        stage.run()
        #expect(stage.perform(action, for: .milliseconds(200)) == nil)
        #expect(stage.model.calls.count == 1)
    }

    @Test func `a failing disk fails the use case`() {
        let stage = ChatInteractorStage([failed("a"), failed("b")])
        stage.model.change { $0.writeFailure = .diskFull }
        for action in [ChatAction.send("x"), .resend(MessageID("a")), .resendFailed] {
            guard case .failed(StorageProblem.diskFull) = stage.perform(action) else {
                Issue.record("\(action) did not fail")
                return
            }
        }
        #expect(stage.model.sends == [.send("x"), .resend(MessageID("a")), .resendAll])
    }

    @Test func `read and write failures are problems, a missing chat is not`() {
        let contents = [
            { $0.status.storageProblem = .diskFull }, { $0.readFailure = .damaged },
            {
                $0 = ChatModelFake.State()
                $0.messages = nil
            },
        ].map { (change: (inout ChatModelFake.State) -> Void) in
            stage.model.change { change(&$0) }
            stage.run()
            return stage.contents.last
        }
        #expect(
            contents == [
                content(problem: .cannotSave(.diskFull)),
                ChatContent(window: nil, connection: .well, problem: .cannotRead(.damaged)),
                ChatContent(window: nil, connection: .well),
            ]
        )
    }
}
