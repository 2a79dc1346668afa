import Chat
import ChatApp
import ChatList
import ChatTypes
import CreateChat
import Foundation
import ScreenKit
import ScreenTesting
import Testing

@testable import FullScreenHost

@Suite struct FrameTests {
    @Test func `without the list the chat has the whole width, and Alt-l or a setting hides it`() {
        var stage = ModelStage(rows: 10, columns: 80)
        stage.openList([chatRow("Ada")])
        stage.openChat(ChatViewState(title: "Ada", rows: messages(1...2)))
        #expect(stage.rows()[0].hasPrefix("Chats                │Ada"))
        stage.press(.alt("l"))
        #expect(stage.rows()[0].hasPrefix("Ada"))
        stage.press(.alt("l"))
        #expect(stage.rows()[0].hasPrefix("Chats                │Ada"))
        stage.model.settings.listColumns = 0
        #expect(stage.rows()[0].hasPrefix("Ada"))
        stage.press(.alt("l"))
        #expect(stage.rows()[0].hasPrefix("Chats                │Ada"))
        stage.model.settings.listColumns = 30
        stage.press(.alt("l"))
        #expect(stage.rows()[0].hasPrefix("Chats                         │Ada"))
        stage.handle(.stack([.chatList]))
        stage.press(.alt("l"))
        #expect(stage.rows()[1].hasPrefix("> Ada"), "the list itself is never hidden")
    }

    @Test(arguments: [(79, false), (80, true)])
    func `Alt-l says where there is room for the list or the chat only`(columns: Int, hasRoom: Bool) {
        var stage = ModelStage(rows: 10, columns: columns)
        stage.openList([chatRow("Ada")])
        stage.press(.alt("l"))
        #expect(stage.model.notice?.text == (hasRoom ? nil : "Below 80 columns there is room for one only"))
    }

    @Test func `the title line of a favourite says so`() {
        var stage = ModelStage(rows: 10, columns: 60)
        stage.openChat(ChatViewState(title: "Ada", notifications: .muted, isFavourite: true, isEncrypted: true))
        #expect(stage.rows()[0] == "Ada  encrypted  favourite  muted")
    }

    /// Returns the width of a long message's text and of its time and name, in a chat beside the list.
    private func widths(columns: Int, people: String? = nil) -> (text: Int, before: String) {
        var stage = ModelStage(rows: 24, columns: columns)
        stage.model.settings.names = .auto
        stage.openList([chatRow("Christopher")])
        var row = theirs("1", String(repeating: "x", count: 400))
        if people != nil { row.sender = "Christopher" }
        stage.openChat(ChatViewState(title: "Christopher", subtitle: people, rows: [row]))
        let lines = stage.rows().map { $0.drop { $0 != "│" }.dropFirst() }.filter { $0.contains("xxxx") }
        return (lines.map { $0.count { $0 == "x" } }.max() ?? 0, String(lines.first?.prefix { $0 != "x" } ?? ""))
    }

    @Test(arguments: [80, 81, 84, 85, 90, 100, 120])
    func `a text has at least 45 columns beside the list`(columns: Int) {
        #expect(widths(columns: columns).text >= 45)
        #expect(widths(columns: columns, people: "3 people").text >= 45)
        let main = Layout(rows: 24, columns: columns, inputRows: 1).main.columns.count
        for (clock, longest) in [(5, 1), (5, 4), (5, 16), (8, 1), (10, 16)] {
            for isGroup in [false, true] {
                let places = MessagePlaces(
                    columns: main,
                    clock: clock,
                    longestName: longest,
                    names: .auto,
                    isGroup: isGroup
                )
                #expect(places.end - places.text >= 45, "\(clock), \(longest)")
                #expect(!isGroup || places.name > 0)
            }
        }
    }

    @Test func `at 80 columns a chat of two has times and no names, and a group names and no times`() {
        #expect(widths(columns: 80).before == "12:00 pm     ")
        #expect(widths(columns: 80, people: "3 people").before == "Christop…    ")
        #expect(widths(columns: 120).before == "12:00 pm Christopher    ")
        #expect(widths(columns: 120, people: "3 people").before == "12:00 pm Christopher    ")
    }

