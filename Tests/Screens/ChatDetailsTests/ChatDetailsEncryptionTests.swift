import ChatTypes
import ScreenKit
import ScreenTesting
import Testing

@testable import ChatDetails

/// Encryption in a chat's details.
@Suite struct ChatDetailsEncryptionTests {
    private func content(_ encryption: ChatEncryption?) -> ChatDetailsContent {
        ChatDetailsContent(window: ChatDetailsWindow(contact: ada, encryption: encryption), connection: .well)
    }

    @Test func `devices are shown with their owners, trust and keys`() {
        var presenter = ChatDetailsPresenter(environment: .test())
        let contact = ChatMember(id: .contact, name: "@ada:test")
        let devices = [
            ChatDevice(
                owner: ChatMember(id: .me, name: ""),
                id: "A",
                name: "Phone",
                fingerprint: "abcd",
                trust: .signed
            ),
            ChatDevice(owner: contact, id: "B", trust: .unsigned), ChatDevice(owner: contact, id: "C", trust: .blocked),
            ChatDevice(owner: member("Ben"), id: "D", trust: .verified),
        ]
        presenter.receive(content(ChatEncryption(changedPeople: [contact], devices: devices, hasMoreDevices: true)))
        let state = presenter.state()
        #expect(state?.isEncrypted == true && state?.hasMoreDevices == true)
        #expect(state?.devices.map(\.owner) == ["You", "Ada", "Ada", "Ben"])
        #expect(state?.devices.map(\.id.device) == ["A", "B", "C", "D"])
        let texts = ["signed by its owner", "not signed by its owner", "blocked", "verified"]
        #expect(state?.devices.map(\.trustText) == texts)
        #expect(state?.devices.first?.name == "Phone" && state?.devices.first?.fingerprint == "abcd")
        #expect(state?.warning?.hasPrefix("The identity of Ada has changed") == true)
    }

    @Test func `a chat that is not encrypted has no devices, and nothing to change`() {
        var presenter = ChatDetailsPresenter(environment: .test())
        presenter.receive(content(nil))
        #expect(presenter.state()?.isEncrypted == false && presenter.state()?.devices == [])
        #expect(presenter.handle(.changeEncryption(.acknowledge("shown"))) == [])
        #expect(presenter.state()?.problem?.text == "This chat is not encrypted")
    }

    @Test func `a chat whose encryption cannot be read is called neither encrypted nor unencrypted`() {
        var presenter = ChatDetailsPresenter(environment: .test())
        var window = ChatDetailsWindow(contact: ada)
        window.isEncryptionUnknown = true
        presenter.receive(ChatDetailsContent(window: window, connection: .well))
        #expect(presenter.state()?.isEncrypted == false)
        #expect(presenter.state()?.warning?.contains("cannot be read") == true)
        let change = EncryptionChange.setBlocked(true, device: "A")
        #expect(presenter.handle(.changeEncryption(change)) == [.perform(.changeEncryption(change))])
        #expect(presenter.state()?.problem == nil)
    }

    @Test func `a warning is shown with the ID by which it is acknowledged`() {
        var presenter = ChatDetailsPresenter(environment: .test())
        let contact = ChatMember(id: .contact, name: "")
        presenter.receive(content(ChatEncryption(changedPeople: [contact], warningID: "shown")))
        #expect(presenter.state()?.warningID == "shown")
        let change = EncryptionChange.acknowledge("shown")
        #expect(presenter.handle(.changeEncryption(change)) == [.perform(.changeEncryption(change))])
    }

    @Test func `blocking goes to the model, and a refusal is a problem`() {
        let stage = ChatDetailsStage(ChatDetailsWindow(contact: ada, encryption: ChatEncryption()))
        stage.run()
        stage.start { await $0.perform(.changeEncryption(.setBlocked(true, device: "A"))) }
        stage.run()
        #expect(stage.model.calls == [.changeEncryption(.setBlocked(true, device: "A"))])
        #expect(stage.view.last?.problem == nil)
        stage.model.change { $0.leavingFailure = .refused(RefusalCode(rawValue: "x"), text: "Nobody has it") }
        stage.start { await $0.perform(.changeEncryption(.setBlocked(false, device: "Z"))) }
        stage.run()
        #expect(stage.view.last?.problem?.text == "Nobody has it")
        #expect(stage.router.routes == [])
    }

    @Test func `verifying a device leads to the verification, unless it is refused`() {
        let stage = ChatDetailsStage(ChatDetailsWindow(contact: ada, encryption: ChatEncryption()))
        let change = EncryptionChange.verify(person: nil, device: "A")
        stage.run()
        stage.model.change { $0.leavingFailure = .refused(RefusalCode(rawValue: "x"), text: "Nobody has it") }
        stage.start { await $0.perform(.changeEncryption(change)) }
        stage.run()
        #expect(stage.router.routes == [])
        stage.model.change { $0.leavingFailure = nil }
        stage.start { await $0.perform(.changeEncryption(change)) }
        stage.run()
        #expect(stage.router.routes == [.verification])
    }
}
