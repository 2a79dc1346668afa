import Chat
import ChatApp
import ChatDetails
import ChatTypes
import CreateChat
import Foundation
import HostTesting
import ScreenKit
import Testing
import Verification

@testable import HostKit
@testable import LineHost

/// Encrypted chats in line mode, and the commands for them.
@Suite struct LineEncryptionTests {
    private func row(_ warning: SenderWarning? = nil) -> ChatViewState.Row {
        ChatViewState.Row(
            id: MessageID("1"),
            author: .contact,
            text: "Hi",
            time: "9:00 am",
            date: Date(timeIntervalSince1970: 0),
            senderWarning: warning,
            senderWarningText: warning?.text
        )
    }

    private func state(_ warning: SenderWarning? = nil) -> ChatViewState {
        ChatViewState(title: "Ada", rows: [row(warning)], isEncrypted: true)
    }

    @Test func `a chat is printed as encrypted, also once it becomes so`() throws {
        var pane = LineChatPane()
        let title = HostEvent.screen(.chat, contact: "Ada", isEncrypted: true)
        #expect(pane.update(to: ChatViewState(title: "Ada")) == [.screen(.chat, contact: "Ada")])
        #expect(pane.update(to: ChatViewState(title: "Ada", isEncrypted: true)) == [title])
        #expect(pane.appear() == [title])
        #expect(title.text() == ["", "Ada (encrypted)"])
        let json = #"{"contact":"Ada","encrypted":true,"event":"screen","screen":"chat"}"#
        #expect(try JSONLine.text(of: title) == json)
    }

    @Test func `a chat is printed as not encrypted if it could be`() {
        var pane = LineChatPane()
        let title = HostEvent.screen(.chat, contact: "Ada", isEncrypted: false)
        #expect(pane.update(to: ChatViewState(title: "Ada", lacksEncryption: true)) == [title])
        #expect(title.text() == ["", "Ada (not encrypted)"])
    }

    @Test func `a message is printed with the warning about its sender, and again for a new one`() {
        var pane = LineChatPane()
        guard case .message(let marked)? = pane.update(to: state(.unsignedDevice)).last else {
            return #expect(Bool(false), "no message")
        }
        #expect(marked.warning == .unsignedDevice)
        #expect(marked.text(.plain, columns: nil) == ["  9:00 am  Ada: Hi  (sender not verified)"])
        let later = [pane.update(to: state()), pane.update(to: state(.changedIdentity))]
        #expect(later.map(\.count) == [1, 1])
        var transcript = Transcript(style: .plain)
        #expect(transcript.lines(for: .message(marked)).count == 1)
        #expect(later.map { $0.flatMap { transcript.lines(for: $0) } } == [[], ["  (sender's identity changed) Hi"]])
    }

    @Test func `a message that waits for its key is printed as such, and again once it is readable`() throws {
        var pane = LineChatPane()
        var waiting = state()
        waiting.rows[0].isPlaceholder = true
        waiting.rows[0].text = "Encrypted message: waiting for its key"
        let lines = try (pane.update(to: waiting) + pane.update(to: state())).dropFirst().map {
            try JSONLine.text(of: $0)
        }
        #expect(lines.map { $0.contains(#""waiting":true"#) } == [true, false])
    }

