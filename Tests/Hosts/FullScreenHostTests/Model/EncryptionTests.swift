import Chat
import ChatApp
import ChatDetails
import ChatTypes
import Foundation
import ScreenKit
import Testing
import Verification

@testable import FullScreenHost

/// Encrypted chats on the full screen.
@Suite struct EncryptionTests {
    private func state(warning: String? = nil) -> ChatViewState {
        ChatViewState(title: "Ada", rows: messages(1...2), isEncrypted: true, warning: warning)
    }

    private func verification(_ stage: DeviceVerification.Stage, _ text: String = "Compare") -> VerificationViewState {
        VerificationViewState(person: "Ada", owner: ContactID("@ada:test"), stage: stage, text: text)
    }

    private let comparing = DeviceVerification.Stage.comparing(
        emoji: (1...7).map { .init(symbol: "🐶", name: "Dog \($0)") },
        numbers: [1, 22, 333]
    )

    private func stage(showing stage: DeviceVerification.Stage, rows: Int = 14) -> ModelStage {
        var shown = ModelStage(rows: rows, columns: 60)
        shown.openChat(state())
        let stack: [AppScreen] = [.chatList, .chat(ada), .verification]
        shown.handle(.begins(.verification), .stack(stack), .verification(verification(stage)))
        return shown
    }

    @Test func `the heading says that a chat is encrypted, and a row that nothing proves its sender`() {
        var stage = ModelStage(rows: 10, columns: 60)
        var state = state()
        (state.rows[1].senderWarning, state.rows[1].senderWarningText) = (.unsignedDevice, "sender not verified")
        stage.openChat(state)
        let rows = stage.rows()
        #expect(rows[0] == "Ada  encrypted")
        #expect(rows.count { $0.contains("! ") } == 1, "a sign, and the words in the details of the message")
        #expect(!rows.contains { $0.contains("sender not verified") })
    }

    @Test func `the line above a reply has the sign of the message that it quotes`() {
        var stage = ModelStage(rows: 10, columns: 60)
        var state = state()
        state.rows[1].answered = MessageExcerpt(
            id: MessageID("0"),
            author: .contact,
            text: "pay Eve",
            senderWarning: .unencrypted
        )
        stage.openChat(state)
        #expect(stage.rows().contains { $0.contains("↳ ! Ada: pay Eve") })
    }

    @Test func `the heading says that a chat is not encrypted, and nothing while that is not known`() {
        for (lacksEncryption, heading) in [(true, "Ada  not encrypted"), (false, "Ada")] {
            var stage = ModelStage(rows: 10, columns: 60)
            stage.openChat(ChatViewState(title: "Ada", rows: messages(1...2), lacksEncryption: lacksEncryption))
            #expect(stage.rows()[0] == heading)
        }
    }

    @Test(arguments: SenderWarning.allCases)
    func `a key from a backup is a dim sign, a changed identity a red one`(warning: SenderWarning) {
        var stage = ModelStage(rows: 10, columns: 60)
        var state = state()
        (state.rows[1].senderWarning, state.rows[1].senderWarningText) = (warning, warning.text)
        stage.openChat(state)
        let (grid, theme) = (stage.model.frame().frame.grid, stage.model.theme)
        let sign = grid[7].first { text([$0]) == "!" }
        let isQuiet = [.unprovedKey, .unsignedDevice].contains(warning)
        #expect(sign?.style == (isQuiet ? theme.dim : theme.problem))
    }

    @Test func `/encrypt asks once before it encrypts the open chat, and /encrypt yes does not`() {
        var stage = ModelStage(rows: 10, columns: 60)
        stage.openChat(ChatViewState(title: "Ada", rows: messages(1...2), lacksEncryption: true))
        let effect = ModelEffect.chat(.changeEncryption(.encrypt))
        for (key, effects) in [("n" as Unicode.Scalar, []), ("y", [effect])] {
            stage.type("/encrypt")
            stage.press(Key(.enter))
            #expect(stage.takeEffects().isEmpty)
            #expect(stage.model.notice?.text.hasPrefix("Encrypt this chat for everybody? It cannot be") == true)
            stage.press(.text(key))
            #expect(stage.takeEffects() == effects && stage.model.notice == nil)
        }
        stage.type("/encrypt yes")
        stage.press(Key(.enter))
        #expect(stage.takeEffects() == [effect])
    }