    @Test func `without names a chat of two leaves their room to the text, and a group has them`() {
        var stage = ModelStage(rows: 10, columns: 79)
        stage.model.settings.names = .off
        let rows = [theirs("1", "hello"), mine("2", "hi")]
        stage.openChat(ChatViewState(title: "Christopher", rows: rows))
        let drawn = stage.rows()
        #expect(drawn[6].hasSuffix(" hello") && !drawn[6].contains("Chris") && drawn[7] == "12:00 pm  ✓  hi")
        stage.model.settings.names = .on
        #expect(stage.rows()[6].contains("Christopher    hello"))
        stage.model.settings.names = .off
        var other = theirs("3", "hello")
        other.sender = "Eve"
        stage.handle(.chat(ChatViewState(title: "Christopher", rows: [other])))
        #expect(stage.rows()[7].contains("Eve "), "somebody else wrote in a chat that is between two now")
        stage.openChat(ChatViewState(title: "Christopher", subtitle: "3 people", rows: rows))
        #expect(stage.rows()[6].contains("Christopher    hello"))
    }

    private static let sizes = [
        (1, 1), (1, 2), (2, 1), (3, 3), (1, 300), (100, 1), (4, 8), (5, 20), (24, 79), (24, 80), (24, 81), (40, 120),
        (100, 300), (1000, 2000),
    ]

    private static let hostile = [
        "", " ", "👩‍👩‍👧‍👦👩‍👩‍👧‍👦", "日本語のとても長い文章です", "שלום עולם", "e" + String(repeating: "\u{301}", count: 500),
        "❤️ 🇩🇪 👍🏽", "a\u{202E}b\u{7}\u{1B}[31mc", "one\ntwo\r\n\n  three", String(repeating: "x", count: 3000),
    ]

    private static let states: [@Sendable (inout ModelStage) -> Void] = [
        { _ in },
        { $0.openList([]) },
        { $0.openList(hostile.map { chatRow($0, $0, unread: 1_000_000) }) },
        { stage in
            let rows = hostile.map { text in
                var row = chatRow(text, text, unread: 1)
                (row.notifications, row.typing) = (.muted, text)
                return row
            }
            stage.openList(rows)
            stage.openChat(
                ChatViewState(title: hostile[7], rows: messages(1...3), notifications: .muted, typing: hostile[7])
            )
        },
        { stage in
            stage.openList([chatRow("Ada")])
            stage.press(.control("f"))
            stage.type("日本 search")
        },
        { $0.openChat(ChatViewState()) },
        { stage in
            let rows = hostile.enumerated().map { theirs("\($0)", $1) } + [mine("m", "no", .failed(reason: hostile[7]))]
            stage.openChat(ChatViewState(title: hostile[7], rows: rows, hasEarlier: true, firstUnread: MessageID("3")))
            stage.paste(hostile.joined(separator: "\n"))
        },
        { stage in
            stage.openChat(ChatViewState(title: "Ada", rows: messages(1...50), found: MessageID("20")))
            stage.press(Key(.pageUp), Key(.up, .control))
        },
        { stage in
            stage.handle(.begins(.createChat), .stack([.chatList, .createChat]))
            stage.handle(.form(CreateChatViewState(name: "x", message: "no", suggestions: hostile, isBusy: true)))
            stage.press(Key(.down), Key(.down))
        },
        { stage in
            stage.openChat(ChatViewState(title: "Ada", rows: messages(1...3)))
            stage.press(Key(.function(1)), Key(.pageDown))
        },
        { stage in
            stage.openList((1...30).map { chatRow("Person \($0)") })
            stage.press(.control("k"))
            stage.handle(.foundChats(hostile.map { FoundChat(chat: ada, title: $0, unreadCount: 1_000) }, for: ""))
            stage.press(Key(.pageDown))
            stage.handle(.notice(hostile[7]))
        },
    ]

    @Test(arguments: sizes)
    func `every state is drawn completely on a terminal of any size`(rows: Int, columns: Int) {
        for state in Self.states {
            var stage = ModelStage(rows: rows, columns: columns)
            state(&stage)
            let frame = stage.model.frame().frame
            #expect(frame.grid.rowCount == min(rows, CellGrid.rowLimit))
            #expect(frame.grid.columnCount == min(columns, CellGrid.columnLimit))
            if let cursor = frame.cursor {
                #expect(cursor.row < frame.grid.rowCount && cursor.column < frame.grid.columnCount)
            }
            for row in 0..<frame.grid.rowCount {
                let cells = frame.grid[row]
                for index in cells.indices where cells[index].content == .rightHalf {
                    #expect(index > cells.startIndex && cells[index - 1].width == 2)
                }
                #expect(!text(cells).unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E })
            }
        }
    }

