import Chat
import ChatDetails
import ChatList
import ChatTypes
import CreateChat
import Foundation
import ScreenKit
import SharedPictures
import Testing

@testable import HostKit
@testable import LineHost

@Suite struct LineChatPaneTests {
    @Test func `a group prints its number of members and each author`() throws {
        var pane = LineChatPane()
        let first = pane.update(to: state(people: "3 people", sender: "Ada"))
        #expect(first.prefix(2) == [.screen(.chat, contact: "Trip"), .group("3 people", contact: "Trip")])
        guard case .message(let message)? = first.last else { return #expect(Bool(false), "no message") }
        #expect(message.from == "Ada" && message.contact == "Trip")
        #expect(pane.update(to: state(people: "4 people", sender: "Ada")) == [.group("4 people", contact: "Trip")])
        #expect(pane.update(to: state(people: "4 people", sender: "Ada Lovelace")).isEmpty)
    }

    @Test func `a line about people is not printed again when a name becomes known`() {
        var pane = LineChatPane()
        var shown = state(people: "3 people", sender: "@bob:test")
        (shown.rows[0].event, shown.rows[0].text) = (.joined, "@bob:test joined")
        #expect(pane.update(to: shown).count == 3)
        (shown.rows[0].sender, shown.rows[0].text) = ("Bob", "Bob joined")
        #expect(pane.update(to: shown).isEmpty)
        shown.rows[0].event = nil
        #expect(pane.update(to: shown).count == 1, "a message is printed again when its text changes")
    }

    @Test func `a chat prints what changed once its details are left`() {
        var pane = LineChatPane()
        #expect(pane.appear().isEmpty)
        _ = pane.update(to: state(people: "3 people", sender: "Ada"))
        #expect(pane.appear() == [.screen(.chat, contact: "Trip")])
        pane.cover(state(people: "4 people", sender: "Ada"))
        #expect(pane.state?.subtitle == "4 people")
        #expect(pane.appear() == [.screen(.chat, contact: "Trip"), .group("4 people", contact: "Trip")])
        #expect(pane.appear() == [.screen(.chat, contact: "Trip")])
    }

    @Test func `a mention is marked, and printed again when it is gone to`() throws {
        var pane = LineChatPane()
        var shown = state(people: "3 people", sender: "Ada")
        shown.rows[0].mentionsMe = true
        guard case .message(let message)? = pane.update(to: shown).last else {
            return #expect(Bool(false), "no message")
        }
        #expect(message.isMention && !message.isFound && message.text(.plain, columns: nil)[0].hasPrefix("@ "))
        shown.mention = ChatViewState.Mention(message: MessageID("1"))
        var found = message
        found.isFound = true
        #expect(pane.update(to: shown) == [.message(found)] && pane.update(to: shown).isEmpty)
        shown.mention?.number = 2
        #expect(pane.update(to: shown) == [.message(found)])
    }

    @Test func `a waiting message is printed as unsent if it is deleted, and not if the window moves away from it`() {
        var pane = LineChatPane()
        var shown = state(people: "3 people", sender: "Ada")
        var waiting = shown.rows[0]
        (waiting.id, waiting.author, waiting.sender, waiting.delivery) = (MessageID("2"), .me, nil, .sending)
        shown.rows.append(waiting)
        _ = pane.update(to: shown)
        var moved = shown
        (moved.rows, moved.hasLater) = ([shown.rows[0]], true)
        #expect(pane.update(to: moved).isEmpty)
        #expect(pane.update(to: shown).isEmpty)
        moved.hasLater = false
        #expect(pane.update(to: moved) == [.unsent(HostEvent.MessageLine(waiting, in: moved, contact: "Trip"))])
    }

    @Test(
        arguments: [
            { $0.reactions = [MessageReaction(text: "👍", count: 1)] },
            { $0.poll = ChatPoll(question: "?", answers: [.init(text: "a", votes: 1)], voters: 1) },
            { $0.isEdited = true }, { $0.thread = .init(answerCount: 1) }, { $0.delivery = .sent },
            { $0.senderWarning = .unencrypted }, { $0.text = "Hello" },
        ] as [@Sendable (inout ChatViewState.Row) -> Void]
    )
    func `a message is printed again, once, when something in sight changes`(
        change: @Sendable (inout ChatViewState.Row) -> Void
    ) {
        var pane = LineChatPane()
        var shown = state(people: "3 people", sender: "Ada")
        shown.rows[0].author = .me
        _ = pane.update(to: shown)
        shown.rows[0].time = "9:01 am"
        #expect(pane.update(to: shown).isEmpty)
        change(&shown.rows[0])
        #expect(pane.update(to: shown).count == 1)
        #expect(pane.update(to: shown).isEmpty)
    }

    @Test func `a message that could not be sent or edited says why, once`() {
        var pane = LineChatPane()
        var shown = state(people: "3 people", sender: "Ada")
        _ = pane.update(to: shown)
        (shown.rows[0].author, shown.rows[0].delivery) = (.me, .failed(reason: "Too long"))
        #expect(pane.update(to: shown).dropFirst() == [.problem("Not sent: Too long")])
        (shown.rows[0].delivery, shown.rows[0].editFailure) = (.sent, "Too late")
        #expect(pane.update(to: shown).dropFirst() == [.problem("Not edited: Too late")])
        #expect(pane.update(to: shown).isEmpty)
    }

    @Test func `missing messages are told once, and not above the first row`() {
        var pane = LineChatPane()
        var shown = state(people: "3 people", sender: "Ada")
        shown.rows[0].followsGap = true
        let missing = HostEvent.problem("Messages are missing before the next one; loading them")
        #expect(!pane.update(to: shown).contains(missing))
        shown.rows.append(ChatViewState.Row(id: MessageID("2"), author: .contact, text: "later", followsGap: true))
        #expect(pane.update(to: shown).first == missing)
        shown.rows[1].text = "edited"
        let again = pane.update(to: shown)
        #expect(again.count == 1 && !again.contains(missing))
    }

    @Test func `somebody who begins and ends typing is printed, and not who else types meanwhile`() {
        var pane = LineChatPane()
        var shown = state(people: "3 people", sender: "Ada")
        _ = pane.update(to: shown)
        let told = ["Ada is typing…", "Ada and Ben are typing…", nil].map { typing in
            shown.typing = typing
            return pane.update(to: shown)
        }
        #expect(told == [[.typing(true, contact: "Trip")], [], [.typing(false, contact: "Trip")]])
    }

    @Test func `a file is printed with each state that it gets, and not with its progress`() {
        var pane = LineChatPane()
        var shown = state(people: "3 people", sender: "Ada")
        let transfers: [FileTransfer?] = [
            nil, .waiting, .moving(bytes: 1, of: 3), .moving(bytes: 2, of: 3), .complete(path: "/f/a"),
        ]
        let told = transfers.map { transfer in
            shown.rows[0].file = ChatViewState.File(name: "a.png", transfer: transfer)
            return pane.update(to: shown).compactMap { if case .file(let line) = $0 { line.state } else { nil } }
        }
        #expect(told == [[], [.waiting], [.moving], [], [.here]])
    }

    @Test func `a forwarded message, a saved file and a problem are printed once, and again for the next`() {
        var pane = LineChatPane()
        var shown = state(people: "3 people", sender: "Ada")
        _ = pane.update(to: shown)
        for number in 1...2 {
            shown.forwarded = ChatViewState.Forwarded(to: "Ben", number: number)
            #expect(pane.update(to: shown) == [.problem("Forwarded to Ben")])
            shown.savedFile = .init(message: MessageID("1"), name: "a.png", path: "/x/a.png", number: number)
            let saved = pane.update(to: shown).flatMap { $0.text() }
            #expect(saved == ["  a.png is saved as /x/a.png"])
            shown.problem = ScreenProblem(text: "No", number: number)
            #expect(pane.update(to: shown) == [.problem("No")])
            #expect(pane.update(to: shown).isEmpty)
        }
    }

    @Test func `an invitation comes with its commands, a topic and a favourite when they change`() {
        var pane = LineChatPane()
        var shown = ChatViewState(title: "Ada", stateText: "Ada invites you", isInvitation: true, topic: "Tea")
        shown.isFavourite = true
        let events = pane.update(to: shown)
        #expect(events.prefix(2) == [.screen(.chat, contact: "Ada"), .state("Ada invites you", contact: "Ada")])
        #expect(events[2].text().first?.hasPrefix("! /join accepts the invitation, /leave declines it") == true)
        #expect(events.suffix(2) == [.topic("Tea", contact: "Ada"), .favourite(true, contact: "Ada")])
        #expect(pane.update(to: shown).isEmpty)
        (shown.stateText, shown.isInvitation, shown.topic, shown.isFavourite) = (nil, false, "", false)
        #expect(pane.update(to: shown) == [.topic("", contact: "Ada"), .favourite(false, contact: "Ada")])
    }

    @Test func `a chat prints what notifies the user when that changes`() {
        var pane = LineChatPane()
        var shown = state(people: "3 people", sender: "Ada")
        _ = pane.update(to: shown)
        func changes(to mode: NotificationMode) -> [HostEvent] {
            shown.notifications = mode
            return pane.update(to: shown)
        }
        #expect(changes(to: .mentions) == [.mentionsOnly(true, contact: "Trip")])
        #expect(changes(to: .muted) == [.muted(true, contact: "Trip")])
        #expect(
            changes(to: .mentions) == [.muted(false, contact: "Trip"), .mentionsOnly(true, contact: "Trip")]
        )
        #expect(changes(to: .all) == [.mentionsOnly(false, contact: "Trip")])
    }