    @Test func `the sign is explained once in each chat, until a key is pressed`() {
        var stage = ModelStage(rows: 10, columns: 100)
        var state = state()
        state.rows[1].senderWarning = .unprovedKey
        stage.openChat(state)
        #expect(stage.model.notice?.text.hasPrefix("“!” marks messages whose sender nothing proves") == true)
        stage.press(.text("x"))
        #expect(stage.model.notice == nil)
        stage.handle(.begins(.chat(bob)), .stack([.chatList, .chat(bob)]), .chat(state))
        #expect(stage.model.notice != nil, "in another chat")
        stage.openChat(state)
        #expect(stage.model.notice == nil, "it was explained here")
    }

    @Test func `the sign is explained after a notice that covers the explanation`() {
        var stage = ModelStage(rows: 10, columns: 100)
        var state = state()
        state.rows[1].senderWarning = .unencrypted
        stage.openChat(state)
        stage.handle(.notice("Saved"))
        stage.press(Key(.function(9)))
        #expect(stage.model.notice?.text.hasPrefix("“!” marks messages") == true)
    }

    @Test func `a changed identity is told in the chat and in its details, and not above its pictures`() {
        var stage = ModelStage(rows: 12, columns: 60)
        stage.openChat(state(warning: "Changed"))
        for (screen, isTold) in [(AppScreen.details(of: ada), true), (.pictures(of: ada), false)] {
            stage.handle(.begins(screen), .stack([.chatList, .chat(ada), screen]))
            #expect(stage.model.notice?.text == (isTold ? "Changed: /verify or /acknowledge" : nil))
        }
    }

    @Test func `a question that is on screen neither rings nor is told below`() {
        var stage = stage(showing: .asked)
        _ = stage.takeEffects()
        stage.handle(.reported(verification(.asked)))
        #expect(stage.takeEffects() == [] && stage.model.notice == nil)
    }

    @Test func `the heading of a verification says whose device it is`() {
        var stage = stage(showing: .ready)
        stage.handle(.verification(VerificationViewState(person: "You", stage: .ready, text: "Waiting")))
        #expect(stage.rows()[0] == "Verification of your device")
        stage.handle(.verification(VerificationViewState(text: "No verification is going on")))
        #expect(stage.rows()[0] == "Verification")
    }

    @Test(arguments: [(ChatDevice.Trust.unsigned, true), (.blocked, true), (.signed, false), (.verified, false)])
    func `a device that its owner has not signed, or that is blocked, stands out`(
        trust: ChatDevice.Trust,
        isDoubtful: Bool
    ) throws {
        var stage = ModelStage(rows: 12, columns: 60)
        stage.openChat(state())
        let device = ChatDetailsViewState.Device(
            id: .init(owner: .contact, device: "D"),
            owner: "Ada",
            trust: trust,
            trustText: "its trust"
        )
        let details = ChatDetailsViewState(title: "Ada", isEncrypted: true, devices: [device])
        stage.handle(.begins(.details(of: ada)), .stack([.chatList, .chat(ada), .details(of: ada)]), .details(details))
        let (grid, theme) = (stage.model.frame().frame.grid, stage.model.theme)
        let row = try #require((0..<12).first { text(grid[$0]).hasSuffix("its trust") })
        #expect(grid[row].last { $0 != .blank }?.style == (isDoubtful ? theme.problem : theme.dim))
    }

    @Test func `help says what the sign before a message means`() {
        var stage = ModelStage(rows: 100, columns: 79)
        stage.openChat(state())
        stage.press(Key(.function(1)))
        #expect(stage.rows().contains { $0.hasPrefix("  !") && $0.contains("nothing proves its sender") })
    }

    @Test func `a request rings and stays below every screen while the user types, and other notices cover it`() {
        var stage = ModelStage(rows: 12, columns: 60)
        stage.openList([chatRow("Ada")])
        stage.handle(.reported(verification(.asked)))
        #expect(stage.takeEffects() == [.ring, .notify(title: "Ada", text: "Compare")])
        #expect(stage.model.notice?.text == "Compare: Alt-v or /verify shows it")
        stage.openChat(state(warning: "Changed"))
        stage.type("hello")
        #expect(stage.model.notice?.text.hasPrefix("Compare") == true)
        stage.handle(.notice("Saved"))
        #expect(stage.model.notice?.text == "Saved")
        stage.press(Key(.escape))
        stage.handle(.reported(verification(.ready)))
        #expect(stage.model.notice?.text == "Changed: /verify or /acknowledge")
        stage.handle(.chat(state()))
        #expect(stage.model.notice == nil)
    }

