import ChatTypes
import SQLiteKit
import Testing

@testable import ChatStore

/// Two groups with the same messages, each by itself.
@Suite struct IsolationTests {
    private typealias Deed = (name: String, work: @Sendable (borrowing ChatWriter) throws -> Void)

    private static let other = ChatHeader(
        id: ChatID("chat-zoo"),
        contact: Contact(id: ContactID("zoo"), name: "The Zoo"),
        isGroup: true,
        createdAt: moment(2)
    )

    private static let tables = [
        "chat", "message", "gap", "awaited_receipt", "annotation", "reaction", "vote", "member", "unfinished", "pin",
        "file",
        "thread", "thread_reader", "space",
    ]

    @Test func `changes of a chat leave every row of another, whose messages have the same IDs`() throws {
        for deed in Self.arrivals + Self.changes + Self.answers + Self.readings + Self.texts {
            let database = try filled()
            let before = try rows(of: Self.other, in: database)
            try database.write { try deed.work($0) }
            #expect(try rows(of: Self.other, in: database) == before, "\(deed.name)")
        }
    }

    @Test func `a chat reads the same with and without another, whose messages have the same IDs`() throws {
        let (alone, both) = (try filled([Self.other]), try filled())
        func compare<Answer: Equatable>(_ query: (borrowing ChatReader) throws -> Answer) throws {
            let answer = try both.read(query)
            #expect(try answer == alone.read(query))
        }
        let (chat, root) = (Self.other.id, MessageID("m1"))
        for part in [TimelinePart.all, .main, .thread(root)] {
            for window in [MessageWindow.newest(3), .newest(99), .around(MessageID("m4"), before: 2, after: 1)] {
                try compare { try $0.timeline(of: chat, in: window, part: part) }
            }
            try compare { try $0.messages(in: chat, matching: "text", limit: 9, part: part) }
            try compare { try $0.oldestMessage(of: part, in: chat) }
            try compare { try $0.gap(before: part, in: chat) }
            try compare { try $0.firstMessage(since: moment(4), of: part, in: chat) }
            try compare { try $0.unfinishedTexts(in: chat, part: part) }
        }
        for number in 1...8 {
            let message = MessageID("m\(number)")
            try compare { try $0.readers(of: message, in: chat) }
            try compare { try $0.thread(of: message, in: chat) }
            try compare { try $0.text(of: message, in: chat) }
            try compare { try $0.news(message, in: chat) }
            try compare { try $0.poll(of: message, in: chat) }
            try compare { try $0.file(of: message, in: chat) }
            try compare { try $0.owesAnnotation(of: message, in: chat) }
            try compare { try $0.gap(endingAt: Position(Int64(number) * 10), in: chat) }
            try compare { try $0.mention(before: message, in: chat, thread: nil) }
        }
        for thread in [nil, root] { try compare { try $0.newestReadByOthers(in: chat, thread: thread) } }
        try compare { try $0.sharedFiles(of: chat, limit: 9) }
        try compare { try $0.nextDownload(in: chat) }
        try compare { try $0.draftText(in: chat) }
        try compare { try $0.failedMessages(in: chat) }
        try compare { try $0.nextToSend(in: chat) }
        try compare { try $0.dueNotifications(in: chat) }
        try compare { try $0.dueMarks(in: chat) }
        try compare { try $0.dueReceipt(in: chat) }
        try compare { try $0.pinnedMessages(of: chat, limit: 9) }
        try compare { try $0.newestMessages(of: chat, limit: 9) }
        try compare { try $0.gapToFill(in: chat) }
        try compare { try $0.members(of: chat, limit: 9) }
        try compare { try $0.names(of: [adaInTeam, benInTeam], in: chat) }
        try compare { try $0.chats(limit: 9).filter { $0.id == chat } }
    }