    @Test func `a wide terminal shows list, chat, status and typed text`() {
        var stage = ModelStage(rows: 9, columns: 80)
        stage.openList([chatRow("Bob", "see you", unread: 2), chatRow("Ada")])
        let rows = [
            theirs("1", "hello there, how are you doing on this fine day?", at: .noon - 86_400), theirs("2", "well?"),
            mine("3", "fine", .read),
        ]
        stage.openChat(ChatViewState(title: "Ada", rows: rows, firstUnread: MessageID("2")))
        stage.handle(.badge(2))
        stage.type("and you")
        let rule = { (text: String, line: String) in
            "\(line)\(line) \(text) " + String(repeating: line, count: 58 - text.count - 4)
        }
        #expect(
            stage.rows() == [
                "Chats                │Ada" + String(repeating: " ", count: 46) + "Yesterday",
                "  Bob         9:00 am│12:00 pm Ada    hello there, how are you doing on this",
                "  see you          2 │                fine day?",
                "> Ada         9:00 am│\(rule("Today", "─"))",
                "  hi                 │\(rule("New", "━"))",
                "                     │12:00 pm Ada    well?",
                "                     │12:00 pm You ✓✓ fine",
                "Enter sends, Esc goes back, F1 helps" + String(repeating: " ", count: 36) + "2 unread",
                "> and you",
            ]
        )
    }

    @Test func `a narrow terminal shows one screen at a time`() {
        var stage = ModelStage(rows: 6, columns: 40)
        stage.openList([chatRow("Ada", "an image")])
        #expect(stage.rows().prefix(3) == ["Chats", "> Ada                            9:00 am", "  an image"])
        stage.openChat(ChatViewState(title: "Ada", rows: [mine("1", "so", .sending)]))
        #expect(
            stage.rows().prefix(4) == [
                "Ada", "", "── Today " + String(repeating: "─", count: 31), "12:00 pm You ·  so",
            ]
        )
    }

    @Test func `a prompt without room takes no rows`() {
        var stage = ModelStage(rows: 12, columns: 12)
        stage.openList([])
        stage.press(.control("f"))
        stage.type("Galois")
        #expect(stage.rows()[9...11] == ["", "Enter opens…", "Galois"])
        stage.model.size.columns = 16
        #expect(stage.rows()[11] == "Search: Galois")
    }

    @Test func `no line of a text begins where names do`() {
        var stage = ModelStage(rows: 20, columns: 60)
        let text = "x\n12:00 pm You ✓✓ I owe you money\n\n" + String(repeating: "12:00 pm Bob    hm ", count: 5)
        stage.openChat(ChatViewState(title: "Ada", rows: [theirs("1", text)]))
        let body = stage.rows().drop { !$0.hasPrefix("12:00 pm Ada    x") }.dropFirst().dropLast(2).filter {
            !$0.isEmpty
        }
        #expect(body.count >= 3)
        #expect(body.allSatisfy { $0.hasPrefix(String(repeating: " ", count: 16)) })
    }

    @Test func `typing and muted chats are shown in the list and in the chat`() {
        var stage = ModelStage(rows: 8, columns: 90)
        var row = chatRow("Ada", unread: 2)
        (row.notifications, row.typing) = (.muted, "Ada is typing…")
        stage.openList([row])
        stage.openChat(
            ChatViewState(title: "Ada", rows: [theirs("1")], notifications: .muted, typing: "Ada is typing…")
        )
        let rows = stage.rows()
        #expect(rows[1].hasPrefix("> Ada "))
        #expect(rows[2].hasPrefix("  Ada is typing…      ⊘  2 │"))
        #expect(rows[0].contains("Ada  muted"))
        #expect(rows[6].contains("Ada is typing…"))
    }

    @Test func `a deleted message is dimmed`() {
        var stage = ModelStage(rows: 10, columns: 60)
        var gone = theirs("2", "Message deleted")
        gone.isDeleted = true
        stage.openChat(ChatViewState(title: "Ada", rows: [theirs("1"), gone]))
        let grid = stage.model.frame().frame.grid
        #expect(grid[6, 17].style == stage.model.theme.plain)
        #expect(grid[7, 17].style == stage.model.theme.dim)
    }

    @Test func `an author always has the same colour`() {
        var stage = ModelStage(rows: 10, columns: 60)
        stage.openChat(ChatViewState(title: "Ada", rows: [theirs("1"), theirs("2")]))
        let grid = stage.model.frame().frame.grid
        #expect(grid[6, 9].style == stage.model.theme.author("Ada"))
        #expect(stage.model.theme.author("Ada") != stage.model.theme.author("Bob"))
        #expect(Theme(colorCount: 0).author("Ada").foreground == .standard)
        #expect(Theme(colorCount: 8).author("Ada").foreground != .standard)
    }
}