    @Test func `a result is a notice until a key is pressed, but on the verification itself`() {
        var stage = stage(showing: .confirmed)
        stage.handle(.reported(verification(.done)))
        #expect(stage.model.notice == nil)
        stage.handle(.stack([.chatList, .chat(ada)]), .reported(verification(.done, "Ada is verified")))
        #expect(stage.model.notice?.text == "Ada is verified")
        stage.press(Key(.escape))
        #expect(stage.model.notice == nil)
    }

    @Test func `a key or a command shows the verification, and an answer typed elsewhere is given there`() {
        var stage = ModelStage(rows: 12, columns: 60)
        stage.openChat(state())
        stage.press(.alt("v"))
        #expect(stage.takeEffects() == [] && stage.model.notice?.text == "No verification is going on here")
        stage.handle(.reported(verification(.asked)))
        stage.press(.alt("v"))
        #expect(stage.takeEffects().filter { $0 == .showVerification }.count == 1)
        stage.type("/verify yes")
        stage.press(Key(.enter))
        #expect(stage.takeEffects() == [.showVerification])
        stage.handle(.begins(.verification), .stack([.chatList, .chat(ada), .verification]))
        #expect(stage.takeEffects() == [.verification(.answer(.accept))])
    }

    @Test func `keys answer the question that is shown, and letters of a command are typed`() {
        var asked = stage(showing: .asked)
        asked.press(.text("y"))
        #expect(asked.takeEffects() == [.verification(.answer(.accept))])
        var compared = stage(showing: comparing)
        compared.press(.text("y"), .text("n"), .text("c"))
        let answers: [VerificationAnswer] = [.match, .mismatch, .cancel]
        #expect(compared.takeEffects() == answers.map { .verification(.answer($0)) })
        compared.type("/verify yes")
        #expect(compared.takeEffects() == [] && compared.typed == "/verify yes")
        compared.press(Key(.enter))
        #expect(compared.takeEffects() == [.verification(.answer(.match))])
        compared.press(Key(.escape))
        #expect(compared.takeEffects() == [.verification(.leave)])
        var done = stage(showing: .done)
        done.press(.text("y"))
        #expect(done.takeEffects() == [] && done.model.notice?.text == "No verification is going on here")
    }

    @Test func `emoji to compare are shown one a row with the numbers, and close together where rows are few`() {
        var tall = stage(showing: comparing)
        let rows = tall.rows()
        #expect(rows[0] == "Verification of Ada (@ada:test)" && rows[1] == "Compare")
        #expect(rows[2...8].enumerated().allSatisfy { $1 == "  🐶 Dog \($0 + 1)" })
        #expect(rows[9] == "or the numbers 1 22 333")
        var flat = stage(showing: comparing, rows: 8)
        let few = flat.rows().joined(separator: " ")
        #expect((1...7).allSatisfy { few.contains("🐶 Dog \($0)") } && few.contains("or the numbers 1 22 333"))
    }

    @Test(arguments: [
        (DeviceVerification.Stage.asked, "y accepts or says"), (.ready, "c cancels, Esc"), (.done, "Esc goes back"),
    ])
    func `the hints name y only while a question waits for it`(stage: DeviceVerification.Stage, hint: String) {
        var shown = ModelStage(rows: 14, columns: 120)
        shown.openChat(state())
        let stack: [AppScreen] = [.chatList, .chat(ada), .verification]
        shown.handle(.begins(.verification), .stack(stack), .verification(verification(stage)))
        #expect(shown.rows()[12].hasPrefix(hint))
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

    @Test func `at 80 columns a device's key is wrapped between its groups, and scrolls to its end`() {
        var stage = ModelStage(rows: 12, columns: 80)
        stage.openChat(state())
        let key = (0...11).map { "abc\($0 % 10)" }.joined(separator: " ")
        let devices = (1...9).map { number in
            ChatDetailsViewState.Device(
                id: .init(owner: .contact, device: "D\(number)"),
                owner: "Ada",
                trustText: "verified",
                fingerprint: key
            )
        }
        let row = ChatDetailsViewState.Row(id: .contact, name: "Ada")
        let details = ChatDetailsViewState(title: "Ada", rows: [row], isEncrypted: true, devices: devices)
        stage.handle(.begins(.details(of: ada)), .stack([.chatList, .chat(ada), .details(of: ada)]), .details(details))
        stage.press(Key(.end))
        let rows = stage.rows()[7...9].map { $0.drop { $0 != "│" }.dropFirst().trimmingCharacters(in: .whitespaces) }
        #expect(rows[0] == "Ada  D9  verified")
        #expect(rows[1...].joined(separator: " ") == key)
    }
}