    /// The groups with a row in each table, the first one with words of its own.
    private func filled(_ chats: [ChatHeader] = [team, other]) throws -> ChatDatabase {
        let database = try ChatDatabase(.memory)
        for chat in chats {
            let isFirst = chat.id == team.id
            func said(_ number: Int, from author: Author = adaInTeam, poll: Poll? = nil, inThread root: String? = nil)
                -> Message
            {
                let file = number == 4 ? (isFirst ? picture : document) : nil
                let text = "text \(number) of \(chat.contact.name)"
                return message(number, from: author, text: text, attachment: file, poll: poll, inThread: root)
            }
            try database.apply(
                [
                    said(1), said(2, from: .me), said(3, inThread: "m1"), said(4), said(5, from: .me, poll: lunch),
                    said(6, inThread: "m1"), said(8),
                ],
                annotations: [
                    Self.reported(.reaction(text: "👍", isSet: true), of: "m1", 4),
                    Self.reported(.reaction(text: "🎉", isSet: true), of: "m1", 5, by: .me),
                    Self.reported(.vote(answers: ["a"]), of: "m5", 6),
                    Self.reported(.edit(text: "late"), of: "late", 1),
                    Self.reported(.reaction(text: "👍", isSet: true), of: "late", 2),
                    Self.reported(.vote(answers: ["a"]), of: "late", 3),
                ],
                memberships: [
                    membership(.me, "Me"), membership(adaInTeam, isFirst ? "Augusta" : "Ada"),
                    membership(benInTeam, isFirst ? "Benny" : "Ben"),
                ],
                in: chat
            )
            let receipts = [
                ReadReceipt(reader: adaInTeam, message: MessageID("m2")),
                ReadReceipt(reader: adaInTeam, message: MessageID("m3"), scope: .thread(MessageID("m1"))),
                ReadReceipt(reader: adaInTeam, message: MessageID("late")),
            ]
            try database.apply(receipts: receipts, in: chat)
            if isFirst {
                try database.apply(
                    receipts: [ReadReceipt(reader: benInTeam, message: MessageID("m8"), scope: .everything)],
                    annotations: [
                        Self.reported(.reaction(text: "🔥", isSet: true), of: "m1", 7, by: benInTeam),
                        Self.reported(.vote(answers: ["b"]), of: "m5", 8, by: benInTeam),
                    ],
                    in: chat
                )
            }
            let spaces = [ChatSpace(id: ChatID("!work"), name: "Work")]
            let pins = ChatPins([MessageID(isFirst ? "m2" : "m1")], number: 1)
            try database.write { writer in
                _ = try writer.apply(ChatUpdate(chat: chat, pins: pins, spaces: spaces), announcing: false)
                try Self.begin(in: chat, writer)
            }
        }
        return database
    }

    /// Queues something of everything for the server.
    private static func begin(in chat: ChatHeader, _ writer: borrowing ChatWriter) throws {
        for (number, id) in ["w1", "w2"].enumerated() {
            let message = OutgoingMessage(id: MessageID(id), chat: chat.id, text: "hello")
            _ = try writer.enqueue(message, at: moment(20 + number))
        }
        let waiting = AttachedFile(id: FileID(""), name: "me.png", type: "image/png", byteCount: 300)
        let file = OutgoingMessage(id: MessageID("w3"), chat: chat.id, text: "look", attachment: waiting)
        _ = try writer.enqueue(file, at: moment(22))
        try writer.recordCopy("copy", digest: "d1", of: file.id, in: chat.id)
        try writer.markFailed(MessageID("w2"), in: chat.id, reason: "no")
        for change in [
            ours(.edit(text: "better"), "e1", of: "m2", in: chat), ours(.edit(text: "hi"), "e2", of: "w1", in: chat),
            ours(.reaction(text: "😀", isSet: true), "r1", of: "m1", in: chat),
            ours(.vote(answers: ["c"]), "v1", of: "m5", in: chat),
        ] {
            _ = try writer.annotate(change)
        }
        _ = try writer.requestDownload(of: MessageID("m4"), in: chat.id, as: "file")
        _ = try writer.markRead(upTo: MessageID("m1"), in: chat.id, scope: .everything)
        for id in ["m2", "m3"] { _ = try writer.markRead(upTo: MessageID(id), in: chat.id) }
        try writer.setDraft("draft", in: chat.id)
        for target in [DraftTarget.thread(MessageID("m1")), .reply(to: MessageID("m6")), .edit(of: MessageID("m2"))] {
            try writer.setDraft("half", of: target, in: chat.id)
        }
        for mark in [ChatMark.favourite, .unread] { _ = try writer.set(mark, to: true, in: chat.id) }
        _ = try writer.setNotifications(.mentions, in: chat.id)
    }

