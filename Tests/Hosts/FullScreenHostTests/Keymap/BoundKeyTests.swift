import Chat
import ChatApp
import ChatTypes
import HostKit
import Testing

@testable import FullScreenHost

/// Commands for all functions, and keys that the user binds to them.
@Suite struct BoundKeyTests {
    @Test func `every action but a chat's number and parts of sequences has a command`() {
        let here = Set(NamedAction.all.map(\.action))
        // These have a command in both hosts.
        let elsewhere: [KeyAction] = [
            .newChat, .details, .pictures, .back, .help, .leave, .firstUnread, .mention, .find, .interrupt, .prefix,
            .leaveChat, .verification, .run("/verify yes"), .run("/verify no"), .run("/verify cancel"),
            .run("/join"), .run("/leave"), .run("/ignore"), .run("/pins"),
        ]
        for action in (KeyBinding.all + KeyBinding.vi).flatMap(\.keys).map(\.action) {
            if case .openChat = action { continue }
            #expect(here.contains(action) || elsewhere.contains(action), "\(action)")
        }
    }

    @Test func `no action has the name of a command of both hosts`() {
        let names = NamedAction.all.map(\.command)
        #expect(Set(names).count == names.count)
        #expect(names.allSatisfy { LineCommandRow.named($0) == nil && $0 != TypedCommand.find })
    }

    @Test func `a typed action runs and its line is emptied`() {
        var stage = ModelStage.inChat()
        stage.type("/select-message")
        stage.press(Key(.enter))
        #expect(stage.typed.isEmpty)
        #expect(stage.model.panels.chat?.selected?.rawValue == "3")
    }

    @Test func `a bound key runs its command and the typed text stays`() {
        var stage = ModelStage.inChat()
        stage.model.settings.boundKeys = [.alt("m"): "/mute", Key(.function(5)): "/switch"]
        stage.type("half")
        stage.press(.alt("m"))
        #expect(stage.takeEffects() == [.chat(.setMuted(true))])
        #expect(stage.typed == "half")
        stage.press(Key(.function(5)))
        #expect(stage.takeEffects() == [.findChats("")])
    }

    @Test func `a bound letter and two keys in a row run their commands where letters do not type`() {
        var stage = ModelStage.inChat()
        stage.model.settings.boundKeys = [.text("x"): "/mute"]
        stage.model.settings.boundPairs = [.text("z"): [.text("m"): "/mute"], .control("x"): [.text("m"): "/mute"]]
        stage.type("xzm")
        #expect(stage.takeEffects().isEmpty && stage.typed == "xzm")
        stage.press(.control("x"), .text("m"))
        #expect(stage.takeEffects() == [.chat(.setMuted(true))] && stage.typed == "xzm")
        for keys in [["x"], ["z", "m"]] as [[Unicode.Scalar]] {
            stage.press(Key(.up, .control))
            for key in keys { stage.press(.text(key)) }
            #expect(stage.takeEffects() == [.chat(.setMuted(true))])
        }
        stage.model.settings.hasViKeys = true
        stage.openList([chatRow("Ada"), chatRow("Bob")])
        stage.press(.text("z"), .text("j"), .text("z"), .text("m"))
        #expect(stage.takeEffects() == [.changeListed(bob, .notify(.muted))], "another key means what it does alone")
    }

    @Test func `a bound or typed command on the list changes the selected chat without opening it`() {
        var stage = ModelStage()
        stage.openList([chatRow("Ada"), chatRow("Bob")])
        stage.model.settings.boundKeys = [.alt("m"): "/mute"]
        stage.press(Key(.down), .alt("m"))
        #expect(stage.takeEffects() == [.changeListed(bob, .notify(.muted))])
        stage.type("/favourite")
        stage.press(Key(.enter))
        #expect(stage.takeEffects() == [.changeListed(bob, .set(.favourite, true))])
    }

    @Test func `a bound command counts the messages on screen`() {
        var stage = ModelStage.inChat(ChatViewState(title: "Ada", rows: [mine("1", "one")]))
        stage.model.settings.boundKeys = [.alt("m"): "/unsend"]
        stage.press(.alt("m"))
        #expect(stage.model.notice?.text.hasPrefix("Delete “one”?") == true)
    }

