import Testing

@testable import FullScreenHost

@Suite struct TabCompletionTests {
    private let table = CompletionTable(
        commands: ["/open", "/earlier", "/back", "/wait", "/help", "/hello"],
        names: ["Ada Lovelace", "Alan Turing", "José", "Adam", "Grace Hopper", "Ada Lovelace", ""]
    )

    /// The text after each of several Tabs.
    private func after(_ tabs: Int, _ marked: String, on screen: KeyScreen, isBackward: Bool = false) throws -> [String]
    {
        var editor = try editor(marked)
        return try (0..<tabs).map { _ in
            try editor.complete(from: table, on: screen, isBackward: isBackward)
            return editor.marked
        }
    }

    @Test(
        arguments: [
            ("/o|", KeyScreen.list, ["/open |", "/open |"]), ("/b|", .chat, ["/back |"]),
            ("/E|x", .chat, ["/earlier |x"]),
            ("/h|", .chat, ["/hel|", "/help|", "/hello|", "/hel|", "/help|"]),
            ("/hel|", .chat, ["/help|", "/hello|", "/hel|"]),
            ("/w|", DetailsPanel.keyScreen, ["/wait |"]), ("/x|", .list, ["/x|"]), ("//h|", .chat, ["//h|"]),
            ("/wait 1|", .chat, ["/wait 1|"]), (" /h|", .chat, [" /h|"]), ("/o| all", .list, ["/open| all"]),
            ("/|", .form, ["/open|", "/earlier|", "/back|", "/wait|", "/help|", "/hello|", "/|", "/open|"]),
        ] as [(String, KeyScreen, [String])]
    )
    func `commands are completed`(marked: String, screen: KeyScreen, seen: [String]) throws {
        #expect(try after(seen.count, marked, on: screen) == seen)
    }

    @Test(arguments: [
        ("@gr|", ["@Grace Hopper |"]), ("hello @ala|!", ["hello @Alan Turing |!"]), ("@jose|", ["@José |"]),
        ("@ad|", ["@Ada|", "@Ada Lovelace|", "@Adam|", "@Ada|"]), ("@ada l|", ["@Ada Lovelace |"]),
        ("@love|", ["@Ada Lovelace |"]),
        ("@l|", ["@Ada Lovelace |"]), ("@h|", ["@Grace Hopper |"]), ("me@ad|", ["me@ad|"]), ("a.@ad|", ["a.@ad|"]),
        ("(@gr|", ["(@Grace Hopper |"]), ("@zz|", ["@zz|"]), ("ada|", ["ada|"]), ("@a\n|", ["@a\n|"]),
        ("a\n@gr|\nb", ["a\n@Grace Hopper|\nb"]),
        ("@gr| x", ["@Grace Hopper| x"]), ("//a @gr|", ["//a @Grace Hopper |"]),
        ("@|", ["@Ada Lovelace|", "@Alan Turing|", "@José|", "@Adam|", "@Grace Hopper|", "@|", "@Ada Lovelace|"]),
        ("@a|", ["@Ada Lovelace|", "@Alan Turing|", "@Adam|", "@a|"]),
    ])
    func `names are completed after an at sign`(marked: String, seen: [String]) throws {
        #expect(try after(seen.count, marked, on: .chat) == seen)
    }

    @Test(
        arguments: [
            ("/remove gr|", KeyScreen.chat, "/remove Grace Hopper|"), ("/ban tur|", .chat, "/ban Alan Turing|"),
            ("/role gr|", DetailsPanel.keyScreen, "/role Grace Hopper|"), ("/role gr|", .list, "/role gr|"),
        ] as [(String, KeyScreen, String)]
    )
    func `the member that a command concerns is completed in the chat and in its details`(
        marked: String,
        screen: KeyScreen,
        seen: String
    ) throws {
        #expect(try after(1, marked, on: screen) == [seen])
    }

    @Test(arguments: [
        (":thumbs|", ["👍|", "👎|", ":thumbs|"]), ("well :rocke|!", ["well 🚀|!"]),
        ("12:30|", ["12:30|"]), ("http://ab|", ["http://ab|"]), (":x|", [":x|"]), (":nosuch|", [":nosuch|"]),
        ("a::thumbs|", ["a::thumbs|"]), ("@Ada :rocke|", ["@Ada 🚀|"]),
    ])
    func `an emoji is completed by its name after a colon`(marked: String, seen: [String]) throws {
        var (table, editor) = (table, try editor(marked))
        table.emoji = { name in
            [("thumbs_up", "👍"), ("thumbs_down", "👎"), ("rocket", "🚀"), ("x", "❌")].filter { $0.0.hasPrefix(name) }.map(
                \.1
            )
        }
        for text in seen {
            try editor.complete(from: table, on: .chat)
            #expect(editor.marked == text)
        }
    }

