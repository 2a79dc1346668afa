import Chat
import ChatList
import ChatTypes
import Foundation
import Testing

@testable import HostKit

@Suite struct HostEventTextTests {
    @Test(arguments: [(Delivery.received, "a.png failed: no room"), (.failed(reason: "no room"), "a.png was not sent")])
    func `a file that was not sent leaves the reason to its message`(delivery: Delivery, text: String) {
        let file = ChatViewState.File(name: "a.png", transfer: .failed(reason: "no room"))
        let row = ChatViewState.Row(
            id: MessageID("1"),
            author: delivery == .received ? .contact : .me,
            file: file,
            delivery: delivery
        )
        let line = HostEvent.FileLine(row, contact: "Ada")
        #expect(line?.text == text && line?.state == .failed)
    }

    @Test func `rows are numbered and aligned`() {
        let rows = [
            HostEvent.ListRow(contact: "John", preview: "Hi, you're here too?", time: "8:51 am", unread: 1),
            HostEvent.ListRow(contact: "日本", preview: "two\nlines \u{1B}[2J", time: "Yesterday", unread: 0),
        ]
        #expect(
            HostEvent.list(rows).text() == [
                "  1  John [1]  8:51 am    Hi, you're here too?",
                "  2  日本      Yesterday  two lines ␛[2J",
            ]
        )
        let many = Array(repeating: rows[0], count: 10)
        #expect(HostEvent.list(many).text()[0].hasPrefix("   1  John"))
        #expect(HostEvent.list(many).text()[9].hasPrefix("  10  John"))
        #expect(HostEvent.list([]).text() == ["  nothing to show"])
    }

    @Test func `a row shows You before a message of the user's, and no name before the contact's`() {
        var row = HostEvent.ListRow(contact: "Ada", preview: "Hi", time: "9:00 am", unread: 0, author: .me)
        #expect(HostEvent.list([row]).text() == ["  1  Ada  9:00 am  You: Hi"])
        row.author = .contact
        #expect(HostEvent.list([row]).text() == ["  1  Ada  9:00 am  Hi"])
    }

    @Test func `a row says behind the name what waits in the chat`() {
        var row = HostEvent.ListRow(contact: "Ada", preview: "Hi", time: "9:00 am", unread: 20)
        (row.favourite, row.unreadMore, row.markedUnread, row.failed) = (true, true, true, true)
        #expect(HostEvent.list([row]).text() == ["  1  Ada ★ [20+] (not sent)  9:00 am  Hi"])
        row.unread = 0
        (row.favourite, row.failed) = (nil, nil)
        #expect(HostEvent.list([row]).text() == ["  1  Ada [unread]  9:00 am  Hi"])
    }

    @Test func `a row of the list says all that marks its chat`() throws {
        var state = ChatListViewState.Row(id: ChatSummary.ID(chat: ChatID("a")), title: "Ada")
        state.date = Date(timeIntervalSince1970: 0)
        let bare = HostEvent.ListRow(state)
        let marks = [bare.unreadMore, bare.favourite, bare.markedUnread, bare.muted, bare.draft, bare.failed]
        #expect(marks.allSatisfy { $0 == nil } && bare.mentions == nil && bare.mine == nil && bare.state == nil)
        (state.unreadCount, state.hasMoreUnread, state.mentionCount) = (3, true, 2)
        (state.marks, state.hasDraft, state.hasFailed) = ([.favourite, .unread], true, true)
        (state.senderWarning, state.author, state.contact) = (.unencrypted, .contact, ContactID("@ada:h"))
        let row = HostEvent.ListRow(state)
        #expect(row.unreadMore == true && row.favourite == true && row.markedUnread == true)
        #expect(row.draft == true && row.failed == true && row.mentions == 2 && row.unread == 3)
        #expect(row.warning == .unencrypted && row.authorID == "@ada:h")
        (state.notifications, state.marks) = (.muted, [.unread])
        let muted = HostEvent.ListRow(state)
        #expect(muted.muted == true && muted.mentions == nil && muted.favourite == nil && muted.markedUnread == true)
    }

    @Test func `a notification is cut, and says for which of several accounts it is`() {
        let chat = ChatName("Ada", ChatID("!a:test").of(AccountName("@me:work")))
        let line = HostEvent.notification(contact: chat, text: String(repeating: "x", count: 201)).text()
        #expect(line == ["[Ada for @me:work] " + String(repeating: "x", count: 199) + "…"])
        let screen = HostEvent.screen(.chat, contact: chat, isEncrypted: false, part: .threads).text()
        #expect(screen == ["", "Threads: Ada as @me:work (not encrypted)"])
    }

    @Test func `mentions of a muted chat are not told`() {
        #expect(HostEvent.ListRow.mentions(2, .muted) == nil)
        #expect([NotificationMode.all, .mentions].map { HostEvent.ListRow.mentions(2, $0) } == [2, 2])
        #expect(HostEvent.ListRow.mentions(0, .all) == nil)
    }

    @Test func `a row of the list or the search has the sign of a doubtful message, however long its text is`() {
        var row = HostEvent.ListRow(contact: "Ada", preview: "Hi", time: "9:00 am", unread: 0)
        row.warning = .unencrypted
        #expect(HostEvent.list([row]).text() == ["  1  Ada  9:00 am  ! Hi"])
        row = HostEvent.ListRow(
            contact: "Ada",
            preview: String(repeating: "x", count: 100),
            time: "9:00 am",
            unread: 0
        )
        row.warning = .changedIdentity
        #expect(HostEvent.list([row]).text()[0].hasPrefix("  1  Ada  9:00 am  ! xxx"))
    }

    @Test(arguments: [
        (HostEvent.screen(.chatList), ["", "Chats"]), (.screen(.createChat), ["", "New chat"]),
        (.screen(.chat, contact: "Ada"), ["", "Ada"]), (.suggestions([]), []),
        (.suggestions(["Ada", "Adam"]), ["  suggestions: Ada, Adam"]),
        (.form(problem: "A name, please"), ["  A name, please"]),
        (.form(problem: nil), ["  /create starts the chat"]),
        (.notification(contact: "John", text: "a\nb"), ["[John] a b"]),
        (.gap(contact: "Ada", id: "m1"), ["  … messages are missing here …"]),
        (.notification(contact: "John", text: "Hi", warning: .unencrypted), ["[John] (not encrypted) Hi"]),
        (.muted(true, contact: "Ada"), ["  Ada is muted"]),
        (.muted(false, contact: "Ada"), ["  Ada is unmuted"]),
        (.mentionsOnly(true, contact: "Ada"), ["  Ada notifies you of mentions only"]),
        (.mentionsOnly(false, contact: "Ada"), ["  Ada notifies you of all messages"]),
        (
            .list([HostEvent.ListRow(contact: "Ada", preview: "Hi", time: "9:00 am", unread: 2, mentions: 1)]),
            ["  1  Ada [2] @  9:00 am  Hi"]
        ),
        (.added([]), ["  in the group: nobody yet"]), (.added(["Ada", "Ben"]), ["  in the group: Ada, Ben"]),
        (.group("3 people", contact: "Trip"), ["  3 people"]),
        (.details(HostEvent.DetailsLine(contact: "Ada", members: ["Ada"])), ["  You, Ada"]),
        (
            .details(HostEvent.DetailsLine(contact: "Ada", members: [], notifications: .mentions)),
            ["  mentions only", "  You"]
        ),
        (.pictures(HostEvent.PicturesLine(contact: "Ada", pictures: [])), ["  no pictures yet"]),
        (
            .pictures(.two),
            ["   9  b.png  image/png, 9 bytes", "  10  a.jpg  image/jpeg, 1.2 MB", "  … (/more shows more)"]
        ),
        (.details(.trip), ["  3 people", "  muted", "  You, Ada, … (/more shows more)"]),
        (
            .list([HostEvent.ListRow(contact: "Trip", sender: "Ada", preview: "Hi", time: "9:00 am", unread: 0)]),
            ["  1  Trip  9:00 am  Ada: Hi"]
        ),
        (.typing(true, contact: "Ada"), []), (.typing(false, contact: "Ada"), []),
        (
            .list([HostEvent.ListRow(contact: "Ada", preview: "Hi", time: "9:00 am", unread: 2, muted: true)]),
            ["  1  Ada [2] (muted)  9:00 am  Hi"]
        ),
        (.badge(unread: 0), []), (.badge(unread: 3), ["(3 unread)"]), (.problem("No network"), ["! No network"]),
        (.message(.sample("hello", .sending)), ["  9:00 am  You: hello  (sending)"]),
        (.message(.sample("hello", .failed)), ["  9:00 am  You: hello  (failed: /resend tries again)"]),
        (.message(.sample("hello", .received, from: "Ada")), ["  9:00 am  Ada: hello"]),
        (.message(.sample("one\r\ntwo", .sent)), ["  9:00 am  You: one", "                two  (sent)"]),
        (.message(.sample("", .received, from: "Ada", images: 1)), ["  9:00 am  Ada: Attachment: 1 Image"]),
        (
            .message(.sample("look", .received, from: "Ada", images: 2)),
            ["  9:00 am  Ada: look", "                Attachment: 2 Images"]
        ), (.message(.sample("", .received, from: "Ada")), ["  9:00 am  Ada: "]),
    ])
    func `each event has its text`(event: HostEvent, lines: [String]) {
        #expect(event.text() == lines)
    }

    @Test(
        arguments: [
            (.topic("", contact: "Trip"), ["  Topic: none"]), (.topic("Tea", contact: "Trip"), ["  Topic: Tea"]),
            (.favourite(true, contact: "Ada"), ["  Ada is a favourite"]),
            (.favourite(false, contact: "Ada"), ["  Ada is not a favourite any more"]), (.watching, []),
            (.state("You have left", contact: "Ada"), ["  You have left"]),
            (
                .form(problem: nil, isEncrypted: true),
                ["  /create starts the chat, encrypted (/encrypt no: not)"]
            ),
            (
                .form(problem: nil, isEncrypted: false),
                ["  /create starts the chat, not encrypted (/encrypt: encrypted)"]
            ), (.unsent(.sample("hello", .sending)), ["  (deleted) hello"]),
            (
                .screen(.verification, contact: "Ada", distinction: "@a:h", isEncrypted: true),
                ["", "Verification (@a:h) (encrypted)"]
            ),
        ] as [(HostEvent, [String])]
    )
    func `an event of a chat or a form has its text`(event: HostEvent, lines: [String]) {
        #expect(event.text() == lines)
    }

    @Test(arguments: harmfulScalars) func `no part of an event acts on the terminal`(scalar: Unicode.Scalar) {
        let bad = "x\(Character(scalar))y"
        let name = ChatName(bad, nil)
        let events: [HostEvent] = [
            .screen(.chat, contact: name), .list([HostEvent.ListRow(contact: bad, preview: bad, time: bad, unread: 1)]),
            .suggestions([bad]), .form(problem: bad), .notification(contact: name, text: bad), .problem(bad),
            .muted(true, contact: name), .mentionsOnly(true, contact: name), .added([bad]), .group(bad, contact: name),
            .details(HostEvent.DetailsLine(contact: name, members: [bad], text: bad)),
            .pictures(
                HostEvent.PicturesLine(
                    contact: name,
                    pictures: [HostEvent.PicturesLine.Picture(id: bad, name: bad, detail: bad)]
                )
            ),
            .message(HostEvent.MessageLine(contact: name, id: bad, from: bad, text: bad, state: .failed, time: bad)),
        ]
        var transcript = Transcript(style: .plain)
        for event in events + [.message(.sample(bad, .sent)), .message(.sample(bad, .read))] {
            let lines = transcript.lines(for: event)
            #expect(!lines.isEmpty)
            for line in lines { #expect(!line.unicodeScalars.contains(scalar)) }
        }
    }

    @Test func `colour is added around words only if wanted`() {
        let row = HostEvent.list([HostEvent.ListRow(contact: "Ada", preview: "hi", time: "now", unread: 1)])
        let event = HostEvent.message(.sample("hello", .failed))
        for event in [event, row, .badge(unread: 1), .problem("x"), .screen(.chatList), .form(problem: "x")] {
            let colored = event.text(style: .colored).joined(separator: "\n")
            #expect(colored.contains("\u{1B}["))
            #expect(colored.replacing(/\u{1B}\[\d+m/, with: "") == event.text().joined(separator: "\n"))
        }
        #expect(Style.colored.red("") == "")
    }
}
