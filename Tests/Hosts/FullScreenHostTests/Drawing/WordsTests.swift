import Chat
import ChatApp
import ChatList
import ChatTypes
import CreateChat
import ScreenKit
import ScreenTesting
import Testing

@testable import FullScreenHost

/// Texts around a screen's content.
@Suite struct WordsTests {
    @Test(arguments: [
        (120, "Enter sends, Up selects a message, Alt-Enter adds a line, Ctrl-g finds chats, Esc goes back, F1 helps"),
        (80, "Enter sends, Up selects a message, Ctrl-g finds chats, Esc goes back, F1 helps"),
        (40, "Enter sends, Esc goes back, F1 helps"), (21, "Enter sends, F1 helps"), (12, "Enter sends…"),
    ])
    func `hints are as long as fits`(columns: Int, hint: String) {
        var stage = ModelStage(rows: 10, columns: columns)
        stage.openChat(ChatViewState(title: "Ada", rows: messages(1...2)))
        #expect(stage.rows()[8] == hint)
    }

    @Test(arguments: [
        (120, "e edits, d deletes, r replies, + reacts, y copies, t begins a thread, i details, Esc leaves"),
        (55, "e edits, d deletes, r replies, i details, Esc leaves"), (30, "e edits, i details, Esc leaves"),
        (25, "e edits, Esc leaves"),
    ])
    func `the hints for a message name keys with words, as many as fit`(columns: Int, hint: String) {
        var stage = ModelStage(rows: 10, columns: columns)
        stage.openChat(ChatViewState(title: "Ada", rows: [mine("1", "hello")]))
        _ = stage.rows()
        stage.press(Key(.up))
        #expect(stage.rows()[8] == hint)
    }

    @Test func `the hints for a message name only the keys that it allows`() {
        func hint(_ row: ChatViewState.Row, canWrite: Bool = true) -> String {
            var stage = ModelStage(rows: 10, columns: 79)
            stage.openChat(ChatViewState(title: "Ada", rows: [row], canWrite: canWrite))
            _ = stage.rows()
            stage.press(Key(.up))
            return stage.rows()[8]
        }
        let link = theirs("1", "see https://example.org")
        #expect(hint(link) == "o opens the link, r replies, + reacts, y copies, i details, Esc leaves")
        #expect(hint(link, canWrite: false) == "o opens the link, y copies, i details, Esc leaves")
        let file = mine("1", "")
        #expect(hint(file) == "d deletes, r replies, + reacts, t begins a thread, i details, Esc leaves")
        var (deleted, event) = (theirs("1", ""), theirs("1", "Ada joined"))
        (deleted.isDeleted, event.event) = (true, .joined)
        #expect(hint(deleted) == "i details, Esc leaves")
        #expect(hint(event) == "y copies, i details, Esc leaves")
    }

    @Test func `the hints for a message name its thread and what it answers`() {
        var row = theirs("1", "hi")
        row.thread = .init(answerCount: 1)
        func hint(_ author: Author?) -> String? {
            row.answered = .init(id: MessageID("0"), author: author, text: "one")
            return KeyScreen.hints(for: row, canWrite: true, hasViKeys: false).first
        }
        let keys = "Enter opens the thread, r replies, + reacts, "
        #expect(hint(.me) == keys + "a goes to what it answers, y copies, i details, Esc leaves")
        #expect(hint(nil) == keys + "y copies, i details, Esc leaves")
    }

    @Test func `hints in a left group do not mention sending`() {
        var stage = ModelStage(rows: 10, columns: 120)
        stage.openChat(ChatViewState(title: "Neighbours", canWrite: false))
        #expect(stage.rows()[8].hasPrefix("You have left this group and cannot send. PageUp scrolls"))
        #expect(!stage.rows().contains { $0.contains("Enter sends") || $0.contains("No messages yet") })
    }

    @Test func `hints in a chat that the user was put out of say who and why`() {
        var stage = ModelStage(rows: 10, columns: 120)
        let text = "Bob banned you (spam)"
        stage.openChat(ChatViewState(title: "Neighbours", subtitle: text, stateText: text, canWrite: false))
        #expect(stage.rows()[8].hasPrefix("Bob banned you (spam): nothing can be sent. PageUp scrolls"))
        #expect(stage.rows()[0].contains("Neighbours  Bob banned you (spam)"))
    }

