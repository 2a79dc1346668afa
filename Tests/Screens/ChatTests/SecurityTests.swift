import ChatTypes
import ScreenKit
import ScreenTesting
import Testing

@testable import Chat

/// Encryption in a chat's screen.
@Suite struct SecurityTests {
    private var presenter = ChatPresenter(environment: .test())
    private static let ben = ChatMember(id: .member(ContactID("@ben:test")), name: "Ben")

    private func content(_ security: ChatSecurity?, _ messages: [ChatMessage] = []) -> ChatContent {
        ChatContent(window: ChatWindow(contact: ada, messages: messages).with(security), connection: .well)
    }

    private func state(_ contents: ChatSecurity?...) -> ChatViewState? {
        var presenter = presenter
        for security in contents { presenter.receive(content(security)) }
        return presenter.state()
    }

    @Test func `an encrypted chat is marked, any other is not`() {
        #expect(state(ChatSecurity())?.isEncrypted == true)
        #expect(state(nil)?.isEncrypted == false && state(nil)?.warning == nil)
    }

    @Test func `a message whose sender nothing proves is marked until something does, and not once deleted`() {
        var presenter = presenter
        let warnings: [MessageID: SenderWarning] = [
            MessageID("1"): .unsignedDevice, MessageID("2"): .changedIdentity, MessageID("3"): .unprovedKey,
        ]
        let deleted = ChatMessage(
            id: MessageID("1"),
            author: .contact,
            text: "",
            isDeleted: true,
            time: theirs("1").time,
            delivery: .received
        )
        let messages = ["1", "2", "3", "4"].map { theirs($0) }
        presenter.receive(content(ChatSecurity(warnings: warnings), messages))
        let texts = presenter.state()?.rows.map(\.senderWarningText)
        #expect(
            texts == ["sender not verified", "sender's identity changed", "key from a backup: sender not proved", nil]
        )
        presenter.receive(content(ChatSecurity(warnings: warnings), [deleted]))
        #expect(presenter.state()?.rows.map(\.senderWarning) == [nil])
        presenter.receive(content(ChatSecurity(), messages))
        #expect(presenter.state()?.rows.compactMap(\.senderWarning).isEmpty == true)
    }

    @Test(arguments: [
        ([ChatMember(id: .contact, name: "")], "Ada"), ([ChatMember(id: .me, name: "")], "your account"),
        ([ben, ChatMember(id: .me, name: "")], "Ben and your account"), ([ben, ben, ben], "Ben and 2 others"),
    ])
    func `the people whose identity changed are named`(people: [ChatMember], names: String) {
        let warning = state(ChatSecurity(changedPeople: people))?.warning
        #expect(warning?.hasPrefix("The identity of \(names) has changed") == true)
    }

    @Test func `nothing is sent to a changed identity, and the text stays typed`() {
        let stage = ChatInteractorStage { $0.security = ChatSecurity(changedPeople: [Self.ben]) }
        let outcomes = [ChatAction.send("hello"), .edit(MessageID("1"), to: "x"), .sendFile(path: "f")].map {
            stage.perform($0)
        }
        for outcome in outcomes {
            if case .notAcknowledged? = outcome {} else { Issue.record("\(String(describing: outcome))") }
        }
        #expect(stage.model.calls.allSatisfy { if case .saveDraft = $0 { true } else { false } })
        #expect(stage.window?.draft == "hello" || stage.model.draft == "hello")
        stage.model.change { $0.security = ChatSecurity() }
        stage.run()
        stage.perform(.send("hello"))
        #expect(stage.model.sends.contains(.send("hello")))
    }

    @Test func `the reason why nothing was sent is a problem`() {
        var presenter = presenter
        presenter.receive(content(ChatSecurity(changedPeople: [ChatMember(id: .contact, name: "")])))
        _ = presenter.handle(.send("hello"))
        _ = presenter.receive(.notAcknowledged)
        #expect(presenter.state()?.problem?.text.hasPrefix("Nothing was sent. The identity of Ada has changed") == true)
        #expect(presenter.state()?.draft == "hello")
    }

    @Test func `a change of the trust goes to the model, and only in an encrypted chat`() {
        let stage = ChatInteractorStage { $0.security = ChatSecurity() }
        let change = SecurityChange.verify(person: nil, device: "D")
        stage.perform(.changeSecurity(change))
        #expect(stage.model.calls == [.changeSecurity(change)])
        var presenter = presenter
        presenter.receive(content(nil))
        #expect(presenter.handle(.changeSecurity(change)) == [])
        #expect(presenter.state()?.problem?.text == "This chat is not encrypted")
    }

    private static func verification(_ stage: ChatVerification.Stage, by author: Author = .contact) -> ChatSecurity {
        ChatSecurity(verification: ChatVerification(person: ChatMember(id: author, name: ""), stage: stage))
    }

    private static let comparing = ChatVerification.Stage.comparing(
        emoji: [.init(symbol: "🐶", name: "Dog"), .init(symbol: "🎩", name: "Hat")],
        numbers: [1, 22, 333]
    )

    @Test func `the stages of a verification are sentences, and two are questions`() {
        let stages: [(ChatVerification.Stage, String, Bool)] = [
            (.waiting, "Waiting for Ada to accept the verification", false),
            (.asked, "Ada asks you to compare emoji", true),
            (Self.comparing, "The device of Ada must show the same: 🐶 Dog, 🎩 Hat; or the numbers 1 22 333", true),
            (.confirmed, "Waiting for Ada to confirm the emoji", false), (.done, "Ada is verified", false),
            (
                .cancelled(reason: "the emoji differ", isSuspicious: false), "Ada is not verified: the emoji differ",
                false
            ),
        ]
        for (stage, text, isQuestion) in stages {
            let shown = state(ChatSecurity(), Self.verification(stage))?.verification
            #expect(shown?.text == text && shown?.isQuestion == isQuestion)
        }
        let own = state(ChatSecurity(), Self.verification(.done, by: .me))?.verification
        #expect(own?.text == "Your other device is verified" && own?.person == "You")
        let suspicious = ChatVerification.Stage.cancelled(reason: "the emoji differ", isSuspicious: true)
        #expect(
            state(ChatSecurity(), Self.verification(suspicious))?.verification?.text.hasSuffix(
                "do not trust the other device"
            ) == true
        )
    }

    @Test func `the result of a verification before the chat was opened is not shown, a later one is`() {
        #expect(state(Self.verification(.done))?.verification == nil)
        #expect(state(Self.verification(.done), Self.verification(.waiting))?.verification != nil)
        #expect(state(Self.verification(Self.comparing))?.verification != nil)
    }
}