    @Test func `a reply or an edit that was begun is printed once, with the way to send or drop it`() {
        var pane = LineChatPane()
        var shown = state(people: "3 people", sender: "Ada")
        shown.rows.append(ChatViewState.Row(id: MessageID("2"), author: .me, text: "teh cat", date: .distantPast))
        shown.unfinished = [
            UnfinishedText(.reply(to: MessageID("1")), "half"), UnfinishedText(.edit(of: MessageID("2")), "the c"),
            UnfinishedText(.reply(to: MessageID("0")), "so"),
        ]
        #expect(
            pane.update(to: shown).suffix(3) == [
                .problem("A reply to “Hi” was begun: “half”; /reply 2 TEXT sends one, /discard drops it"),
                .problem("An edit of “teh cat” was begun: “the c”; /edit 1 TEXT saves one, /discard drops it"),
                .problem("A reply to a message that is not on screen was begun: “so”; /discard drops it"),
            ]
        )
        shown.unfinished[0] = UnfinishedText(.reply(to: MessageID("1")), "half of it")
        #expect(pane.update(to: shown).isEmpty)
    }

    @Test func `a row of a group names the author`() {
        let row = ChatListViewState.Row(
            id: ChatSummary.ID(chat: ChatID("t")),
            title: "Trip",
            preview: "Hi",
            author: .member(ContactID("ada")),
            sender: "Ada"
        )
        #expect(HostEvent.ListRow(row).sender == "Ada")
    }

    @Test func `the list is printed for what changes in sight, and typing and a problem for themselves`() {
        var pane = LineListPane()
        let row = ChatListViewState.Row(id: ChatSummary.ID(chat: ChatID("a")), title: "Ada", preview: "Hi")
        var list = ChatListViewState(rows: [row])
        #expect(pane.update(to: list) == [.list([HostEvent.ListRow(row)])])
        list.rows[0].date = Date(timeIntervalSince1970: 1)
        #expect(pane.update(to: list).isEmpty, "the exact time is only in JSON")
        let ada = ChatName("Ada", ChatID("a"))
        list.rows[0].typing = "Ada is typing…"
        #expect(pane.update(to: list) == [.typing(true, contact: ada)])
        #expect(pane.update(to: list).isEmpty)
        list.rows[0].typing = nil
        #expect(pane.update(to: list) == [.typing(false, contact: ada)])
        list.problem = ScreenProblem(text: "No", number: 1)
        #expect(pane.update(to: list) == [.problem("No")] && pane.update(to: list).isEmpty)
        list.rows[0].hasFailed = true
        #expect(pane.update(to: list) == [.list([HostEvent.ListRow(list.rows[0])])])
    }

    @Test func `the form says as whom a chat begins, and whether it will be encrypted`() {
        var pane = LineFormPane(account: AccountName("@me:work"))
        #expect(pane.appear() == [.screen(.createChat, distinction: "as @me:work")])
        var form = CreateChatViewState()
        form.isEncrypted = true
        _ = pane.update(to: form)
        form.isEncrypted = false
        #expect(pane.update(to: form) == [.form(problem: form.message, isEncrypted: false)])
        form.suggestions = ["Ada"]
        #expect(pane.update(to: form) == [.suggestions(["Ada"])])
        form.problem = ScreenProblem(text: "No", number: 1)
        #expect(pane.update(to: form) == [.problem("No")] && pane.update(to: form).isEmpty)
    }

    @Test func `the form prints who is added to a group and removed`() {
        var pane = LineFormPane()
        _ = pane.update(to: CreateChatViewState())
        #expect(pane.update(to: CreateChatViewState(added: ["Ada"])) == [.added(["Ada"])])
        #expect(pane.update(to: CreateChatViewState(added: ["Ada"])).isEmpty)
        #expect(pane.update(to: CreateChatViewState()) == [.added([])])
    }

    private func state(people: String, sender: String) -> ChatViewState {
        let row = ChatViewState.Row(
            id: MessageID("1"),
            author: .member(ContactID("ada")),
            sender: sender,
            text: "Hi",
            date: Date(timeIntervalSince1970: 0)
        )
        return ChatViewState(title: "Trip", subtitle: people, rows: [row])
    }
}