    @Test func `the topic is in the title if there is room, in one line`() {
        var state = ChatViewState(
            title: "Walkers",
            subtitle: "3 people",
            topic: "On Sunday\n\u{1B}[2J at nine",
            distinction: "!r:test"
        )
        var wide = ModelStage(rows: 10, columns: 70)
        wide.openChat(state)
        #expect(wide.rows()[0].hasPrefix("Walkers  (!r:test)  3 people  On Sunday ␛[2J at nine"))
        var narrow = ModelStage(rows: 10, columns: 36)
        narrow.openChat(state)
        #expect(narrow.rows()[0] == "Walkers  (!r:test)  3 people")
        state.topic = String(repeating: "long ", count: 800)
        var long = ModelStage(rows: 10, columns: 60)
        long.openChat(state)
        #expect(long.rows()[0].hasPrefix("Walkers  (!r:test)  3 people  long long"))
    }

    @Test func `an event is a line without a name, and no key acts on it`() {
        var stage = ModelStage(rows: 10, columns: 70)
        var joined = messages(1...1)[0]
        (joined.text, joined.event) = ("Ada and Eve joined", .joined)
        stage.openChat(ChatViewState(title: "Walkers", subtitle: "3 people", rows: [joined]))
        let line = stage.rows().first { $0.contains("joined") }
        #expect(line?.contains("Ada and Eve joined") == true && line?.contains("Ada  Ada") == false)
        stage.press(Key(.up))
        stage.type("r")
        #expect(stage.rows()[8].contains("This line is not a message"))
    }

    @Test func `the connection's state precedes the hints, and a notice replaces both`() {
        var stage = ModelStage(rows: 10, columns: 60)
        stage.openList([])
        stage.handle(.list(ChatListViewState(rows: [chatRow("Ada")], status: "Connecting…")), .badge(3))
        #expect(stage.rows()[8] == "Connecting…   Enter opens, F1 helps                 3 unread")
        stage.handle(.notice("Something is wrong"))
        #expect(stage.rows()[8] == "Something is wrong                                  3 unread")
    }

    @Test func `the welcome and an empty chat explain what to do`() {
        var stage = ModelStage(rows: 24, columns: 100)
        stage.openList([])
        let rows = stage.rows()
        #expect(rows[1].hasPrefix("  None yet: Alt-n starts one"))
        #expect(rows.contains { $0.contains("John and the other first contacts are simulated") })
        #expect(rows.contains { $0.contains("login @you:example.org") })
        #expect(rows.contains { $0.hasSuffix("Alt-n              start a chat") })
        stage.openChat(ChatViewState(title: "Ada"))
        #expect(stage.rows()[1].hasSuffix("No messages yet: type one and press Enter"))
        for state in [ChatViewState(title: "Ada", hasEarlier: true), .init(title: "Ada", isLoadingEarlier: true)] {
            stage.handle(.chat(state))
            #expect(!stage.rows()[1].contains("No messages"))
        }
    }

    @Test func `the welcome of an account names no simulated contacts and no way to log in`() {
        var stage = ModelStage(rows: 24, columns: 100)
        stage.model.isSimulated = false
        stage.openList([])
        let rows = stage.rows()
        #expect(!rows.contains { $0.contains("simulated") || $0.contains("login") || $0.contains("this machine") })
        #expect(rows.contains { $0.contains("/new @name:server starts a chat") })
    }

