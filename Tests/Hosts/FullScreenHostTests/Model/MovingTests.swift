import Chat
import ChatApp
import ChatList
import ChatTypes
import Foundation
import ScreenKit
import ScreenTesting
import Testing

@testable import FullScreenHost

@Suite struct MovingTests {
    @Test func `in the middle of a day the heading tells it, unless that is today`() {
        for (days, day) in [(0.0, ""), (1, "Yesterday")] {
            var stage = ModelStage(rows: 10, columns: 60)
            let date = Date.noon - days * 86_400
            stage.openChat(ChatViewState(title: "Ada", rows: (1...40).map { theirs("\($0)", at: date) }))
            #expect(stage.rows()[0].hasPrefix("Ada") && stage.rows()[0].hasSuffix(day.isEmpty ? "Ada" : day))
        }
    }

    @Test func `the selected row stays selected when the order changes`() {
        var stage = ModelStage()
        stage.openList([chatRow("Ada"), chatRow("Bob")])
        stage.press(Key(.down))
        stage.handle(.list(ChatListViewState(rows: [chatRow("Bob"), chatRow("Eve"), chatRow("Ada")])))
        stage.press(Key(.enter))
        #expect(stage.takeEffects() == [.openChat(bob, at: nil)])
    }

    @Test func `a search starts with a slash, follows each key, and opens the message`() {
        var stage = ModelStage()
        stage.openList([chatRow("Ada")])
        stage.press(.control("f"))
        stage.type("te")
        #expect(stage.takeEffects() == [.list(.search("t")), .list(.search("te"))])
        let hits = [chatRow("Bob", "tea?", message: "7"), chatRow("Bob", "tennis", message: "3")]
        stage.handle(.list(ChatListViewState(rows: hits, searchText: "te")))
        stage.press(Key(.down))
        var opened = stage
        opened.press(Key(.enter))
        #expect(opened.takeEffects() == [.openChat(bob, at: MessageID("3"))])
        stage.press(Key(.escape))
        #expect(stage.takeEffects() == [.list(.search(""))])
        #expect(stage.model.panels.keyScreen == .list)
    }

    @Test func `Enter during a search waits for the results of the typed text`() {
        var stage = ModelStage()
        stage.openList([chatRow("Ada")])
        stage.press(.control("f"))
        stage.type("bo")
        stage.press(Key(.enter))
        stage.handle(.list(ChatListViewState(rows: [chatRow("Ada")], searchText: "b", isSearching: true)))
        #expect(stage.takeEffects() == [.list(.search("b")), .list(.search("bo"))])
        stage.handle(.list(ChatListViewState(rows: [chatRow("Bob")], searchText: "bo")))
        #expect(stage.takeEffects() == [.openChat(bob, at: nil)])
    }