@Suite struct LineDetailsPaneTests {
    @Test func `members are printed at first and after a change`() {
        var pane = LineDetailsPane()
        #expect(!pane.isShown)
        let two = state(["You", "Ada"])
        #expect(
            pane.update(to: two) == [
                .screen(.chatDetails, contact: "Trip"), .details(line(["Ada"])),
            ]
        )
        #expect(pane.isShown && pane.update(to: two).isEmpty)
        #expect(pane.update(to: state(["You", "Ada Lovelace"])) == [.details(line(["Ada Lovelace"]))])
        var muted = state(["You", "Ada Lovelace"])
        (muted.notifications, muted.hasMore) = (.muted, true)
        var wanted = line(["Ada Lovelace"])
        (wanted.notifications, wanted.hasMore) = (.muted, true)
        #expect(pane.update(to: muted) == [.details(wanted)])
    }

    @Test func `shared files are printed one per line, and again after a change`() {
        var pane = LineDetailsPane()
        var shared = state(["You", "Ada"])
        shared.files = [ChatDetailsViewState.File(id: MessageID("1"), name: "a\u{202E}.pdf", detail: "")]
        let events = pane.update(to: shared)
        var wanted = line(["Ada"])
        wanted.files = [HostEvent.DetailsLine.File(id: "1", name: "a\u{202E}.pdf")]
        #expect(events.last == .details(wanted))
        let lines = events.last?.text() ?? []
        #expect(lines.last?.hasPrefix("  [a") == true && lines.last?.hasSuffix(".pdf]") == true)
        #expect(!lines.joined().contains("\u{202E}"))
        #expect(pane.update(to: shared).isEmpty)
        shared.files.insert(ChatDetailsViewState.File(id: MessageID("2"), name: "b", detail: ""), at: 0)
        #expect(pane.update(to: shared).count == 1)
    }

    @Test func `a problem is printed once`() {
        var pane = LineDetailsPane()
        _ = pane.update(to: state([]))
        var troubled = state([])
        troubled.problem = ScreenProblem(text: "No", number: 1)
        #expect(pane.update(to: troubled) == [.problem("No")])
        #expect(pane.update(to: troubled).isEmpty)
        troubled.problem = ScreenProblem(text: "No", number: 2)
        #expect(pane.update(to: troubled) == [.problem("No")])
    }

    private func state(_ names: [String]) -> ChatDetailsViewState {
        let rows = names.map { ChatDetailsViewState.Row(id: $0 == "You" ? .me : .member(ContactID($0)), name: $0) }
        return ChatDetailsViewState(title: "Trip", subtitle: "2 people", rows: rows)
    }

    private func line(_ names: [String]) -> HostEvent.DetailsLine {
        let people = names.map { HostEvent.DetailsLine.Person(name: $0, id: $0) }
        return HostEvent.DetailsLine(contact: "Trip", members: names, people: people, text: "2 people")
    }
}