    /// News of the server's.
    private static let arrivals: [Deed] = [
        (
            "messages",
            {
                let late = message(9, from: .me, id: "late", poll: lunch)
                let news = [message(7, from: adaInTeam), late, message(10, from: .me, id: "w1", text: "hi")]
                _ = try $0.apply(ChatUpdate(chat: team, messages: news), announcing: true)
            }
        ),
        (
            "annotations",
            {
                let news = [
                    reported(.deletion, of: "m6", 0), reported(.deletion, of: "m1", 0),
                    reported(.edit(text: "x"), of: "m4", 9),
                    reported(.vote(answers: ["b"]), of: "m5", 9), reported(.edit(text: "x"), of: "m2", 9, by: .me),
                    reported(.pollEnd, of: "m5", 0, by: .me), reported(.deletion, of: "late", 0),
                ]
                _ = try $0.apply(ChatUpdate(chat: team, annotations: news), announcing: true)
            }
        ),
        (
            "receipts",
            {
                let news = [ReceiptScope.main, .thread(MessageID("m1")), .everything].flatMap { scope in
                    [adaInTeam, .me].map { ReadReceipt(reader: $0, message: MessageID("m8"), scope: scope) }
                }
                _ = try $0.apply(ChatUpdate(chat: team, receipts: news), announcing: true)
            }
        ),
        (
            "members",
            {
                let news = [
                    membership(adaInTeam, "Countess", isMember: false, number: 2),
                    membership(benInTeam, "Benny", number: 2),
                ]
                _ = try $0.apply(ChatUpdate(chat: team, memberships: news), announcing: true)
            }
        ),
        (
            "standing",
            {
                let standing = NumberedStanding(ChatStanding(state: .left), number: 5)
                _ = try $0.apply(ChatUpdate(chat: team, standing: standing), announcing: true)
            }
        ),
        (
            "pins, spaces, marks and the mode",
            {
                for message in ["m2", "m3"] {
                    let pins = ChatPins([MessageID(message)], number: message == "m2" ? 2 : 3)
                    _ = try $0.apply(ChatUpdate(chat: team, pins: pins, spaces: []), announcing: true)
                }
                try $0.confirm([.favourite: true, .unread: true], in: team.id)
                try $0.confirmNotifications(.mentions, in: team.id)
                let update = ChatUpdate(chat: team, notifications: .all, marks: [.favourite: false, .unread: false])
                _ = try $0.apply(update, announcing: true)
            }
        ),
        (
            "counts",
            {
                let update = ChatUpdate(chat: team, unreadCount: 0, mentionCount: 0, threadCounts: [])
                _ = try $0.apply(update, announcing: true, countsMissing: true)
            }
        ),
        ("warnings", { _ = try $0.setWarnings([MessageID("m1"): .unencrypted], in: team.id) }),
        ("a gap that moves", { try $0.moveGap(before: Position(80), in: team.id, to: PageCursor("x")) }),
        ("a gap that ends", { try $0.closeGap(before: Position(80), in: team.id) }),
        ("a gap without messages", { _ = try $0.closeGap(before: Position(80), after: MessageID("m6"), in: team.id) }),
    ]

    /// The user's changes.
    private static let changes: [Deed] = [
        ("an edit", { _ = try $0.annotate(ours(.edit(text: "best"), "x", of: "m2")) }),
        ("a deletion", { _ = try $0.annotate(ours(.deletion, "m2", of: "m2")) }),
        ("a deletion of a poll", { _ = try $0.annotate(ours(.deletion, "m5", of: "m5")) }),
        ("a deletion of a waiting text", { _ = try $0.annotate(ours(.deletion, "w1", of: "w1")) }),
        ("a reaction taken back", { _ = try $0.annotate(ours(.reaction(text: "😀", isSet: false), "x", of: "m1")) }),
        ("a reaction removed", { _ = try $0.annotate(ours(.reaction(text: "🎉", isSet: false), "x", of: "m1")) }),
        ("a vote", { _ = try $0.annotate(ours(.vote(answers: ["a", "b"]), "x", of: "m5")) }),
        ("the end of a poll", { _ = try $0.annotate(ours(.pollEnd, "x", of: "m5")) }),
        ("an attempt", { _ = try $0.beginAttempt(at: ours(.reaction(text: "😀", isSet: true), "r1", of: "m1")) }),
        (
            "a text",
            { _ = try $0.enqueue(OutgoingMessage(id: MessageID("w4"), chat: team.id, text: "x"), at: moment(30)) }
        ),
        ("a text again", { _ = try $0.requeue(MessageID("w2"), in: team.id, at: moment(30)) }),
        ("a download that is cancelled", { _ = try $0.cancelDownload(of: MessageID("m4"), in: team.id) }),
        ("a deleted chat", { _ = try $0.deleteChat(team.id) }),
    ]