    @Test func `the selected search result is shown in full with underlined words`() {
        var stage = ModelStage(rows: 12, columns: 100)
        stage.openList([chatRow("Ada")])
        stage.press(.control("f"))
        stage.type("ZOË te")
        let long = "Zoe had tea and a long talk about all kinds of things, tennis among them, until it was late"
        let hits = [chatRow("Ada", long, message: "7"), chatRow("Bob", "tea", message: "8")]
        stage.handle(.list(ChatListViewState(rows: hits, searchText: "ZOË te")))
        let frame = stage.model.frame().frame
        let rows = stage.rows()
        #expect(rows[0].hasSuffix("│Ada, 9:00 am"))
        #expect(rows[1].hasSuffix("│  Ada: Zoe had tea and a long talk about all kinds of things, tennis"))
        #expect(rows[2].hasSuffix("│    among them, until it was late"))
        let found = (0..<100).filter { frame.grid[1, $0].style == stage.model.theme.found }
        let letters = found.map { text([frame.grid[1, $0]]) }.joined()
        #expect(letters == "Zoetete")
        #expect(frame.grid[2, 6].style != stage.model.theme.found)
    }

    @Test func `a downloaded picture is a coloured dot in the list`() {
        var stage = ModelStage(rows: 12, columns: 100)
        stage.openList([chatRow("Ada"), chatRow("Bob")])
        var row = chatRow("Ada")
        #expect(stage.rows()[2].hasPrefix("  hi"))
        let picture = Picture(mediaType: "image/png", bytes: [1, 2, 3])
        row.picture = picture
        var empty = row
        (empty.preview, empty.author) = ("", nil)
        stage.handle(.list(ChatListViewState(rows: [empty])))
        #expect(stage.rows()[2].hasPrefix("   "), "an empty row has no dot")
        stage.handle(.list(ChatListViewState(rows: [row, chatRow("Bob")])))
        #expect(stage.rows()[2].hasPrefix("● hi"))
        #expect(stage.rows()[4].hasPrefix("  hi"))
        let theme = stage.model.theme
        #expect(stage.model.frame().frame.grid[2, 0].style == theme.picture(picture))
        #expect(theme.picture(picture) != theme.picture(Picture(mediaType: "image/png", bytes: [1, 2, 4])))
        #expect(Theme(colorCount: 0).picture(picture) == .plain && Theme(colorCount: 8).picture(picture) != .plain)
    }

    @Test(arguments: [20, 40, 60, 83, 200])
    func `help is complete at any width`(columns: Int) {
        var help = HelpLines(columns: columns, theme: Theme(colorCount: 0))
        for binding in KeyBinding.all { help.add(binding.label, binding.summary) }
        #expect(help.lines.allSatisfy { $0.width <= columns })
        let words = help.lines.flatMap(\.spans).map { String($0.glyphs.map(\.character)) }.joined(separator: " ")
        let shown = words.split(separator: " ").map(String.init)
        for word in KeyBinding.all.flatMap({ $0.summary.split(separator: " ") }) where word.count < 12 {
            #expect(shown.contains(String(word)))
        }
    }

    @Test(arguments: [40, 41, 60, 69, 70, 83]) func `help continues below the summary's first line`(columns: Int) {
        var help = HelpLines(columns: columns, theme: Theme(colorCount: 0))
        help.add(
            "Enter",
            "open the chat and then some words that certainly need another line or two, at any width here"
        )
        let first = help.lines[0].indent + help.lines[0].spans.dropLast().reduce(0) { $0 + $1.width }
        #expect(help.lines.count > 1)
        #expect(help.lines.dropFirst().allSatisfy { $0.indent == first })
    }

