import Testing

@testable import FullScreenHost

@Suite struct KeymapTests {
    @Test(
        arguments: [
            (Key.control("f"), KeyScreen.list, true, KeyAction.search), (.text("/"), .list, true, .command),
            (.text("/"), .chat, true, .edit(.type("/"))),
            (.text("/"), .list, false, .edit(.type("/"))), (.text(":"), .list, true, .command),
            (Key(.enter), .chat, true, .submit),
            (.text("a"), .chat, true, .edit(.type("a"))), (.text("日"), .search, false, .edit(.type("日"))),
            (Key(.enter, .alt), .chat, false, .edit(.type("\n"))), (.control("j"), .chat, false, .edit(.type("\n"))),
            (.control("k"), .chat, true, .switcher), (.control("k"), .chat, false, .edit(.kill(.lineEnd))),
            (.control("k"), .list, true, .switcher),
            (.control("k"), .switcher, true, .back), (.control("k"), .switcher, false, .edit(.kill(.lineEnd))),
            (.control("d"), .chat, true, .leave), (.control("d"), .chat, false, .edit(.delete(.right))),
            (.control("c"), .chat, false, .edit(.clear)), (.control("c"), .chat, true, .interrupt),
            (.control("c"), .message, true, .back),
            (.text("?"), .list, true, .help), (.text("?"), .list, false, .edit(.type("?"))),
            (.text("?"), DetailsPanel.keyScreen, true, .help), (.text("?"), .switcher, true, .help),
            (.text("?"), .chat, true, .edit(.type("?"))), (.text("?"), .form, true, .edit(.type("?"))),
            (.text("?"), .search, true, .edit(.type("?"))),
            (Key(.function(1)), .form, false, .help),
            (.alt("1"), .chat, false, .openChat(1)), (.alt("9"), .list, true, .openChat(9)),
            (.alt("a"), .form, false, .nextUnread), (.alt("p"), .list, true, .pictures),
            (.alt("p"), .chat, false, .pictures),
            (Key(.enter), PicturesPanel.keyScreen, true, .submit),
            (Key(.pageDown), PicturesPanel.keyScreen, true, .pageDown),
            (Key(.escape), .chat, false, .back), (Key(.escape), .list, false, .edit(.clear)),
            (Key(.escape), .switcher, true, .back),
            (Key(.up), .chat, true, .selectMessage), (Key(.up), .chat, false, .edit(.up)),
            (Key(.up, .control), .chat, false, .selectMessage), (.text("e"), .message, true, .editMessage),
            (.control("g"), .chat, false, .switcher), (.control("g"), .switcher, false, .back),
            (Key(.up), .list, true, .selectPrevious),
            (Key(.down), .switcher, false, .selectNext),
            (Key(.home), .chat, true, .top), (Key(.home), .chat, false, .edit(.move(.lineStart))),
            (Key(.pageUp), .chat, false, .pageUp),
            (Key(.tab), .form, false, .complete(isBackward: false)),
            (Key(.tab, .shift), .chat, false, .complete(isBackward: true)),
            (.control("_"), .chat, true, .edit(.undo)), (.alt("/"), .chat, true, .edit(.redo)),
            (.control("y"), .form, true, .edit(.yank)),
            (.control("z"), .chat, false, .suspend),
        ] as [(Key, KeyScreen, Bool, KeyAction)]
    )
    func `a key has the action of its screen`(key: Key, screen: KeyScreen, isLineEmpty: Bool, action: KeyAction) {
        #expect(Keymap.action(for: key, on: screen, isLineEmpty: isLineEmpty) == action)
    }

    @Test(arguments: [
        (Key(.escape), KeyScreen.list, true), (.alt("0"), .chat, false), (.text("x"), .message, true),
        (Key(.function(7)), .list, true),
        (Key(.tab), .search, false), (Key(.left), .chat, true), (Key(.insert), .chat, false),
        (Key(.text("é"), .alt), .chat, false),
    ])
    func `unassigned keys do nothing`(key: Key, screen: KeyScreen, isLineEmpty: Bool) {
        #expect(Keymap.action(for: key, on: screen, isLineEmpty: isLineEmpty) == nil)
    }

    @Test(arguments: KeyScreen.allCases, [true, false])
    func `no key has two actions at a time`(screen: KeyScreen, isLineEmpty: Bool) {
        let here = KeyBinding.all.filter { $0.isActive(on: screen, isLineEmpty: isLineEmpty) }
        let keys = here.flatMap { $0.keys.map(\.key) }
        for key in Set(keys) { #expect(keys.filter { $0 == key }.count == 1, "\(key.label)") }
    }

    @Test func `every key can be pressed on a terminal without special reports`() {
        for key in KeyBinding.all.flatMap({ $0.keys.map(\.key) }) {
            #expect(Key.isReachable(key), "\(key.label)")
        }
    }

    @Test(arguments: KeyScreen.allCases) func `help lists every key of the screen`(screen: KeyScreen) {
        let help = Keymap.sections(on: screen).flatMap(\.bindings)
        for binding in KeyBinding.all where binding.screens.contains(screen) {
            #expect(help.contains { $0.label == binding.label && $0.summary == binding.summary })
        }
        #expect(help.allSatisfy { !$0.label.isEmpty && !$0.summary.isEmpty })
        #expect(help.contains { $0.label == "F1" })
        #expect(help.contains { $0.label == "Alt-1…9" })
        // Wide enough for 80 columns.
        #expect(help.allSatisfy { $0.summary.count <= 60 && $0.label.count <= 48 })
    }

    @Test func `help names keys as keyboards do`() {
        let help = Keymap.sections(on: .chat).flatMap(\.bindings)
        #expect(
            help.contains {
                $0.label == "Alt-Enter, Shift-Enter, Ctrl-j" && $0.summary == "add a line to the message"
            }
        )
        #expect(
            help.contains { $0.label == "Ctrl-k" && $0.summary == "find a chat by its name, while nothing is typed" }
        )
        #expect(!help.contains { $0.summary == "search names and messages" })
    }
}

extension Key {
    /// Whether some bytes that xterm sends make this key.
    fileprivate static func isReachable(_ key: Key) -> Bool {
        let parameter = 1 + key.modifiers.rawValue
        let letters: [Code: String] = [.up: "A", .down: "B", .right: "C", .left: "D", .home: "H", .end: "F"]
        let numbers: [Code: Int] = [.insert: 2, .delete: 3, .pageUp: 5, .pageDown: 6]
        var candidates: [String] = []
        if let letter = letters[key.code] { candidates.append("\u{1B}[1;\(parameter)\(letter)") }
        if let number = numbers[key.code] { candidates.append("\u{1B}[\(number);\(parameter)~") }
        candidates += ["\u{1B}OP", "\r", "\t", "\u{1B}", "\u{7F}", "\u{1B}[Z"]
        candidates += ["\u{1B}[13;\(parameter)u", "\u{1B}[127;\(parameter)u"]
        for byte in UInt8.min..<0x80 { candidates += ["", "\u{1B}"].map { $0 + String(UnicodeScalar(byte)) } }
        return candidates.contains { events($0) == [.key(key)] }
    }
}
