import ChatTypes
import ScreenKit
import ScreenTesting
import Testing

@testable import Chat

/// Encryption in a chat's screen.
@Suite struct EncryptionTests {
    private var presenter = ChatPresenter(environment: .test())
    private static let ben = ChatMember(id: .member(ContactID("@ben:test")), name: "Ben")

    private func content(_ encryption: ChatEncryption?, _ messages: [ChatMessage] = []) -> ChatContent {
        ChatContent(window: ChatWindow(contact: ada, messages: messages, encryption: encryption), connection: .well)
    }

    private func state(_ contents: ChatEncryption?...) -> ChatViewState? {
        var presenter = presenter
        for encryption in contents { presenter.receive(content(encryption)) }
        return presenter.state()
    }

    @Test func `an encrypted chat is marked, any other is not`() {
        #expect(state(ChatEncryption())?.isEncrypted == true)
        #expect(state(nil)?.isEncrypted == false && state(nil)?.warning == nil)
    }

    @Test func `a chat that could be encrypted and is not is marked, one of which nothing is known is not`() {
        var window = ChatWindow(contact: ada, messages: [], encryption: nil)
        for (canBe, encryption) in [(false, nil), (true, false)] as [(Bool, Bool?)] {
            var presenter = presenter
            #expect(presenter.state() == nil)
            window.canBeEncrypted = canBe
            presenter.receive(ChatContent(window: window, connection: .well))
            #expect(presenter.state()?.encryption == encryption)
        }
        #expect(state(ChatEncryption())?.encryption == true)
    }

