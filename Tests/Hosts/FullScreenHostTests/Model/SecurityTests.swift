import Chat
import ChatApp
import ChatDetails
import ChatTypes
import ScreenKit
import Testing

@testable import FullScreenHost

/// Encrypted chats on the full screen.
@Suite struct SecurityTests {
    private func state(_ stage: ChatVerification.Stage? = nil, warning: String? = nil) -> ChatViewState {
        let verification = stage.map { ChatViewState.Verification(person: "Ada", stage: $0, text: "Compare") }
        return ChatViewState(
            title: "Ada",
            rows: messages(1...2),
            isEncrypted: true,
            warning: warning,
            verification: verification
        )
    }

    @Test func `the heading says that a chat is encrypted, and a row that nothing proves its sender`() {
        var stage = ModelStage(rows: 10, columns: 60)
        var state = state()
        state.rows[1].senderWarningText = "sender not verified"
        stage.openChat(state)
        let rows = stage.rows()
        #expect(rows[0] == "Ada  encrypted")
        #expect(rows.count { $0.hasSuffix("(sender not verified)") } == 1)
    }

    @Test func `the encryption's question stays below the chat while the user types, and other notices cover it`() {
        var stage = ModelStage(rows: 12, columns: 60)
        stage.openChat(state(.asked))
        #expect(stage.model.notice?.text == "Compare. Answer with /verify yes or /verify no")
        stage.type("/verify yes")
        #expect(stage.model.notice?.text.hasPrefix("Compare") == true)
        stage.press(Key(.enter))
        #expect(stage.takeEffects() == [.chat(.changeSecurity(.answer(true)))])
        stage.handle(.notice("Saved"))
        #expect(stage.model.notice?.text == "Saved")
        stage.press(Key(.escape))
        stage.handle(.chat(state(.confirmed, warning: "Changed")))
        #expect(stage.model.notice?.text == "Compare")
        stage.handle(.chat(state(warning: "Changed")))
        #expect(stage.model.notice?.text == "Changed: /verify or /acknowledge")
        stage.handle(.chat(state()))
        #expect(stage.model.notice == nil)
    }

    @Test func `the result of a verification is a notice until a key is pressed`() {
        var stage = ModelStage(rows: 12, columns: 60)
        stage.openChat(state(.confirmed))
        stage.handle(.chat(state(.done)), .chat(state(.done)))
        #expect(stage.model.notice?.text == "Compare")
        stage.press(Key(.escape))
        #expect(stage.model.notice == nil)
    }

    @Test func `on a chat's pictures, nothing of its encryption is asked`() {
        var stage = ModelStage(rows: 12, columns: 60)
        stage.openChat(state(.asked))
        stage.handle(.begins(.pictures(of: ada)), .stack([.chatList, .chat(ada), .pictures(of: ada)]))
        #expect(stage.model.notice == nil)
        stage.handle(.stack([.chatList, .chat(ada)]))
        #expect(stage.model.notice != nil)
    }

    @Test func `details list devices with two lines each, which scroll`() {
        var stage = ModelStage(rows: 12, columns: 60)
        stage.openChat(state())
        let devices = (1...9).map { number in
            ChatDetailsViewState.Device(
                id: .init(owner: .contact, device: "D\(number)"),
                owner: "Ada",
                name: number == 1 ? "Phone" : "",
                trustText: "blocked",
                fingerprint: "key \(number)"
            )
        }
        let row = ChatDetailsViewState.Row(id: .contact, name: "Ada")
        let details = ChatDetailsViewState(
            title: "Ada",
            rows: [row],
            isEncrypted: true,
            devices: devices,
            hasMoreDevices: true
        )
        stage.handle(.begins(.details(of: ada)), .stack([.chatList, .chat(ada), .details(of: ada)]), .details(details))
        let rows = stage.rows()
        #expect(rows[1] == "  Notifications on; end-to-end encrypted")
        #expect(rows[3...7] == ["  Ada", "", "  Devices", "  Ada  D1  Phone  blocked", "    key 1"])
        stage.press(Key(.end))
        let last = stage.rows()
        #expect(last[9] == "  … and more devices" && last[8] == "    key 9")
    }
}