@Suite struct LinePicturesPaneTests {
    private var pane = LinePicturesPane()

    @Test mutating func `pictures are printed at first, and again with their title when they are uncovered`() {
        #expect(pane.appear().isEmpty && !pane.isShown)
        let two = state(1...2, hasMore: true)
        let events: [HostEvent] = [
            .screen(.sharedPictures, contact: "Trip"), .pictures(line(1...2, hasMore: true)),
        ]
        #expect(pane.update(to: two) == events)
        #expect(pane.update(to: two).isEmpty && pane.isShown)
        #expect(pane.appear() == events)
    }

    @Test mutating func `only further pictures are printed after the printed ones, also when the window moves`() {
        _ = pane.update(to: state(1...2, hasMore: true))
        #expect(pane.update(to: state(1...4, hasMore: true)) == [.pictures(line(3...4, hasMore: true))])
        #expect(pane.update(to: state(3...5)) == [.pictures(line(5...5))])
        #expect(pane.update(to: state(3...5, hasMore: true)).isEmpty)
        #expect(pane.update(to: state(1...4)) == [.pictures(line(1...4))])
    }

    @Test mutating func `all pictures are printed when a new one arrives, or one is deleted`() {
        _ = pane.update(to: SharedPicturesViewState(title: "Trip"))
        #expect(pane.update(to: state(1...2)) == [.pictures(line(1...2))])
        var new = state(1...2)
        new.rows.removeFirst()
        let events = pane.update(to: new)
        #expect(events == [.pictures(HostEvent.PicturesLine(new))])
    }