    @Test func `a message whose sender nothing proves is marked until something does, and not once deleted`() {
        var presenter = presenter
        let warnings: [MessageID: SenderWarning] = [
            MessageID("1"): .unsignedDevice, MessageID("2"): .changedIdentity, MessageID("3"): .unprovedKey,
            MessageID("5"): .unknownDevice, MessageID("6"): .unencrypted,
        ]
        var deleted = ChatMessage(
            id: MessageID("1"),
            author: .contact,
            text: "",
            isDeleted: true,
            time: theirs("1").time,
            delivery: .received
        )
        deleted.senderWarning = .unencrypted
        let messages = ["1", "2", "3", "4", "5", "6"].map { theirs($0) }
        let marked = messages.map { message in
            var message = message
            message.senderWarning = warnings[message.id]
            return message
        }
        presenter.receive(content(ChatEncryption(), marked))
        let texts = presenter.state()?.rows.map(\.senderWarningText)
        #expect(
            texts == [
                "sender not verified", "sender's identity changed", "key from a backup: sender not proved", nil,
                "from an unknown device", "not encrypted",
            ]
        )
        presenter.receive(content(ChatEncryption(), [deleted]))
        #expect(presenter.state()?.rows.map(\.senderWarning) == [nil])
        #expect(presenter.state()?.rows.map(\.senderWarningText) == [nil])
        presenter.receive(content(ChatEncryption(), messages))
        #expect(presenter.state()?.rows.compactMap(\.senderWarning).isEmpty == true)
    }

    @Test func `the line above a reply says that nothing proves who wrote the message that it answers`() {
        var presenter = presenter
        let forged = AnsweredMessage(
            id: MessageID("1"),
            author: .contact,
            text: "pay Eve",
            senderWarning: .unencrypted
        )
        let reply = ChatMessage(
            id: MessageID("2"),
            author: .me,
            text: "no",
            answered: forged,
            time: theirs("1").time,
            delivery: .sent
        )
        presenter.receive(content(ChatEncryption(), [reply]))
        #expect(presenter.state()?.rows.map { $0.answered?.senderWarning } == [.unencrypted])
    }

    @Test(arguments: [
        ([ChatMember(id: .contact, name: "")], "Ada"), ([ChatMember(id: .me, name: "")], "your account"),
        ([ben, ChatMember(id: .me, name: "")], "Ben and your account"), ([ben, ben, ben], "Ben and 2 others"),
    ])
    func `the people whose identity changed are named`(people: [ChatMember], names: String) {
        let warning = state(ChatEncryption(changedPeople: people))?.warning
        #expect(warning?.hasPrefix("The identity of \(names) has changed") == true)
    }

    @Test func `the devices that get no keys are told of, and those of a changed identity first`() {
        func device(_ owner: ChatMember, _ id: String) -> ChatDevice {
            ChatDevice(owner: owner, id: id, trust: .unsigned)
        }
        let own = device(ChatMember(id: .me, name: ""), "TABLET")
        let benss = device(Self.ben, String(repeating: "X", count: 50))
        let text = "A device that its owner has not signed gets no keys:"
        let rest = "; verify it, block it, or acknowledge this"
        #expect(state(ChatEncryption(unsignedDevices: [own]))?.warning == "\(text) TABLET of your account\(rest)")
        let two = state(ChatEncryption(unsignedDevices: [own, own]))?.warning
        #expect(two == "\(text) TABLET of your account and 1 other\(rest)")
        let all = state(ChatEncryption(unsignedDevices: [benss, own, own]))?.warning
        #expect(all == "\(text) \(String(repeating: "X", count: 40)) of Ben and 2 others\(rest)")
        let changed = state(ChatEncryption(changedPeople: [Self.ben], unsignedDevices: [own]))?.warning
        #expect(changed?.hasPrefix("The identity of Ben has changed") == true)
    }

    @Test func `a device that gets no keys keeps nothing from being sent`() {
        let device = ChatDevice(owner: Self.ben, id: "D", trust: .unsigned)
        let stage = ChatInteractorStage { $0.encryption = ChatEncryption(unsignedDevices: [device]) }
        stage.perform(.send("hello"))
        #expect(stage.model.sends.contains(.send("hello")))
    }

    @Test func `nothing is sent to a changed identity, and the text stays typed`() {
        let stage = ChatInteractorStage { $0.encryption = ChatEncryption(changedPeople: [Self.ben]) }
        let outcomes = [ChatAction.send("hello"), .edit(MessageID("1"), to: "x"), .sendFile(path: "f")].map {
            stage.perform($0)
        }
        for outcome in outcomes {
            switch outcome {
            case .notAcknowledged?, .unsent(_, .notAcknowledged)?: break
            default: Issue.record("\(String(describing: outcome))")
            }
        }
        #expect(stage.model.sends == [])
        #expect(stage.window?.draft == "hello" || stage.model.draft == "hello")
        stage.model.change { $0.encryption = ChatEncryption() }
        stage.run()
        stage.perform(.send("hello"))
        #expect(stage.model.sends.contains(.send("hello")))
    }

    @Test func `the reason why nothing was sent is a problem`() {
        var presenter = presenter
        presenter.receive(content(ChatEncryption(changedPeople: [ChatMember(id: .contact, name: "")])))
        _ = presenter.handle(.send("hello"))
        _ = presenter.receive(.notAcknowledged)
        #expect(presenter.state()?.problem?.text.hasPrefix("Nothing was sent. The identity of Ada has changed") == true)
        #expect(presenter.state()?.draft == "hello")
    }

    @Test func `a change of the trust goes to the model, and only in an encrypted chat`() {
        let stage = ChatInteractorStage { $0.encryption = ChatEncryption() }
        let change = EncryptionChange.verify(person: nil, device: "D")
        stage.perform(.changeEncryption(change))
        #expect(stage.model.calls == [.changeEncryption(change)])
        var presenter = presenter
        presenter.receive(content(nil))
        #expect(presenter.handle(.changeEncryption(change)) == [])
        #expect(presenter.state()?.problem?.text == "This chat is not encrypted")
    }

    @Test func `a warning is shown with the ID by which it is acknowledged, and none without one`() {
        let device = ChatDevice(owner: Self.ben, id: "D", trust: .unsigned)
        let warnings = [
            ChatEncryption(changedPeople: [Self.ben], warningID: "shown"),
            ChatEncryption(unsignedDevices: [device], warningID: "shown"), ChatEncryption(warningID: "shown"),
        ]
        #expect(warnings.map { state($0)?.warningID } == ["shown", "shown", nil])
    }

    @Test func `a chat whose encryption cannot be read is not called unencrypted`() {
        var presenter = presenter
        var window = ChatWindow(contact: ada, messages: [], encryption: nil)
        window.isEncryptionUnknown = true
        presenter.receive(ChatContent(window: window, connection: .well))
        let change = ChatAction.changeEncryption(.setBlocked(true, device: "D"))
        #expect(presenter.handle(change) == [.perform(.action(change))])
        #expect(presenter.state()?.problem == nil)
    }

    @Test func `a chat that is not encrypted can be, and one that is may be again after a lost response`() {
        for encryption in [nil, ChatEncryption()] {
            let stage = ChatInteractorStage { $0.encryption = encryption }
            stage.perform(.changeEncryption(.encrypt))
            #expect(stage.model.calls == [.changeEncryption(.encrypt)])
            var presenter = presenter
            presenter.receive(content(encryption))
            #expect(presenter.handle(.changeEncryption(.encrypt)) == [.perform(.action(.changeEncryption(.encrypt)))])
        }
    }

    @Test func `a refusal to encrypt the chat is a problem`() {
        let stage = ChatStage([])
        stage.model.change { $0.membershipFailure = ServiceError.refused(.notAllowed, text: "Your role is too low") }
        stage.start { await $0.perform(.changeEncryption(.encrypt)) }
        stage.run()
        #expect(stage.view.last?.problem?.text == "Your role is too low")
    }

    @Test func `verifying leads to the verification once the devices were asked, blocking leads nowhere`() {
        let stage = ChatStage([]) { $0.encryption = ChatEncryption() }
        stage.start { await $0.perform(.changeEncryption(.setBlocked(true, device: "D"))) }
        stage.run()
        #expect(stage.router.routes == [])
        stage.start { await $0.perform(.changeEncryption(.verify(person: nil, device: nil))) }
        stage.run()
        #expect(stage.router.routes == [.verification])
    }
}
