import Chat
import ChatApp
import ChatList
import ChatTypes
import Foundation
import ScreenTesting
import Testing

@testable import FullScreenHost

/// The look of the list: times, signs and unread counts at the right edge.
@Suite struct ListDrawingTests {
    @Test func `times are short`() {
        var stage = ModelStage(rows: 12, columns: 40)
        var old = chatRow("Bob")
        (old.time, old.shortTime) = ("3/9/2022", "Wed")
        stage.openList([chatRow("Ada"), old])
        #expect(
            stage.rows()[1].hasSuffix(" 9:00 am") && stage.rows()[3].hasSuffix("Bob                                Wed")
        )
    }

    @Test func `an invitation, a draft and a muted chat have one sign each`() {
        var stage = ModelStage(rows: 12, columns: 40)
        var all = chatRow("Kiosk", unread: 3)
        all.state = .invited(by: "Ada", toGroup: true)
        (all.notifications, all.hasDraft) = (.muted, true)
        stage.openList([all, chatRow("Ada")])
        let rows = stage.rows()
        #expect(rows[1] == "> Kiosk                          9:00 am")
        #expect(rows[2] == "  hi                           + ✎ ⊘  3")
        #expect(rows[4] == "  hi")
    }

    @Test func `the sign of a draft goes by what is typed here, and the open chat has none`() {
        var stage = ModelStage()
        let rows = ["Ada", "Bob", "Eve"].map { name in
            var row = chatRow(name)
            row.hasDraft = true
            return row
        }
        stage.openList(rows)
        func open(_ chat: ChatID) { stage.openChat(ChatViewState(title: "Chat", rows: messages(1...1)), chat) }
        open(ada)
        #expect(stage.rows().count { $0.contains("✎") } == 2)
        open(bob)
        stage.type("x")
        stage.press(Key(.backspace))
        open(ada)
        #expect(stage.rows().count { $0.contains("✎") } == 1, "the list is behind")
    }

    @Test func `chats that are over or replaced, and one with a message that failed, have their signs`() {
        var stage = ModelStage(rows: 12, columns: 40)
        var rows = [chatRow("Ada"), chatRow("Bob"), chatRow("Eve")]
        (rows[0].state, rows[1].state, rows[2].hasFailed) = (.left, .replaced, true)
        stage.openList(rows)
        let shown = stage.rows()
        #expect([2, 4, 6].map { String(shown[$0].suffix(1)) } == ["×", "×", "!"])
    }

    @Test func `the preview names the user, and is dim unless it is unread`() {
        var stage = ModelStage(rows: 12, columns: 40)
        var own = chatRow("Ada")
        own.author = .me
        stage.openList([own, chatRow("Bob", unread: 1)])
        #expect(stage.rows()[2].hasPrefix("  You: hi"))
        let (grid, theme) = (stage.model.frame().frame.grid, stage.model.theme)
        #expect(grid[2, 7].style == theme.dim && grid[4, 2].style == theme.plain)
    }

    @Test func `a doubtful message has its sign, and what somebody types has none`() {
        var stage = ModelStage(rows: 12, columns: 40)
        var (doubtful, typed) = (chatRow("Ada"), chatRow("Bob"))
        (doubtful.senderWarning, typed.senderWarning) = (.unencrypted, .unencrypted)
        typed.typing = "typing…"
        stage.openList([doubtful, typed])
        #expect(stage.rows()[2] == "  ! hi")
        #expect(stage.rows()[4] == "  typing…")
    }

    @Test func `a favourite has a star, and a chat marked as unread a dot unless it has a count`() {
        var stage = ModelStage(rows: 12, columns: 40)
        var (marked, counted) = (chatRow("Kiosk"), chatRow("Ada", unread: 3))
        marked.marks = [.favourite, .unread]
        counted.marks = [.unread]
        stage.openList([marked, counted])
        #expect(stage.rows()[2] == "  hi                               ★  ●")
        #expect(stage.rows()[4] == "  hi                                  3")
    }

    @Test func `an unread mention has a sign, and counts that do not notify are dim`() {
        var stage = ModelStage(rows: 12, columns: 40)
        var (mentioned, quiet, both) = (chatRow("Ada", unread: 2), chatRow("Bob", unread: 2), chatRow("Cyd", unread: 2))
        mentioned.mentionCount = 1
        quiet.notifications = .mentions
        (both.notifications, both.mentionCount) = (.mentions, 1)
        stage.openList([chatRow("Zoe"), mentioned, quiet, both])
        let rows = stage.rows()
        #expect([4, 6, 8].map { String(rows[$0].suffix(4)) } == ["@  2", "   2", "@  2"])
        let (grid, theme) = (stage.model.frame().frame.grid, stage.model.theme)
        #expect([4, 6, 8].map { grid[$0, 38].style } == [theme.badge, theme.dim, theme.badge])
    }

    @Test func `a chat that the user is not in has a cross, and equal names have their ids`() {
        var stage = ModelStage(rows: 12, columns: 50)
        var (out, other) = (chatRow("Eve"), chatRow("Eve"))
        (out.id, out.state, out.distinction) = (
            ChatSummary.ID(chat: ChatID("1")), .banned(by: "B", reason: ""), "@eve:test"
        )
        (other.id, other.distinction) = (
            ChatSummary.ID(chat: ChatID("2")), "!a-very-long-room-id-of-a-server:example.org"
        )
        stage.openList([out, other])
        let rows = stage.rows()
        #expect(rows[1].hasPrefix("> Eve (@eve:test)") && rows[2].hasSuffix("×"))
        #expect(rows[3].hasPrefix("  Eve (!a-very-long-r") && rows[3].contains("…"))
    }

    @Test func `a typed text marks its chat when it is left, and sending it removes the mark`() {
        var stage = ModelStage.inChat()
        stage.type("half")
        #expect(!stage.rows().contains { $0.contains("✎") }, "the open chat shows its text")
        stage.handle(.stack([.chatList]))
        #expect(stage.rows()[2].contains("✎"))
        stage.openChat(ChatViewState(title: "Ada", rows: messages(1...3)))
        stage.press(Key(.enter))
        stage.handle(.stack([.chatList]))
        #expect(!stage.rows().contains { $0.contains("✎") })
    }

    @Test(arguments: [1, 2]) func `results show the word found, with rows of one line, too`(height: Int) {
        var stage = ModelStage(rows: 12, columns: 80)
        stage.model.settings.listRowHeight = height
        stage.openList([chatRow("Ada")])
        stage.press(.control("f"))
        stage.type("lot")
        var long = chatRow("Bob", "…because of the new rules that lot was left", message: "1")
        long.sender = "Christopher Alexander"
        let rows = [long, chatRow("Ada", "lot of tea, and a long talk", message: "2")]
        stage.handle(.list(ChatListViewState(rows: rows, searchText: "lot")))
        let drawn = stage.rows().map { String($0.prefix(21)) }
        #expect(drawn[1].hasPrefix("> Bob") && drawn[2].hasPrefix("  Christ") && drawn[2].contains("lot"))
        #expect(drawn[3].hasPrefix("  Ada") && drawn[4].contains("lot of"))
    }

    @Test(arguments: [1, 2])
    func `a chat with a message that failed has a sign`(rowHeight: Int) {
        var stage = ModelStage(rows: 12, columns: 40)
        stage.model.settings.listRowHeight = rowHeight
        var bob = chatRow("Bob")
        bob.hasFailed = true
        stage.openList([chatRow("Ada"), bob])
        let rows = stage.rows()[1...(2 * rowHeight)]
        #expect(rows.map { $0.contains("!") } == (rowHeight == 1 ? [false, true] : [false, false, false, true]))
    }

    @Test func `rows of one line show name, signs, count and time`() {
        var stage = ModelStage(rows: 12, columns: 40)
        stage.model.settings.listRowHeight = 1
        var bob = chatRow("Bob", unread: 2)
        bob.notifications = .muted
        stage.openList([chatRow("Ada"), bob, chatRow("Carol")])
        #expect(
            stage.rows()[1...3] == [
                "> Ada                            9:00 am", "  Bob                      ⊘  2  9:00 am",
                "  Carol                          9:00 am",
            ]
        )
        stage.handle(.terminal(.mouse(Mouse(action: .click, row: 2, column: 5))))
        #expect(stage.takeEffects().contains { if case .openChat(bob.id.chat, at: nil) = $0 { true } else { false } })
    }
}