    @Test func `a changed identity is printed with the commands, and that it is acknowledged`() {
        var pane = LineChatPane()
        _ = pane.update(to: state())
        var changed = state()
        changed.warning = "The identity of Ada has changed"
        let events = pane.update(to: changed) + pane.update(to: changed) + pane.update(to: state())
        #expect(
            events == [.encryption("The identity of Ada has changed", contact: "Ada"), .encryption("", contact: "Ada")]
        )
        #expect(
            events.flatMap { $0.text() } == [
                "! The identity of Ada has changed: /verify or /acknowledge",
                "! The identities and devices here need no decision any more",
            ]
        )
    }

    private func verification(_ stage: DeviceVerification.Stage, _ text: String = "It\u{1B} is so")
        -> VerificationViewState
    {
        VerificationViewState(person: "Ada", owner: ContactID("@ada:test"), stage: stage, text: text)
    }

    private let comparing = DeviceVerification.Stage.comparing(
        emoji: [.init(symbol: "🐶", name: "Dog"), .init(symbol: "🎩", name: "Hat")],
        numbers: [1, 22]
    )

    @Test func `each stage of a verification is printed under its title, a question with its answers`() {
        var pane = LineVerificationPane()
        #expect(pane.appear().isEmpty && !pane.isShown)
        let stages: [DeviceVerification.Stage] = [.asked, comparing, .confirmed, .done]
        let lines = stages.flatMap { stage in
            (pane.update(to: verification(stage)) + pane.update(to: verification(stage))).flatMap { $0.text() }
        }
        let answers = ". Answer with /verify yes or /verify no"
        #expect(
            lines == [
                "", "Verification (@ada:test)", "! It␛ is so\(answers)",
                "! It␛ is so: 🐶 Dog, 🎩 Hat; or the numbers 1 22\(answers)", "! It␛ is so", "! It␛ is so",
            ]
        )
        #expect(pane.appear().flatMap { $0.text() } == ["", "Verification (@ada:test)", "! It␛ is so"])
        var refused = verification(.done)
        refused.problem = ScreenProblem(text: "Not now", number: 1)
        #expect(pane.update(to: refused) == [.problem("Not now")] && pane.update(to: refused).isEmpty)
    }

    @Test func `another verification in the same stage is printed, and so are other words`() {
        var pane = LineVerificationPane()
        var state = verification(.asked, "Ada asks")
        _ = pane.update(to: state)
        state.id = 2
        #expect(pane.update(to: state).count == 1)
        state.text = "Ada asks. Meanwhile Ben asks, too"
        #expect(pane.update(to: state).count == 1)
        #expect(pane.update(to: state).isEmpty)
    }

    @Test func `a question and a result are printed on other screens, on its own by its own`() async {
        let pipe = PipeFake()
        let printer = Printer(output: LineOutput(descriptor: pipe.writeEnd), isJSON: false, style: .plain)
        let interface: any AppInterface = LineInterface(printer: printer)
        await interface.report(verification(.waiting, "Waiting"))
        await interface.report(verification(.asked, "Ada asks"))
        await interface.report(verification(.done, "Ada is verified"))
        await interface.show([.chatList, .verification])
        await interface.report(verification(.asked, "Ada asks again"))
        pipe.closeWriteEnd()
        let lines = String(decoding: pipe.readAll(), as: UTF8.self).split(separator: "\n")
        #expect(lines == ["! Ada asks. Answer with /verify yes or /verify no", "! Ada is verified"])
    }

    @Test func `an answer acts on the verification that is shown or reported, and leads to its screen`() throws {
        func effects(_ top: ScreenName, _ stage: DeviceVerification.Stage?, _ line: String) throws -> [CommandEffect] {
            let executor = CommandExecutor(
                top: top,
                list: nil,
                chat: ChatViewState(title: "Ada", isEncrypted: true),
                details: nil,
                verification: stage.map { verification($0) }
            )
            return try executor.effects(of: try LineCommand(line, on: top))
        }
        func answer(_ answer: VerificationAnswer) -> CommandEffect { .verification(.answer(answer)) }
        #expect(try effects(.verification, .asked, "/verify yes") == [answer(.accept)])
        #expect(try effects(.chatList, .asked, "/verify no") == [.showVerification, answer(.cancel)])
        #expect(try effects(.verification, comparing, "/verify yes") == [answer(.match)])
        #expect(try effects(.verification, comparing, "/verify no") == [answer(.mismatch)])
        #expect(try effects(.verification, comparing, "/verify cancel") == [answer(.cancel)])
        for top in [ScreenName.chatList, .chat, .createChat] {
            #expect(try effects(top, .waiting, "/verify") == [.showVerification])
        }
        let begin = EncryptionChange.verify(person: nil, device: nil)
        #expect(try effects(.chat, .done, "/verify") == [.chat(.changeEncryption(begin))])
        for top in [ScreenName.chatList, .chat] {
            #expect(try effects(top, .waiting, "/verify me") == [.verifyOwn(device: nil)], "in a chat of any kind, too")
        }
        let refused: [(DeviceVerification.Stage?, String, String)] = [
            (nil, "/verify", "No verification is going on here"),
            (.done, "/verify yes", "No verification is going on here"),
            (.waiting, "/verify yes", "There is nothing to confirm yet"),
            (nil, "/verify Ada", "Open a chat first, with /open"),
        ]
        for (stage, line, text) in refused {
            #expect(throws: LineCommandError(message: text)) { try effects(.chatList, stage, line) }
        }
    }

    @Test func `details list the devices, harmless on a terminal`() {
        var pane = LineDetailsPane()
        let id = ChatDetailsViewState.Device.ID(owner: .contact, device: "D\u{202E}1")
        let device = ChatDetailsViewState.Device(
            id: id,
            owner: "Ada",
            name: "\u{1B}[2J",
            trustText: "blocked",
            fingerprint: "abcd"
        )
        let own = ChatDetailsViewState.Device(
            id: .init(owner: .me, device: "D2"),
            owner: "You",
            trustText: "verified",
            fingerprint: "e"
        )
        var state = ChatDetailsViewState(title: "Ada", isEncrypted: true, devices: [own, device], hasMoreDevices: true)
        let events = pane.update(to: state)
        #expect(events.first == .screen(.chatDetails, contact: "Ada", isEncrypted: true))
        let lines = events.last?.text() ?? []
        #expect(lines.contains("  end-to-end encrypted") && lines.contains("  … and more devices"))
        #expect(lines.contains("  device of You: D2, verified; key e"))
        #expect(lines.contains { $0.hasPrefix("  device of Ada: D") && $0.hasSuffix("blocked; key abcd") })
        #expect(!lines.joined().contains("\u{202E}") && !lines.joined().contains("\u{1B}"))
        #expect(pane.update(to: state).isEmpty)
        state.devices[1].trustText = "verified"
        #expect(pane.update(to: state).count == 1)
    }

    @Test func `/encrypt concerns the form there, and asks before it encrypts the open chat`() throws {
        func effects(_ line: String, on top: ScreenName = .chat, _ chat: ChatViewState) throws -> [CommandEffect] {
            let executor = CommandExecutor(top: top, list: nil, chat: chat, details: nil)
            return try executor.effects(of: try LineCommand(line, on: top))
        }
        let plain = ChatViewState(title: "Ada", lacksEncryption: true)
        let secret = ChatViewState(title: "Ada", isEncrypted: true)
        let encrypts = [CommandEffect.chat(.changeEncryption(.encrypt))]
        #expect(try effects("/encrypt", plain) == [.askToEncrypt] && effects("/encrypt yes", plain) == encrypts)
        #expect(try effects("/encrypt", secret) == encrypts, "the server may not have confirmed it")
        for (line, isEncrypted) in [("/encrypt", true), ("/encrypt yes", true), ("/encrypt no", false)] {
            #expect(try effects(line, on: .createChat, plain) == [.form(.setEncrypted(isEncrypted))])
        }
        var left = plain
        left.stateText = "You have left"
        let refused: [(String, ChatViewState, String)] = [
            ("/encrypt no", plain, "This chat is not encrypted"),
            ("/encrypt no", secret, "Encryption cannot be turned off"),
            ("/encrypt", ChatViewState(title: "Ada"), "Chats of this server are not encrypted"),
            ("/encrypt yes", left, "You have left: the chat cannot be encrypted"),
        ]
        for (line, chat, text) in refused {
            #expect(throws: LineCommandError(message: text)) { try effects(line, chat) }
        }
        #expect(throws: LineCommandError.self) { try effects("/encrypt maybe", plain) }
    }

    @Test func `commands for devices act on the screen that is shown, and only in encrypted chats`() throws {
        func executor(_ top: ScreenName, isEncrypted: Bool = true) -> CommandExecutor {
            CommandExecutor(
                top: top,
                list: nil,
                chat: ChatViewState(title: "Ada", isEncrypted: isEncrypted),
                details: ChatDetailsViewState(title: "Ada", isEncrypted: isEncrypted)
            )
        }
        let change = EncryptionChange.setBlocked(true, device: "D")
        #expect(try executor(.chat).effects(of: .encryption(change)) == [.chat(.changeEncryption(change))])
        #expect(try executor(.chatDetails).effects(of: .encryption(change)) == [.details(.changeEncryption(change))])
        #expect(try executor(.chat).effects(of: .devices) == [.chat(.showDetails)])
        let refused: [(CommandExecutor, LineCommand, String)] = [
            (executor(.chat, isEncrypted: false), .devices, "This chat is not encrypted"),
            (executor(.chatDetails), .devices, "These are the details of the chat"),
            (executor(.chatList), .encryption(change), "Open a chat first, with /open"),
        ]
        for (executor, command, text) in refused {
            #expect(throws: LineCommandError(message: text)) { try executor.effects(of: command) }
        }
    }
}