    /// The server's answers.
    private static let answers: [Deed] = [
        (
            "accepted changes",
            {
                try $0.confirm(
                    ours(.edit(text: "better"), "e1", of: "m2"),
                    as: reported(.edit(text: "better"), of: "m2", 9, by: .me)
                )
                let reaction = Annotation.Kind.reaction(text: "😀", isSet: true)
                try $0.confirm(ours(reaction, "r1", of: "m1"), as: reported(reaction, of: "m1", 9, by: .me))
                let vote = Annotation.Kind.vote(answers: ["c"])
                try $0.confirm(ours(vote, "v1", of: "m5"), as: reported(vote, of: "m5", 9, by: .me))
            }
        ),
        (
            "refused changes",
            {
                try $0.refuse(ours(.edit(text: "better"), "e1", of: "m2"), reason: "no")
                try $0.refuse(ours(.reaction(text: "😀", isSet: true), "r1", of: "m1"), reason: "no")
                try $0.refuse(ours(.vote(answers: ["c"]), "v1", of: "m5"), reason: "no")
            }
        ),
        ("a refused text", { try $0.markFailed(MessageID("w1"), in: team.id, reason: "no") }),
        ("an accepted text", { try $0.markAccepted(MessageID("w1"), in: team.id) }),
        ("an uploaded file", { _ = try $0.setFile(FileID("place"), of: MessageID("w3"), in: team.id) }),
        ("a download", { _ = try $0.endDownload(download) }),
        ("a download that fails", { try $0.failFile(download, reason: "no") }),
    ]

    /// Receipts of the user, which the server knows.
    private static let readings: [Deed] = [
        ("a message", { _ = try $0.markRead(upTo: MessageID("m8"), in: team.id) }),
        ("a message of a thread", { _ = try $0.markRead(upTo: MessageID("m6"), in: team.id) }),
        ("everything", { _ = try $0.markRead(upTo: MessageID("m8"), in: team.id, scope: .everything) }),
        ("a chat", { _ = try $0.markRead(through: nil, in: team.id) }),
        (
            "receipts",
            {
                try $0.confirmReceipt(for: MessageID("m1"), in: team.id, scope: .everything)
                try $0.confirmReceipt(for: MessageID("m2"), in: team.id)
                try $0.confirmReceipt(for: MessageID("m3"), in: team.id, scope: .thread(MessageID("m1")))
            }
        ),
    ]

    /// Drafts that the user begins and gives up.
    private static let texts: [Deed] = [
        ("a draft", { try $0.setDraft("other", in: team.id) }),
        ("a draft that ends", { try $0.dropDraft("draft", in: team.id) }),
        ("a thread's draft", { try $0.setDraft("other", of: .thread(MessageID("m1")), in: team.id) }),
        ("a thread's draft that ends", { try $0.dropDraft("half", ofThread: MessageID("m1"), in: team.id) }),
        ("a reply that ends", { try $0.endDraft(of: .reply(to: MessageID("m6")), in: team.id) }),
        ("an edit that ends", { try $0.endDraft(of: .edit(of: MessageID("m2")), in: team.id) }),
    ]

    private static let download = RequestedDownload(
        message: MessageID("m4"),
        chat: team.id,
        attachment: document,
        name: "file"
    )

    private static func reported(
        _ kind: Annotation.Kind,
        of message: String,
        _ number: Int64,
        by author: Author = adaInTeam
    )
        -> Annotation
    {
        Annotation(author: author, message: MessageID(message), kind: kind, number: number)
    }

    private static func ours(_ kind: Annotation.Kind, _ id: String, of message: String, in chat: ChatHeader = team)
        -> OutgoingAnnotation
    {
        OutgoingAnnotation(id: MessageID(id), of: MessageID(message), in: chat.id, kind: kind)
    }

    /// Returns all rows of a chat, with all their columns.
    private func rows(of chat: ChatHeader, in database: ChatDatabase) throws -> [String] {
        try Self.tables.flatMap { table in
            let columns = try texts("SELECT name FROM pragma_table_info('\(table)')", in: database)
            let row = columns.map { "quote(\($0))" }.joined(separator: " || ' ' || ")
            let (key, chat) = (
                table == "chat" ? "key" : "chat", "SELECT key FROM chat WHERE id = '\(chat.id.rawValue)'"
            )
            let rows = try texts("SELECT \(row) FROM \(table) WHERE \(key) = (\(chat)) ORDER BY 1", in: database)
            #expect(!rows.isEmpty, "\(table) needs a row in this test")
            return rows.map { "\(table): \($0)" }
        }
    }

    /// Returns the texts in the only column of a query.
    private func texts(_ sql: String, in database: ChatDatabase) throws -> [String] {
        let query = Query(Self.onlyColumn) { _ in sql }
        return try database.write { try $0.connection.rows(query) { row, value in row.text(value) } }
    }

    private static func onlyColumn(_ list: inout ColumnList) -> Int32 { list.add("value") }
}