    @Test func `the form says what Enter does and how to select a name`() {
        var stage = ModelStage(rows: 12, columns: 60)
        stage.handle(.begins(.createChat), .stack([.chatList, .createChat]))
        stage.handle(
            .form(CreateChatViewState(name: "ad", isValid: true, canCreate: true, suggestions: ["Ada", "Adam"]))
        )
        #expect(
            Array(stage.rows()[1...3]) == [
                "Enter starts a chat with ad; Down selects one of these:", "  Ada", "  Adam",
            ]
        )
    }

    @Test func `the form says what is missing, that it is busy, and whether the chat will be encrypted`() {
        var stage = ModelStage(rows: 12, columns: 60)
        stage.handle(.begins(.createChat), .stack([.chatList, .createChat]))
        func lines(_ state: CreateChatViewState) -> [String] {
            stage.handle(.form(state))
            return stage.rows()[1...3].filter { !$0.isEmpty }
        }
        #expect(lines(.init(message: "Please provide a name")) == ["Type the name of a person to chat with"])
        #expect(lines(.init(name: "a\u{7}", message: "A name is printable")) == ["A name is printable"])
        #expect(lines(.init(name: "ada", isValid: true, isBusy: true)) == ["Creating the chat…"])
        for (isEncrypted, text) in [
            (true, "It will be encrypted; /encrypt no: not"), (false, "It will not be encrypted; /encrypt: it will"),
        ] {
            let state = CreateChatViewState(name: "ada", isValid: true, canCreate: true, isEncrypted: isEncrypted)
            #expect(lines(state) == ["Enter starts a chat with ada", text])
        }
    }

    @Test func `the form names the selected contact`() {
        var stage = ModelStage(rows: 12, columns: 60)
        stage.handle(.begins(.createChat), .stack([.chatList, .createChat]))
        stage.handle(
            .form(CreateChatViewState(name: "ad", isValid: true, canCreate: true, suggestions: ["Ada", "Adam"]))
        )
        stage.press(Key(.down), Key(.down))
        #expect(Array(stage.rows()[1...3]) == ["Enter starts a chat with Adam", "  Ada", "> Adam"])
        stage.press(Key(.up), Key(.up))
        #expect(stage.rows()[1] == "Enter starts a chat with ad; Down selects one of these:")
    }

    @Test func `the form wraps lines and marks omitted text`() {
        var stage = ModelStage(rows: 24, columns: 80)
        stage.openList([])
        stage.handle(.begins(.createChat), .stack([.chatList, .createChat]))
        let names = ["Ben", "Christopher Alexander Montgomery", "Barbara"]
        var state = CreateChatViewState(name: "Ada", added: names, isValid: true, canCreate: true)
        state.suggestions = ["Ada Lovelace"]
        stage.handle(.form(state))
        func main() -> [String] {
            stage.rows().map { String($0.drop { $0 != "│" }.dropFirst()) }
        }
        #expect(
            Array(main()[1...5]) == [
                "In the group: Ben, Christopher Alexander Montgomery,", "  Barbara",
                "Enter creates it, with Ada; Down selects one of these:", "  Ada Lovelace", "",
            ]
        )
        state.added = (1...200).map { "Member \($0)" }
        (state.name, state.suggestions) = (String(repeating: "x", count: 40), [String(repeating: "y", count: 80)])
        stage.handle(.form(state))
        let rows = main()
        #expect(rows[7].hasSuffix("…") && rows[8] == "Enter creates it, with")
        #expect(rows[9].hasPrefix("  xxx") && rows[10] == "  one of these:")
        #expect(rows[11].hasPrefix("  yyy") && rows[11].hasSuffix("…"))
    }

    @Test func `a notice takes up to a third of the screen`() {
        var stage = ModelStage(rows: 12, columns: 40)
        stage.openChat(ChatViewState(title: "Ada", rows: messages(1...20)))
        stage.handle(.badge(3))
        let words = (1...12).map { "word\($0)" }.joined(separator: " ")
        stage.handle(.notice("\(words)\nand the end"))
        let rows = stage.rows()
        #expect(rows[7].hasSuffix("number 20"))
        #expect(
            Array(rows[8...11]) == [
                "word1 word2 word3 word4 word5 word6", "  word7 word8 word9 word10 word11 word12",
                "  and the end                   3 unread", ">",
            ]
        )
        stage.handle(.notice((1...100).map { "word\($0)" }.joined(separator: " ")))
        #expect(stage.rows()[7...10].map { $0.hasSuffix("…") } == [false, false, false, true])
        stage.press(Key(.pageUp), Key(.end))
        #expect(stage.rows()[9].hasSuffix("number 20"))
    }

    @Test func `news take one row`() {
        var stage = ModelStage(rows: 12, columns: 40)
        stage.openList([])
        let text = String(repeating: "x", count: 100)
        stage.handle(.notification(AppNotification(id: MessageID("n"), chat: bob, title: "Bob", text: text)))
        #expect(stage.rows()[10].hasPrefix("Bob: xxx") && stage.rows()[9].isEmpty)
    }
}
