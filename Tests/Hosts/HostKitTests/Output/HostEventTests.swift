import Chat
import ChatList
import ChatTypes
import Foundation
import ScreenKit
import Testing

@testable import HostKit

private let trip = HostEvent.DetailsLine(
    contact: "Trip",
    members: ["Ada"],
    hasMore: true,
    text: "3 people",
    notifications: .muted
)

private let pictures = HostEvent.PicturesLine(
    contact: "Ada",
    pictures: [
        HostEvent.PicturesLine.Picture(id: "m2", name: "b.png", detail: "image/png, 9 bytes"),
        HostEvent.PicturesLine.Picture(id: "m1", name: "a.jpg", detail: "image/jpeg, 1.2 MB"),
    ],
    first: 9,
    hasMore: true
)

@Suite struct HostEventJSONTests {
    @Test(arguments: [
        (HostEvent.screen(.chatList), #"{"event":"screen","screen":"chatList"}"#),
        (.screen(.createChat), #"{"event":"screen","screen":"createChat"}"#),
        (.screen(.chat, contact: "Ada"), #"{"contact":"Ada","event":"screen","screen":"chat"}"#),
        (.list([]), #"{"event":"list","rows":[]}"#),
        (
            .list([HostEvent.ListRow(contact: "John", preview: "Hi, you're here too?", time: "8:51 am", unread: 1)]),
            #"{"event":"list","rows":[{"contact":"John","preview":"Hi, you're here too?","time":"8:51 am","unread":1}]}"#
        ), (.suggestions(["Ada Lovelace"]), #"{"event":"suggestions","names":["Ada Lovelace"]}"#),
        (
            .form(problem: "Please provide a contact name"),
            #"{"event":"form","message":"Please provide a contact name","valid":false}"#
        ), (.form(problem: nil), #"{"event":"form","valid":true}"#),
        (
            .message(message("hello", .sending)),
            #"{"contact":"Ada","event":"message","from":"me","id":"m1","mine":true,"state":"sending","text":"hello","time":"9:00 am"}"#
        ),
        (
            .message(message("\u{1B}[2J", .received, images: 2)),
            #"{"contact":"Ada","event":"message","from":"me","id":"m1","images":2,"state":"received","text":"\u001b[2J","time":"9:00 am"}"#
        ), (.notification(contact: "John", text: "Hi"), #"{"contact":"John","event":"notification","text":"Hi"}"#),
        (.gap(contact: "Ada", id: "m1"), #"{"contact":"Ada","event":"gap","id":"m1"}"#),
        (.muted(true, contact: "Ada"), #"{"contact":"Ada","event":"muted","muted":true}"#),
        (
            .mentionsOnly(true, contact: "Ada"),
            #"{"contact":"Ada","event":"mentionsOnly","mentionsOnly":true}"#
        ),
        (.favourite(false, contact: "Ada"), #"{"contact":"Ada","event":"favourite","favourite":false}"#),
        (
            .list([HostEvent.ListRow(contact: "Ada", preview: "Hi", time: "9:00 am", unread: 2, mentions: 1)]),
            #"{"event":"list","rows":[{"contact":"Ada","mentions":1,"preview":"Hi","time":"9:00 am","unread":2}]}"#
        ),
        (.typing(false, contact: "Ada"), #"{"contact":"Ada","event":"typing","typing":false}"#),
        (
            .list([HostEvent.ListRow(contact: "Ada", preview: "Hi", time: "9:00 am", unread: 0, muted: true)]),
            #"{"event":"list","rows":[{"contact":"Ada","muted":true,"preview":"Hi","time":"9:00 am","unread":0}]}"#
        ),
        (
            .list([
                HostEvent.ListRow(
                    contact: "Ada",
                    preview: "Hi",
                    time: "9:00 am",
                    unread: 20,
                    unreadMore: true,
                    failed: true
                )
            ]),
            #"{"event":"list","rows":[{"contact":"Ada","failed":true,"preview":"Hi","time":"9:00 am","unread":20,"unreadMore":true}]}"#
        ),
        (
            .unsent(message("hello", .sending)),
            #"{"contact":"Ada","event":"unsent","id":"m1","text":"hello"}"#
        ), (.added(["Ada", "Ben"]), #"{"event":"added","names":["Ada","Ben"]}"#),
        (.group("3 people", contact: "Trip"), #"{"contact":"Trip","event":"group","text":"3 people"}"#),
        (
            .details(HostEvent.DetailsLine(contact: "Ada", members: ["Ada"])),
            #"{"contact":"Ada","event":"details","members":["Ada"]}"#
        ),
        (
            .details(trip),
            #"{"contact":"Trip","event":"details","members":["Ada"],"more":true,"muted":true,"text":"3 people"}"#
        ),
        (
            .details(HostEvent.DetailsLine(contact: "Ada", members: [], notifications: .mentions)),
            #"{"contact":"Ada","event":"details","members":[],"mentionsOnly":true}"#
        ),
        (
            .pictures(HostEvent.PicturesLine(contact: "Ada", pictures: [])),
            #"{"contact":"Ada","event":"pictures","pictures":[]}"#
        ),
        (
            .pictures(pictures),
            #"{"contact":"Ada","event":"pictures","first":9,"more":true,"pictures":[{"detail":"image/png, 9 bytes","id":"m2","name":"b.png"},{"detail":"image/jpeg, 1.2 MB","id":"m1","name":"a.jpg"}]}"#
        ),
        (
            .list([HostEvent.ListRow(contact: "Trip", sender: "Ada", preview: "Hi", time: "9:00 am", unread: 0)]),
            #"{"event":"list","rows":[{"contact":"Trip","preview":"Hi","sender":"Ada","time":"9:00 am","unread":0}]}"#
        ),
        (.badge(unread: 0), #"{"event":"badge","unread":0}"#), (.problem("No"), #"{"event":"problem","text":"No"}"#),
    ])
    func `each event encodes its keys and no others`(event: HostEvent, line: String) throws {
        #expect(try JSONLine.text(of: event) == line)
    }

    @Test(
        arguments: [
            (
                .screen(
                    .chat,
                    contact: "Ada",
                    distinction: "!a:h",
                    isEncrypted: false,
                    part: .thread(MessageID("r"))
                ),
                #"{"contact":"Ada","distinction":"!a:h","encrypted":false,"event":"screen","screen":"chat","thread":"r"}"#
            ),
            (
                .screen(.chat, contact: "Ada", part: .threads),
                #"{"contact":"Ada","event":"screen","screen":"chat","threads":true}"#
            ),
            (.form(problem: nil, isEncrypted: true), #"{"encrypted":true,"event":"form","valid":true}"#),
            (
                .state("Bob did", contact: "Trip", place: HostEvent.StateLine(.removed(by: "Bob", reason: "spam"))),
                #"{"by":"Bob","contact":"Trip","event":"state","reason":"spam","state":"removed","text":"Bob did"}"#
            ),
            (
                .state("In", contact: "Ada", place: .joined),
                #"{"contact":"Ada","event":"state","state":"joined","text":"In"}"#
            ),
            (.topic("Tea", contact: "Trip"), #"{"contact":"Trip","event":"topic","text":"Tea"}"#),
            (.encryption("So", contact: "Ada"), #"{"contact":"Ada","event":"security","text":"So"}"#),
            (.watching, #"{"event":"watching"}"#),
            (
                .pins(
                    .init(
                        contact: "Ada",
                        pins: [AnsweredLine(.init(id: MessageID("1"), author: .me, text: "hi"), contact: "Ada")],
                        first: 4,
                        hasMore: true,
                        limitText: "The end"
                    )
                ),
                #"{"contact":"Ada","event":"pins","first":4,"more":true,"pins":[{"from":"me","id":"1","mine":true,"text":"hi"}],"text":"The end"}"#
            ),
            (
                .file(.init(contact: "Ada", id: "m1", name: "a.png", state: .saved, path: "/x", text: "t")),
                #"{"contact":"Ada","event":"file","id":"m1","name":"a.png","path":"/x","state":"saved","text":"t"}"#
            ),
        ] as [(HostEvent, String)]
    )
    func `an event encodes what its screen, chat or file is like`(event: HostEvent, line: String) throws {
        #expect(try JSONLine.text(of: event) == line)
    }

    @Test func `a message has a key for all that marks it`() throws {
        var line = message("hi", .received, from: "Ada")
        (line.author, line.at, line.event, line.inThread) = ("@ada:h", "then", .joined, "r")
        (line.isDeleted, line.isEdited, line.isPlaceholder) = (true, true, true)
        (line.isMention, line.isPinned, line.isFound, line.warning) = (true, true, true, .unencrypted)
        #expect(
            try JSONLine.text(of: HostEvent.message(line))
                == #"{"at":"then","author":"@ada:h","contact":"Ada","edited":true,"event":"message","found":true,"#
                + #""from":"Ada","id":"m1","inThread":"r","mention":true,"notice":"joined","pinned":true,"#
                + #""removed":true,"state":"received","text":"hi","time":"9:00 am","waiting":true,"#
                + #""warning":"unencrypted"}"#
        )
    }

    @Test func `a line of JSON names the account where several are shown`() throws {
        let chat = ChatName("Ada", ChatID("!a:test").of(AccountName("@me:work")))
        let json = try JSONLine.text(of: HostEvent.muted(true, contact: chat))
        #expect(json.contains(#""account":"@me:work""#) && json.contains(#""contact":"Ada""#))
        let named = try JSONLine.text(of: HostEvent.badge(unread: 1), account: AccountName("@me:home"))
        #expect(named == #"{"account":"@me:home","event":"badge","unread":1}"#)
    }
}

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
            .pictures(pictures),
            ["   9  b.png  image/png, 9 bytes", "  10  a.jpg  image/jpeg, 1.2 MB", "  … (/more shows more)"]
        ),
        (.details(trip), ["  3 people", "  muted", "  You, Ada, … (/more shows more)"]),
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
        (.message(message("hello", .sending)), ["  9:00 am  You: hello  (sending)"]),
        (.message(message("hello", .failed)), ["  9:00 am  You: hello  (failed: /resend tries again)"]),
        (.message(message("hello", .received, from: "Ada")), ["  9:00 am  Ada: hello"]),
        (.message(message("one\r\ntwo", .sent)), ["  9:00 am  You: one", "                two  (sent)"]),
        (.message(message("", .received, from: "Ada", images: 1)), ["  9:00 am  Ada: Attachment: 1 Image"]),
        (
            .message(message("look", .received, from: "Ada", images: 2)),
            ["  9:00 am  Ada: look", "                Attachment: 2 Images"]
        ), (.message(message("", .received, from: "Ada")), ["  9:00 am  Ada: "]),
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
            ), (.unsent(message("hello", .sending)), ["  (deleted) hello"]),
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
        for event in events + [.message(message(bad, .sent)), .message(message(bad, .read))] {
            let lines = transcript.lines(for: event)
            #expect(!lines.isEmpty)
            for line in lines { #expect(!line.unicodeScalars.contains(scalar)) }
        }
    }

    @Test func `colour is added around words only if wanted`() {
        let row = HostEvent.list([HostEvent.ListRow(contact: "Ada", preview: "hi", time: "now", unread: 1)])
        let event = HostEvent.message(message("hello", .failed))
        for event in [event, row, .badge(unread: 1), .problem("x"), .screen(.chatList), .form(problem: "x")] {
            let colored = event.text(style: .colored).joined(separator: "\n")
            #expect(colored.contains("\u{1B}["))
            #expect(colored.replacing(/\u{1B}\[\d+m/, with: "") == event.text().joined(separator: "\n"))
        }
        #expect(Style.colored.red("") == "")
    }
}

@Suite struct TranscriptTests {
    @Test func `a message printed before is followed by its state alone`() {
        var transcript = Transcript(style: .plain)
        var lines = transcript.lines(for: .message(message("hello", .sending)))
        lines += transcript.lines(for: .message(message("hello", .sending, time: "9:01 am")))
        lines += transcript.lines(for: .message(message("hello", .sent)))
        lines += transcript.lines(for: .message(message("hello", .read)))
        #expect(lines == ["  9:00 am  You: hello  (sending)", "  (sent) hello", "  (read) hello"])
    }

    @Test func `the state of a formatted message stands before its text without marks and spoilers`() {
        var transcript = Transcript(style: .plain)
        let typed = TypedText.read("**so** it was ||him||")
        var event = message(typed.text, .sending)
        event.spans = typed.spans
        _ = transcript.lines(for: .message(event))
        event.state = .sent
        #expect(transcript.lines(for: .message(event)) == ["  (sent) so it was ▒▒▒"])
    }

    @Test func `a mention that is gone to is printed whole, once`() {
        var transcript = Transcript(style: .plain)
        var event = message("hello", .received, from: "Ada")
        event.isMention = true
        #expect(transcript.lines(for: .message(event)) == ["@ 9:00 am  Ada: hello"])
        event.isFound = true
        #expect(transcript.lines(for: .message(event)) == ["> 9:00 am  Ada: hello"])
    }

    @Test func `a message that is pinned once it was printed says so, and when its pin is removed`() {
        var transcript = Transcript(style: .plain)
        var event = message("hello", .received, from: "Ada")
        _ = transcript.lines(for: .message(event))
        event.isPinned = true
        #expect(transcript.lines(for: .message(event)) == ["  (pinned) hello"])
        event.isPinned = false
        #expect(transcript.lines(for: .message(event)) == ["  (unpinned) hello"])
    }

    @Test func `the change of a long message is cut`() {
        var transcript = Transcript(style: .plain)
        let text = String(repeating: "long\n", count: 100)
        _ = transcript.lines(for: .message(message(text, .sending)))
        let lines = transcript.lines(for: .message(message(text, .failed)))
        #expect(lines == ["  (failed: /resend tries again) long long long long long long long long…"])
    }

    @Test func `the change of a message fits on the terminal`() {
        var transcript = Transcript(style: .plain)
        let text = "hello hello hello hello"
        _ = transcript.lines(for: .message(message(text, .sending)), columns: 20)
        #expect(transcript.lines(for: .message(message(text, .sent)), columns: 20) == ["  (sent) hello hell…"])
    }

    @Test func `a reaction or a vote is printed below the message that it changes`() {
        var transcript = Transcript(style: .plain)
        var event = message("hello", .received, from: "Ada")
        _ = transcript.lines(for: .message(event))
        event.reactions = [MessageReaction(text: "👍", count: 1, names: ["Ben"])]
        #expect(transcript.lines(for: .message(event)) == ["  (changed) hello", "    👍 1"])
        (event.reactions, event.isEdited) = ([], true)
        #expect(transcript.lines(for: .message(event)) == ["  (edited) hello"])
        event.poll = ChatPoll(question: "?", answers: [.init(text: "a", votes: 1)], voters: 1)
        #expect(
            transcript.lines(for: .message(event)) == [
                "  (edited) hello", "    1. a: 1 vote", "    1 person has voted",
            ]
        )
        #expect(transcript.lines(for: .message(event)).isEmpty)
    }

    @Test func `a changed text under the same ID is printed whole`() {
        var transcript = Transcript(style: .plain)
        _ = transcript.lines(for: .message(message("hello", .sent)))
        #expect(transcript.lines(for: .message(message("hullo", .sent))) == ["  9:00 am  You: hullo  (sent)"])
    }

    @Test func `a look at a chat's details prints no message again, and one at the list does`() {
        var transcript = Transcript(style: .plain)
        let event = HostEvent.message(message("hello", .sent))
        func lines(after screens: HostEvent...) -> [String] {
            for screen in screens { _ = transcript.lines(for: screen) }
            return transcript.lines(for: event)
        }
        let chat = HostEvent.screen(.chat, contact: "Ada")
        #expect(lines(after: chat) == ["  9:00 am  You: hello  (sent)"])
        #expect(lines(after: .screen(.chatDetails, contact: "Ada"), chat).isEmpty)
        #expect(lines(after: .screen(.chatList), chat) == ["  9:00 am  You: hello  (sent)"])
    }

    @Test func `the badge is not printed in a chat, whose messages are read as they are printed`() {
        var transcript = Transcript(style: .plain)
        _ = transcript.lines(for: .screen(.chat, contact: "Ada"))
        #expect(transcript.lines(for: .badge(unread: 1)).isEmpty)
        _ = transcript.lines(for: .screen(.chatDetails, contact: "Ada"))
        #expect(transcript.lines(for: .badge(unread: 1)) == ["(1 unread)"])
    }

    @Test func `a doubt about a sender is printed when it comes, and not when it goes`() {
        var transcript = Transcript(style: .plain)
        var event = message("hello", .received, from: "Ada")
        func lines(_ warning: SenderWarning?) -> [String] {
            event.warning = warning
            return transcript.lines(for: .message(event))
        }
        _ = lines(nil)
        #expect(lines(.unencrypted) == ["  (not encrypted) hello"])
        #expect(lines(.changedIdentity) == ["  (sender's identity changed) hello"])
        #expect(lines(nil).isEmpty)
    }

    @Test func `a watch of weeks forgets what it has printed, at the limit`() {
        var transcript = Transcript(style: .plain)
        func lines(_ id: Int) -> [String] {
            var event = message("hello", .sent)
            event.id = "\(id)"
            return transcript.lines(for: .message(event))
        }
        for id in 1..<Transcript.limit { _ = lines(id) }
        #expect(lines(1).isEmpty)
        #expect(!lines(0).isEmpty)
        #expect(!lines(1).isEmpty, "as if it were new")
    }

    @Test func `a screen opened again is printed again`() {
        var transcript = Transcript(style: .plain)
        let event = HostEvent.message(message("hello", .sent))
        let first = transcript.lines(for: event)
        #expect(transcript.lines(for: .badge(unread: 1)) == ["(1 unread)"])
        #expect(transcript.lines(for: event).isEmpty)
        _ = transcript.lines(for: .screen(.chat, contact: "Ada"))
        #expect(transcript.lines(for: event) == first)
    }
}

private func message(
    _ text: String,
    _ state: HostEvent.MessageLine.State,
    from: String = "me",
    images: Int = 0,
    time: String = "9:00 am"
) -> HostEvent.MessageLine {
    HostEvent.MessageLine(contact: "Ada", id: "m1", from: from, text: text, state: state, time: time, images: images)
}

/// The user's place in chats, events and equal names, as text.
@Suite struct PeopleTextTests {
    private func row(_ name: String, _ state: ChatState, _ distinction: String? = nil) -> HostEvent.ListRow {
        var row = HostEvent.ListRow(contact: name, preview: "Hi", time: "9:00 am", unread: 0)
        (row.state, row.distinction) = (HostEvent.StateLine(state), distinction)
        return row
    }

    @Test func `the list has the state and an id behind a name, which no name can imitate`() {
        let rows = [
            row("Eve", .joined, "@eve:test"), row("Eve", .banned(by: "Bob", reason: ""), "!room:test"),
            row("Eve (left)", .joined), row("R", .invited(by: "Ada", toGroup: true)),
        ]
        let lines = HostEvent.list(rows).text()
        #expect(lines[0].hasPrefix("  1  Eve (@eve:test)") && lines[1].hasPrefix("  2  Eve (!room:test) (banned)"))
        #expect(lines[3].hasPrefix("  4  R (invitation)"))
    }

    @Test(
        arguments: [
            (.invited(by: "Bob", toGroup: false), "(invitation)", #"{"by":"Bob","state":"invited"}"#),
            (.invited(by: "Bob", toGroup: true), "(invitation)", #"{"by":"Bob","group":true,"state":"invited"}"#),
            (.invitedToSpace(by: ""), "(invitation)", #"{"space":true,"state":"invited"}"#),
            (.left, "(left)", #"{"state":"left"}"#),
            (.removed(by: "Bob", reason: ""), "(removed)", #"{"by":"Bob","state":"removed"}"#),
            (.banned(by: "", reason: "spam"), "(banned)", #"{"reason":"spam","state":"banned"}"#),
            (.replaced, "(old room)", #"{"state":"replaced"}"#),
        ] as [(ChatState, String, String)]
    )
    func `each place outside of a chat has its mark, and its words for programs`(
        state: ChatState,
        mark: String,
        json: String
    ) throws {
        let line = try #require(HostEvent.StateLine(state))
        #expect(line.mark == mark)
        #expect(try JSONLine.text(of: line) == json)
        #expect(HostEvent.StateLine(.joined) == nil)
    }

    @Test func `the list says where a draft waits, and JSON who wrote the newest message of a group`() throws {
        var typed = row("Ada", .joined)
        typed.draft = true
        #expect(HostEvent.list([typed]).text()[0].hasPrefix("  1  Ada (draft)"))
        #expect(HostEvent.ListRow.isMine(.me, isFound: false, isGroup: true) == true)
        #expect(HostEvent.ListRow.isMine(.contact, isFound: false, isGroup: true) == nil)
        #expect(HostEvent.ListRow.isMine(.me, isFound: false, isGroup: false) == nil)
        #expect(HostEvent.ListRow.isMine(.contact, isFound: true, isGroup: false) == false)
    }

    @Test func `an event has no author in front, and its reason cannot move the cursor`() {
        var line = message("Bob banned you (\u{1B}[2J\nYou: hi)", .received)
        line.event = .removed
        #expect(line.text(.plain, columns: nil) == ["  9:00 am  Bob banned you (␛[2J You: hi)"])
    }

    @Test func `JSON says who and why`() throws {
        let text = try JSONLine.text(of: HostEvent.list([row("R", .banned(by: "Bob", reason: "spam"))]))
        #expect(text.contains(#""state":{"by":"Bob","reason":"spam","state":"banned"}"#))
        let space = try JSONLine.text(of: HostEvent.list([row("R", .invitedToSpace(by: "Bob (@bob:test)"))]))
        #expect(space.contains(#""state":{"by":"Bob","byID":"@bob:test","space":true,"state":"invited"}"#))
    }

    @Test func `details name roles, and no member passes for the user`() {
        var line = HostEvent.DetailsLine(contact: "Trip", members: ["You", "Ada", "Ada"], text: "4 people")
        line.people = [("You", "@y:test"), ("Ada", "@a:test"), ("Ada", "@b:test")].map { .init(name: $0, id: $1) }
        line.roles = [
            .init(name: "You", role: "administrator", mine: true), .init(name: "Ada", id: "@b:test", role: "moderator"),
        ]
        (line.topic, line.rights) = ("On Sunday", "You may invite people")
        let lines = HostEvent.details(line).text()
        #expect(lines.prefix(3) == ["  4 people", "  Topic: On Sunday", "  You may invite people"])
        #expect(lines.last == "  You (administrator), \"You\", Ada, Ada (moderator)")
    }
}