    @Test func `only a message, and no text to find, is edited in another program`() {
        var stage = ModelStage.inChat()
        stage.model.settings.boundKeys = [.alt("e"): "/editor"]
        stage.type("teh")
        stage.press(.alt("e"))
        #expect(stage.takeEffects() == [.editText("teh", limit: OutgoingMessage.textLimit)])
        stage.press(.control("s"), .alt("e"), Key(.escape))
        let details = AppScreen.details(of: ada)
        stage.handle(.begins(details), .stack([.chatList, .chat(ada), details]))
        stage.press(.alt("e"))
        #expect(stage.takeEffects() == [])
    }

    @Test(arguments: ["Enter", "Esc", "Backspace", "Ctrl-c", "Ctrl-z"])
    func `a key that leads out cannot be bound`(label: String) {
        let file = SettingsFile(text: "key \(label) = /mute")
        #expect(file.problems.count == 1 && file.settings.boundKeys.isEmpty)
    }

    @Test func `a bound command without effect shows why`() {
        var stage = ModelStage.inChat()
        stage.model.settings.boundKeys = [.alt("m"): "/resend 5", .alt("v"): "/view"]
        stage.press(.alt("v"))
        #expect(stage.model.notice?.text == "There is no such file on screen")
        stage.press(.alt("m"))
        #expect(stage.model.notice?.text == "/resend takes no argument.")
    }

    @Test(arguments: [
        Key.control("k"), .alt("m"), Key(.function(12)), Key(.pageUp), Key(.up, [.control, .shift]),
        Key(.text(" "), .control),
        .control("_"), .alt("-"),
    ])
    func `a key is found by its name`(key: Key) {
        #expect(Key(label: key.label) == key)
        #expect(Key(label: key.label.lowercased()) == key)
    }

    @Test(arguments: ["", "Ctrl-", "Hyper-x", "xx", "F0", "F25", "Alt-é"]) func `other names are no keys`(name: String)
    {
        #expect(Key(label: name) == nil)
    }

    @Test func `the settings bind keys and report what cannot be bound`() {
        let file = SettingsFile(
            text: """
                key Alt-m = /mute
                key F5=/read all
                key x = /mute
                key Ctrl-c = /quit
                key Alt-q = /mtue
                key Alt-z = mute
                keys = vi
                rows = 1
                color-own = blue
                key gt = /next-unread
                key Ctrl-x m=/mute
                key xyz = /mute
                """
        )
        #expect(
            file.settings.boundKeys == [.alt("m"): "/mute", Key(.function(5)): "/read all", .text("x"): "/mute"]
        )
        #expect(
            file.settings.boundPairs == [
                .text("g"): [.text("t"): "/next-unread"], .control("x"): [.text("m"): "/mute"],
            ]
        )
        #expect(file.settings.hasViKeys && file.settings.listRowHeight == 1)
        #expect(file.settings.colors == [.own: .blue])
        #expect(
            file.problems == [
                "settings, line 4: 'Ctrl-c' is no key that can be bound; use names such as Alt-m or F5",
                "settings, line 5: there is no command '/mtue'; did you mean /mute?",
                "settings, line 6: there is no command 'mute'; did you mean /mute?",
                "settings, line 12: 'xyz' is no key that can be bound; use names such as Alt-m or F5",
            ]
        )
    }

    @Test func `help shows problems of the settings and bound keys again`() {
        var stage = ModelStage(rows: 40, columns: 100)
        stage.model.settingsProblems = ["settings, line 2: there is no setting 'belle'"]
        stage.model.settings.boundKeys = [.alt("m"): "/mute"]
        stage.model.settings.boundPairs = [.text("g"): [.text("t"): "/next-unread"]]
        stage.openList([chatRow("Ada")])
        stage.press(Key(.function(1)))
        let rows = stage.rows()
        #expect(rows.contains { $0.contains("g t ") && $0.hasSuffix("/next-unread") })
        #expect(rows.contains { $0.hasSuffix("settings, line 2: there is no setting 'belle'") })
        #expect(rows.contains { $0.contains("Alt-m ") && $0.hasSuffix("/mute") })
    }
}