    @Test func `a search for a command's name without results explains how to run it`() {
        func notice(_ text: String, isLate: Bool, finding rows: [ChatListViewState.Row] = []) -> String? {
            var stage = ModelStage()
            stage.openList([chatRow("Ada")])
            stage.press(.control("f"))
            stage.type(text)
            _ = stage.takeEffects()
            let answer = ModelEvent.list(ChatListViewState(rows: rows, searchText: text))
            if isLate { stage.press(Key(.enter)) }
            stage.handle(answer)
            if !isLate { stage.press(Key(.enter)) }
            #expect(stage.takeEffects() == rows.map { .openChat($0.id.chat, at: nil) })
            return stage.model.notice?.text
        }
        for isLate in [false, true] {
            #expect(
                notice("new Zed", isLate: isLate) == "Nothing found; to run the command, press Esc and type /new Zed"
            )
            #expect(notice("/help", isLate: isLate) == "Nothing found; to run the command, press Esc and type /help")
            #expect(notice("newt", isLate: isLate) == nil)
            #expect(notice("new", isLate: isLate, finding: [chatRow("New")]) == nil)
        }
    }

    @Test func `results for a text that was changed after Enter open nothing by themselves`() {
        var stage = ModelStage()
        stage.openList([chatRow("Ada")])
        stage.press(.control("f"))
        stage.type("bo")
        stage.press(Key(.enter), .text("b"))
        _ = stage.takeEffects()
        stage.handle(.list(ChatListViewState(rows: [chatRow("Bob")], searchText: "bob")))
        #expect(stage.takeEffects() == [])
    }

    @Test func `results that arrive after a search has ended open nothing`() {
        var stage = ModelStage()
        stage.openList([chatRow("Ada")])
        stage.press(.control("f"))
        stage.type("bo")
        stage.press(Key(.enter))
        stage.press(Key(.escape))
        _ = stage.takeEffects()
        stage.handle(.list(ChatListViewState(rows: [chatRow("Bo")], searchText: "bo")))
        stage.handle(.list(ChatListViewState(rows: [chatRow("Ada")], searchText: "")))
        #expect(stage.takeEffects() == [])
    }

    @Test func `notices on the list name commands as everywhere`() {
        var stage = ModelStage()
        stage.openList([])
        for (line, notice) in [
            ("create", "Open a new chat first, with /new"), ("resend", "Add the number of a chat, as in /mute 1"),
            ("leave", "Add the number of a chat, as in /mute 1"), ("unsend", "Open a chat first, with /open"),
            ("fetch", "Open a chat first, with /open"),
        ] {
            stage.press(.text(":"))
            stage.type(line)
            stage.press(Key(.enter))
            #expect(stage.model.notice?.text == notice)
        }
        #expect(stage.model.noChat(named: "Zed") == "There is no chat with Zed; start one with /new")
        let titles = stage.model.helpLines.map { String($0.spans.flatMap(\.glyphs).map(\.character)) }
        #expect(titles.contains("Commands, on every screen"))
        stage.openChat(ChatViewState(title: "Ada"))
        #expect(stage.model.noChat(named: "Zed") == "There is no chat with Zed; start one with /new")
    }

    @Test func `moving past either end of the list loads another page`() {
        var stage = ModelStage()
        stage.openList([])
        stage.handle(.list(ChatListViewState(rows: [chatRow("Ada"), chatRow("Bob")], firstNumber: 51, hasMore: true)))
        stage.press(Key(.up))
        #expect(stage.takeEffects() == [.list(.showPrevious)])
        stage.press(Key(.down))
        #expect(stage.takeEffects().isEmpty)
        stage.press(Key(.down))
        #expect(stage.takeEffects() == [.list(.showMore)])
    }

    @Test func `the newest visible message is reported once, and again after scrolling`() {
        var stage = ModelStage(rows: 10, columns: 60)
        stage.openChat(ChatViewState(title: "Ada", rows: messages(1...40), hasEarlier: true))
        _ = stage.rows()
        #expect(stage.takeEffects() == [.chat(.rowsVisible(upTo: MessageID("40")))])
        _ = stage.rows()
        #expect(stage.takeEffects().isEmpty)
        stage.press(Key(.pageUp))
        #expect(stage.rows()[7].hasSuffix("number 35"))
        #expect(stage.takeEffects() == [.chat(.rowsVisible(upTo: MessageID("35")))])
    }

    @Test func `keys right after End keep help at its last page`() {
        for key in [Key(.down), Key(.pageDown)] {
            var stage = ModelStage()
            stage.openList([chatRow("Bob")])
            stage.press(Key(.function(1)), Key(.end), key, key)
            let last = stage.rows()
            stage.press(Key(.end))
            #expect(stage.rows() == last)
        }
    }

    @Test func `help in the switcher shows its keys, and closing it keeps the typed text`() {
        var stage = ModelStage()
        stage.openChat(ChatViewState(title: "Ada", rows: messages(1...3)))
        stage.press(.control("k"))
        let keys = Set(Keymap.sections(on: .switcher).flatMap(\.bindings).map(\.summary))
        stage.type("b")
        stage.press(Key(.function(1)))
        let help = stage.model.helpLines.map { String($0.spans.flatMap(\.glyphs).map(\.character)) }
        #expect(keys.contains("open the chat") && help.contains { $0.hasSuffix("open the chat") })
        #expect(!help.contains { $0.hasSuffix("send the message, or run the typed command") })
        stage.press(Key(.escape))
        #expect(stage.model.panels.help == nil && stage.model.panels.switcher?.selected == 0 && stage.typed == "b")
        stage.press(Key(.function(1)))
        stage.paste("o")
        #expect(stage.model.panels.help == nil && stage.model.panels.switcher?.selected == 0 && stage.typed == "bo")
    }

    @Test func `messages behind help are not reported as visible`() {
        var stage = ModelStage(rows: 10, columns: 60)
        stage.openChat(ChatViewState(title: "Ada", rows: messages(1...2)))
        stage.press(Key(.function(1)))
        _ = stage.rows()
        #expect(stage.takeEffects().isEmpty)
        stage.press(Key(.escape))
        _ = stage.rows()
        #expect(stage.takeEffects() == [.chat(.rowsVisible(upTo: MessageID("2")))])
    }

    @Test(
        arguments: [
            Key(.escape), Key(.function(5)), Key(.insert), .alt("q"), Key(.tab), .control("c"), .control("d"),
            .text("x"), Key(.enter),
        ]
    )
    func `any key that does not scroll closes help and does nothing else`(key: Key) {
        for isSearch in [false, true] {
            var stage = ModelStage()
            stage.openList([chatRow("Ada")])
            if isSearch { stage.press(.control("f")) }
            stage.press(Key(.function(1)), Key(.pageDown))
            #expect(stage.model.panels.hasOverlay)
            stage.press(key)
            #expect(!stage.model.panels.hasOverlay)
            #expect(stage.takeEffects().isEmpty && stage.typed.isEmpty)
        }
    }

    @Test(arguments: [(Key.control("l"), ModelEffect.redraw), (.control("z"), .suspend)])
    func `a key for the whole terminal works while help is shown`(key: Key, effect: ModelEffect) {
        var stage = ModelStage()
        stage.openList([chatRow("Ada")])
        stage.press(Key(.function(1)), key)
        #expect(stage.takeEffects() == [effect])
    }

    @Test func `scrolled-up messages stay in place, and new ones are counted`() {
        var stage = ModelStage(rows: 10, columns: 60)
        stage.openChat(ChatViewState(title: "Ada", rows: messages(1...40)))
        _ = stage.rows()
        stage.press(Key(.pageUp))
        let before = stage.rows()
        stage.handle(.chat(ChatViewState(title: "Ada", rows: messages(1...42))))
        let after = stage.rows()
        #expect(after.prefix(7) == before.prefix(7))
        #expect(after[8].hasSuffix("2 new below"))
        stage.press(Key(.end))
        #expect(stage.rows()[7].hasSuffix("number 42"))
        #expect(stage.rows()[8].hasSuffix("F1 helps"))
    }

    @Test func `earlier messages load at the top without moving the visible ones`() {
        var stage = ModelStage(rows: 10, columns: 60)
        stage.openChat(ChatViewState(title: "Ada", rows: messages(20...24), hasEarlier: true))
        stage.press(Key(.pageUp))
        #expect(stage.takeEffects() == [.chat(.loadEarlier)])
        stage.handle(
            .chat(ChatViewState(title: "Ada", rows: messages(20...24), hasEarlier: true, isLoadingEarlier: true))
        )
        stage.press(Key(.pageUp))
        #expect(stage.takeEffects().isEmpty, "one request at a time")
        stage.handle(.chat(ChatViewState(title: "Ada", rows: messages(1...24))))
        stage.press(Key(.up, .shift))
        #expect(stage.rows()[7].hasSuffix("number 23"))
        stage.press(Key(.home))
        #expect(stage.rows()[2].hasSuffix("number 1"))
    }

    @Test func `messages loaded by /earlier are visible`() {
        var stage = ModelStage(rows: 10, columns: 60)
        stage.openChat(ChatViewState(title: "Ada", rows: messages(20...40), hasEarlier: true))
        _ = stage.rows()
        _ = stage.takeEffects()
        stage.type("/earlier")
        stage.press(Key(.enter))
        #expect(stage.takeEffects() == [.chat(.loadEarlier)])
        #expect(stage.rows()[2].hasSuffix("number 20"))
        stage.handle(.chat(ChatViewState(title: "Ada", rows: messages(1...40))))
        #expect(stage.rows()[7].hasSuffix("number 20"))
        #expect(stage.rows()[6].hasSuffix("number 19"))
        stage.press(Key(.end))
        stage.type("/earlier")
        stage.press(Key(.enter))
        #expect(stage.model.notice != nil, "there are no earlier ones")
        #expect(stage.rows()[7].hasSuffix("number 40"))
    }

    @Test func `a chat opened at a message shows it amid its neighbours and scrolls from there`() {
        var stage = ModelStage(rows: 10, columns: 60)
        stage.openChat(ChatViewState(title: "Ada", rows: messages(1...40), hasLater: true, found: MessageID("20")))
        let rows = stage.rows()
        #expect(rows[1...7].contains { $0.hasSuffix("number 20") })
        #expect(rows[7].hasSuffix("number 23"))
        for _ in 0..<5 { stage.press(Key(.pageDown)) }
        #expect(stage.takeEffects().contains(.chat(.showLater)))
        stage.press(Key(.end))
        #expect(stage.takeEffects().contains(.chat(.showNewest)))
    }

    @Test func `the chat that was opened last is selected in the list`() {
        var stage = ModelStage.inChat()
        stage.openChat(ChatViewState(title: "Bob"), bob)
        stage.handle(.stack([.chatList]))
        stage.press(Key(.enter))
        #expect(stage.takeEffects() == [.openChat(bob, at: nil)])
    }

    @Test func `the open chat is not opened again, except at a message`() {
        var stage = ModelStage.inChat()
        #expect(stage.model.open(ada) == [])
        #expect(stage.model.open(ada, at: MessageID("1")) == [.openChat(ada, at: MessageID("1"))])
    }

    @Test func `/read marks the chat as read and goes to its end`() {
        var stage = ModelStage(rows: 10, columns: 60)
        stage.openChat(ChatViewState(title: "Ada", rows: messages(1...40), hasLater: true))
        stage.type("/read")
        stage.press(Key(.enter))
        #expect(stage.takeEffects() == [.chat(.markRead), .chat(.showNewest)])
    }

    @Test func `keys open chats by number, by name, and the next unread one`() {
        var stage = ModelStage()
        stage.openList([chatRow("Ada")])
        stage.press(.alt("9"), .alt("a"))
        #expect(stage.takeEffects() == [.openNumber(9), .openUnread(besides: nil)])
        stage.press(.control("k"))
        stage.type("be")
        #expect(stage.takeEffects() == [.findChats(""), .findChats("b"), .findChats("be")])
        let found = [FoundChat(chat: bob, title: "Bob"), FoundChat(chat: ada, title: "Bertåe", unreadCount: 3)]
        stage.handle(.foundChats(found, for: "b"))
        #expect(stage.model.panels.switcher?.chats == [], "an answer to what was typed before")
        stage.handle(.foundChats(found, for: "be"))
        stage.press(Key(.down))
        #expect(stage.rows().contains { $0.hasSuffix("> Bertåe [3]") })
        stage.press(Key(.enter))
        #expect(stage.takeEffects() == [.list(.rowsVisible([ChatSummary.ID(chat: ada)])), .openChat(ada, at: nil)])
        #expect(!stage.model.panels.hasOverlay)
    }

    @Test func `scrolling keeps the position on a terminal too low to show messages`() {
        var stage = ModelStage(rows: 10, columns: 60)
        stage.openChat(ChatViewState(title: "Ada", rows: messages(1...40)))
        stage.model.size.rows = 2
        stage.press(Key(.pageUp), Key(.pageDown), Key(.home), Key(.down, .control))
        stage.model.size.rows = 10
        #expect(stage.rows()[7].hasSuffix("number 40"))
    }

    @Test(arguments: [
        TerminalEvent.key(Key(.down)), .paste("x"), .pasteTooLong(TextTooLong(bytes: 2, limit: 1)),
        .mouse(Mouse(action: .wheelDown, row: 3, column: 3)),
    ])
    func `changes of focus are reported, and a key, a paste or the mouse regains focus`(event: TerminalEvent) {
        var stage = ModelStage()
        stage.openList([chatRow("Ada")])
        stage.handle(.terminal(.focus(false)), .terminal(.focus(false)))
        #expect(stage.takeEffects() == [.focus(false)])
        stage.handle(.terminal(event))
        #expect(stage.takeEffects() == [.focus(true)])
    }

    @Test func `a notification rings and is shown as sanitized text`() {
        var stage = ModelStage()
        stage.openList([chatRow("Ada")])
        let text = "hey\u{1B}]0;x\u{7}\nyou"
        stage.handle(.notification(AppNotification(id: MessageID("n"), chat: bob, title: "Bob", text: text)))
        #expect(stage.takeEffects() == [.ring, .notify(title: "Bob", text: "hey␛]0;x␇ you")])
        #expect(stage.rows()[22].hasPrefix("Bob: hey␛]0;x␇ you"))
    }

    @Test func `a notification of a doubtful message says so, on the screen and outside`() {
        var stage = ModelStage()
        stage.openList([chatRow("Ada")])
        let forged = AppNotification(
            id: MessageID("n"),
            chat: bob,
            title: "Bob",
            text: "pay Eve",
            senderWarning: .unencrypted
        )
        stage.handle(.notification(forged))
        #expect(stage.takeEffects() == [.ring, .notify(title: "Bob", text: "(not encrypted) pay Eve")])
        #expect(stage.rows()[22].hasPrefix("Bob: (not encrypted) pay Eve"))
    }
}
