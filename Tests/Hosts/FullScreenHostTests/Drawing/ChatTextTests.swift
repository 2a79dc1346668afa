import Chat
import ChatList
import ChatTypes
import Foundation
import ScreenTesting
import Testing

@testable import FullScreenHost

/// The look of a chat: columns, names, rules, files and found words.
@Suite struct ChatTextTests {
    private func rows(_ state: ChatViewState, columns: Int = 60, rows: Int = 16) -> [String] {
        var stage = ModelStage(rows: rows, columns: columns)
        stage.openChat(state)
        return Array(stage.rows().dropFirst().dropLast(2)).filter { !$0.isEmpty }
    }

    @Test func `a name is shown only where the author changes`() {
        let state = ChatViewState(
            title: "Ada Lovelace",
            rows: [theirs("1", "one"), theirs("2", "two"), mine("3", "three"), mine("4", "four"), theirs("5", "five")]
        )
        #expect(
            rows(state).dropFirst() == [
                "12:00 pm Ada Lovelace    one", "12:00 pm                 two", "12:00 pm          You ✓  three",
                "12:00 pm              ✓  four", "12:00 pm Ada Lovelace    five",
            ]
        )
    }

    @Test func `a name is repeated for another person of that name, and below an event`() {
        var rows = messages(1...2)
        for (index, id) in ["@a:test", "@b:test"].enumerated() {
            (rows[index].author, rows[index].sender) = (.member(ContactID(id)), "Sam")
        }
        let group = ChatViewState(title: "Trip", subtitle: "3 people", rows: rows)
        #expect(self.rows(group).map { $0.contains(" Sam ") } == [false, true, true])
        var joined = theirs("1", "joined")
        joined.event = .joined
        let chat = ChatViewState(title: "Ada", rows: [joined, theirs("2", "hello"), theirs("3", "again")])
        #expect(self.rows(chat).map { $0.contains(" Ada ") } == [false, false, true, false])
    }

    @Test func `a doubtful message that mentions the user has the signs of both`() {
        var row = theirs("1", "hello")
        (row.mentionsMe, row.senderWarning, row.senderWarningText) = (true, .unencrypted, "not encrypted")
        #expect(rows(ChatViewState(title: "Ada", rows: [row])).last == "12:00 pm Ada @! hello")
    }

    @Test func `a pin stands behind a message, and what the server has refused below it`() {
        var row = mine("1", "hi", .failed(reason: "no"))
        (row.isPinned, row.editFailure) = (true, "too late")
        let lines = rows(ChatViewState(title: "Ada", rows: [row])).map { $0.trimmingCharacters(in: .whitespaces) }
        #expect(lines.count == 4 && lines[1].hasSuffix("hi (pinned)"))
        #expect(lines[2...] == ["Not sent: no; /resend tries again", "Not edited: too late"])
    }

    @Test func `a name is repeated below a rule`() {
        let state = ChatViewState(title: "Ada", rows: messages(1...3), firstUnread: MessageID("2"))
        #expect(rows(state).map { $0.contains("Ada ") } == [false, true, false, true, false])
    }

    @Test func `a group's gutter is as wide as its longest name, and does not move when others write`() {
        var stage = ModelStage(rows: 12, columns: 60)
        func row(_ id: String, _ name: String) -> ChatViewState.Row {
            var row = theirs(id, "hello")
            row.sender = name
            return row
        }
        stage.openChat(ChatViewState(title: "A long title", subtitle: "3 people", rows: [row("1", "Ben")]))
        #expect(stage.rows()[9] == "12:00 pm Ben    hello")
        stage.handle(.members(["Ben", "Cleopatra"], of: ada))
        #expect(stage.rows()[9] == "12:00 pm       Ben    hello")
        let rows = [row("1", "Ben"), row("2", "Maximilian II.")]
        stage.handle(.chat(ChatViewState(title: "A long title", subtitle: "3 people", rows: rows)))
        #expect(stage.rows()[9] == "12:00 pm Maximili…    hello")
    }

    @Test func `the rules for a day, new messages and a gap differ without colours`() {
        var gap = theirs("3", "three", at: .noon)
        gap.followsGap = true
        let state = ChatViewState(
            title: "Ada",
            rows: [theirs("1", "one", at: .noon - 86_400), theirs("2", "two"), gap],
            firstUnread: MessageID("2")
        )
        let lines = rows(state).filter { !$0.hasPrefix("12:00") }
        #expect(lines.map { $0.prefix(12) } == ["── Yesterday", "── Today ───", "━━ New ━━━━━", "╌╌ Messages "])
    }

    @Test func `a gap above the first row is not told of, since earlier messages are not shown`() {
        var first = theirs("1", "one")
        first.followsGap = true
        #expect(
            rows(ChatViewState(title: "Ada", rows: [first])) == [
                "── Today " + String(repeating: "─", count: 51), "12:00 pm Ada    one",
            ]
        )
    }

    @Test func `images without a file are a line below the text`() {
        var row = theirs("1", "")
        row.attachment = "Attachment: 2 Images"
        #expect(rows(ChatViewState(title: "Ada", rows: [row])).last == "12:00 pm Ada    [Attachment: 2 Images]")
    }

    @Test func `text is wrapped at 100 columns`() {
        let words = Array(repeating: "word", count: 60).joined(separator: " ")
        let lines = rows(ChatViewState(title: "Ada", rows: [theirs("1", words)]), columns: 240)
        let texts = lines.filter { $0.contains("word") }.map { $0.drop { $0 != "│" }.drop { $0 != "w" } }
        #expect(texts.map(\.count) == [99, 99, 99])
    }

    @Test func `times are hidden where they leave no room for text`() {
        let state = ChatViewState(title: "Ada Lovelace", rows: [theirs("1", "hello there")])
        #expect(rows(state, columns: 40).last == "Ada Lov…    hello there")
        #expect(rows(state, columns: 50).last == "12:00 pm Ada Lovel…    hello there")
    }

    @Test(arguments: [(40, 10), (17, 8), (30, 12)])
    func `continuation lines begin in the column of the text`(columns: Int, height: Int) {
        let text = "mountain river meadow forest valley ocean harbour"
        let lines = rows(ChatViewState(title: "Ada", rows: [theirs("1", text)]), columns: columns, rows: height)
        let places = MessagePlaces(columns: columns, clock: 8, longestName: 3, names: .on, isGroup: false)
        #expect(lines.count > 2)
        for line in lines.dropFirst(2) {
            #expect(line.prefix { $0 == " " }.count == places.text, "\(line)")
        }
    }

    @Test func `a long file name is cut so that size and progress stay`() {
        let file = ChatViewState.File(
            name: String(repeating: "long", count: 40) + ".png",
            byteCount: 5,
            transfer: .moving(bytes: 1, of: 2),
            progress: "50%"
        )
        let lines = rows(ChatViewState(title: "Ada", rows: [theirs("1", "", file: file)]))
        #expect(lines.count == 2 && lines[1].hasSuffix("…, 5 bytes, 50%]"))
    }

    @Test func `a failed transfer is explained below the file`() {
        let file = ChatViewState.File(
            name: "a.png",
            byteCount: 5,
            transfer: .failed(reason: "the disk is full"),
            progress: "the disk is full"
        )
        let lines = rows(ChatViewState(title: "Ada", rows: [theirs("1", "", file: file)]))
        #expect(
            lines.dropFirst().map { $0.trimmingCharacters(in: .whitespaces) } == [
                "12:00 pm Ada    [a.png, 5 bytes]", "Not transferred: the disk is full",
            ]
        )
    }

    @Test func `the mark of an edit is dimmed, the same word in a text is not`() {
        var edited = theirs("2", "well (edited)")
        edited.isEdited = true
        var stage = ModelStage(rows: 10, columns: 60)
        stage.openChat(ChatViewState(title: "Ada", rows: [theirs("1", "well (edited)"), edited]))
        #expect(
            Array(stage.rows()[6...7]) == ["12:00 pm Ada    well (edited)", "12:00 pm        well (edited) (edited)"]
        )
        let grid = stage.model.frame().frame.grid
        #expect(grid[6, 22].style == .plain && grid[7, 22].style == .plain)
        #expect(grid[7, 31].style == stage.model.theme.dim)
    }

    @Test func `words found are highlighted in the text and not in names`() {
        var stage = ModelStage(rows: 12, columns: 100)
        stage.openList([chatRow("Ada")])
        stage.press(.control("f"))
        stage.type("ada")
        stage.handle(.list(ChatListViewState(rows: [chatRow("Ada", "ask Ada", message: "1")], searchText: "ada")))
        stage.openChat(ChatViewState(title: "Ada", rows: [theirs("1", "ask Ada")], found: MessageID("1")))
        let grid = stage.model.frame().frame.grid
        let row = 9
        let found = (0..<100).filter { grid[row, $0].style == stage.model.theme.found }
        #expect(text(found.map { grid[row, $0] }) == "Ada")
        #expect(found.first == 31 + 16 + 4)
    }

    @Test func `a selected message is filled over the whole width`() {
        var stage = ModelStage(rows: 10, columns: 60)
        stage.openChat(ChatViewState(title: "Ada", rows: messages(1...2)))
        stage.press(Key(.up))
        let grid = stage.model.frame().frame.grid
        #expect((0..<60).allSatisfy { grid[7, $0].style == stage.model.theme.bar })
        #expect(!(0..<60).contains { grid[6, $0].style == stage.model.theme.bar })
    }

    @Test func `at 80 columns a login that has ended shows the whole command`() {
        var stage = ModelStage(rows: 24, columns: 80)
        let command = "viperchat --profile work login @alice:matrix.example.org"
        let status = "Offline: The server has ended this login; to log in again: \(command)"
        stage.openList([])
        stage.openChat(ChatViewState(title: "Ada", rows: messages(1...2), status: status))
        stage.handle(.badge(2))
        let rows = stage.rows()
        let shown = rows[21...22].map { $0.replacing("2 unread", with: "").trimmingCharacters(in: .whitespaces) }
        #expect(shown.joined(separator: " ") == status)
        #expect(rows[22].hasSuffix("2 unread"))
        stage.handle(.chat(ChatViewState(title: "Ada", rows: messages(1...2))))
        #expect(stage.rows()[22].hasPrefix("Enter sends"), "one row again")
    }

    @Test func `at 80 columns the status says first that it is offline and tries again`() {
        var stage = ModelStage(rows: 24, columns: 80)
        let status = "Offline, trying again in 3600 s: The server is busy"
        stage.openList([])
        stage.openChat(ChatViewState(title: "Ada", rows: messages(1...2), status: status))
        stage.handle(.badge(2))
        let rows = stage.rows()
        #expect(rows[0].hasSuffix("Offline"))
        #expect(rows[22].hasPrefix(status) && rows[22].hasSuffix("2 unread"))
    }

    @Test(arguments: [
        ("A club with a name that has no end in sight, and then some", "3 people", nil),
        ("Trip", "Evelyn Montgomery-Smith (@evelyn:example.org) invites you to a group", nil),
        ("A club with a name that has no end in sight", "3 people", "!abcdefghijklmnopqrstuvwxyz:example.org"),
    ])
    func `a long title is cut before the sign of encryption`(title: String, people: String, id: String?) {
        var stage = ModelStage(rows: 10, columns: 80)
        stage.openList([])
        stage.openChat(
            ChatViewState(
                title: title,
                subtitle: people,
                distinction: id,
                rows: messages(1...2),
                notifications: .muted,
                isEncrypted: true
            )
        )
        let heading = stage.rows()[0]
        #expect(heading.contains("…") && heading.contains("  encrypted  muted"))
    }

    @Test func `the title line shows members, muting and the connection`() {
        var stage = ModelStage(rows: 10, columns: 100)
        stage.openList([])
        let status = "Offline, trying again: The server cannot be reached"
        stage.openChat(
            ChatViewState(
                title: "Trip",
                subtitle: "3 people",
                rows: messages(1...2),
                notifications: .muted,
                status: status
            )
        )
        let rows = stage.rows()
        #expect(rows[0].hasSuffix("│Trip  3 people  muted" + String(repeating: " ", count: 69 - 21 - 7) + "Offline"))
        #expect(rows[8].hasPrefix(status))
    }
}