    @Test mutating func `that the last picture is gone is printed once`() {
        _ = pane.update(to: state(1...2))
        let none = SharedPicturesViewState(title: "Trip")
        #expect(pane.update(to: none) == [.pictures(HostEvent.PicturesLine(none))])
        #expect(pane.update(to: none).isEmpty)
    }

    @Test mutating func `a problem of the pictures is printed once`() {
        var troubled = state(1...1)
        _ = pane.update(to: troubled)
        troubled.problem = ScreenProblem(text: "No", number: 1)
        #expect(pane.update(to: troubled) == [.problem("No")])
        #expect(pane.update(to: troubled).isEmpty)
    }

    private func state(_ numbers: ClosedRange<Int>, hasMore: Bool = false) -> SharedPicturesViewState {
        let rows = numbers.map { number in
            SharedPicturesViewState.Row(
                id: MessageID("m\(number)"),
                name: "\(number).png",
                detail: "image/png, 9 bytes"
            )
        }
        return SharedPicturesViewState(title: "Trip", rows: rows, firstNumber: numbers.lowerBound, hasMore: hasMore)
    }

    private func line(_ numbers: ClosedRange<Int>, hasMore: Bool = false) -> HostEvent.PicturesLine {
        let pictures = numbers.map { number in
            HostEvent.PicturesLine.Picture(id: "m\(number)", name: "\(number).png", detail: "image/png, 9 bytes")
        }
        return HostEvent.PicturesLine(
            contact: "Trip",
            pictures: pictures,
            first: numbers.lowerBound,
            hasMore: hasMore
        )
    }
}