    @Test func `in a group everyone can be mentioned, after the members`() throws {
        var table = table
        table.everyone = ["room"]
        var typed = try editor("@ro|")
        try typed.complete(from: table, on: .chat)
        #expect(typed.marked == "@room |")
        #expect(table.completion(of: try editor("/ban ro|").buffer, on: .chat) == nil)
    }

    @Test(
        arguments: [
            ("gr|", KeyScreen.form, ["Grace Hopper|", "Grace Hopper|"]),
            ("AD|", .form, ["Ada|", "Ada Lovelace|", "Adam|"]),
            ("gr|", .list, ["gr|"]), ("gr|", .search, ["gr|"]), ("gr|", .switcher, ["gr|"]), ("@gr|", .form, ["@gr|"]),
            ("tur|", .form, ["Alan Turing|"]),
        ] as [(String, KeyScreen, [String])]
    )
    func `names are completed in the form`(marked: String, screen: KeyScreen, seen: [String]) throws {
        #expect(try after(seen.count, marked, on: screen) == seen)
    }

    @Test func `names that match at the first word precede those with a later match`() throws {
        let table = CompletionTable(names: ["Old Max", "Max Born", "Maxim"])
        var editor = try editor("ma|")
        var seen: [String] = []
        for _ in 0..<4 {
            try editor.complete(from: table, on: .form)
            seen.append(editor.marked)
        }
        #expect(seen == ["Max Born|", "Maxim|", "Old Max|", "ma|"])
    }

    @Test func `the common prefix comes first, even for a match at a later word`() throws {
        let table = CompletionTable(names: ["Max Born", "Max Bohr"])
        var editor = try editor("bo|")
        try editor.complete(from: table, on: .form)
        #expect(editor.marked == "Max Bo|")
    }

    @Test func `Shift-Tab goes backwards`() throws {
        #expect(try after(4, "@ad|", on: .chat, isBackward: true) == ["@Adam|", "@Ada Lovelace|", "@Ada|", "@Adam|"])
        #expect(try after(3, "/hel|", on: .chat, isBackward: true) == ["/hello|", "/help|", "/hel|"])
    }

    @Test func `any other key ends a completion`() throws {
        var editor = try editor("@ad|")
        try editor.complete(from: table, on: .chat)
        try editor.perform(.type(" "))
        #expect(editor.completion == nil)
        try editor.complete(from: table, on: .chat)
        #expect(editor.marked == "@Ada Lovelace |")
        editor.completion = nil
        try editor.complete(from: table, on: .chat)
        #expect(editor.marked == "@Ada Lovelace |")
    }

    @Test func `one completion is undone as one`() throws {
        var editor = try editor("|")
        try editor.type("@ad")
        for _ in 0..<3 { try editor.complete(from: table, on: .chat) }
        #expect(editor.marked == "@Adam|")
        try editor.perform(.undo)
        #expect(editor.marked == "@ad|")
        try editor.perform(.redo)
        #expect(editor.marked == "@Adam|")
        try editor.perform([.type(","), .undo])
        #expect(editor.marked == "@Adam|")
    }

    @Test func `two completions are undone as two`() throws {
        var editor = try editor("@ad|")
        try editor.complete(from: table, on: .chat)
        editor.completion = nil
        try editor.complete(from: table, on: .chat)
        #expect(editor.marked == "@Ada Lovelace|")
        try editor.perform(.undo)
        #expect(editor.marked == "@Ada|")
    }

    @Test func `a completion over the limit is refused with an error`() throws {
        var editor = try editor("@a|", limit: 9)
        #expect(throws: TextTooLong(bytes: 13, limit: 9)) { try editor.complete(from: table, on: .chat) }
        #expect(editor.marked == "@a|")
    }

    @Test func `a name is inserted without control characters`() throws {
        var editor = try editor("x|")
        let table = CompletionTable(names: ["x\u{1B}[2J\n/quit\r"])
        try editor.complete(from: table, on: .form)
        #expect(editor.marked == "x␛[2J /quit |")
    }
}
