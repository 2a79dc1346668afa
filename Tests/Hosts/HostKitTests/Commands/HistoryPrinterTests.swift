import ChatStore
import ChatTypes
import Foundation
import HostTesting
import RuntimeKit
import SimulationKit
import Testing
import Transport

@testable import HostKit

@Suite struct HistoryPrinterTests {
    private static let chat = ChatHeader(
        id: ChatID("!room:test"),
        contact: Contact(id: ContactID("@bob:test"), name: "Bob"),
        createdAt: Date(timeIntervalSince1970: 0)
    )

    private static func message(_ number: Int64) -> Message {
        let before = Predecessor(position: Position(number - 1), cursor: PageCursor("c"))
        return Message(
            id: MessageID("m\(number)"),
            author: .contact,
            text: "text \(number)",
            sentAt: Date(timeIntervalSince1970: Double(number)),
            position: Position(number),
            predecessor: number == 1 ? nil : before
        )
    }

    private static let environment = ChatEnvironment(
        clock: ContinuousClock(),
        now: { Date(timeIntervalSince1970: 100) },
        calendar: .utcInUSEnglish,
        random: RandomSource(SystemRandomNumberGenerator())
    )

    /// Returns what `show` prints of a chat with messages 1, 2, 8 and 9.
    private func shown(_ excerpt: ChatExcerpt) throws -> [String] {
        try printed(excerpt).map { line in
            line.contains(#""event":"gap""#)
                ? "gap before \(line.contains(#""id":"m8""#) ? "m8" : "?")"
                : String(line.firstMatch(of: /text \d/)?.0 ?? line[...])
        }
    }

    private func printed(
        _ excerpt: ChatExcerpt,
        _ messages: [Message] = [1, 2, 8, 9].map(Self.message),
        isJSON: Bool = true
    ) throws -> [Substring] {
        let (pipe, database) = (PipeFake(), try ChatDatabase(.memory))
        _ = try database.write { try $0.apply(ChatUpdate(chat: Self.chat, messages: messages), announcing: false) }
        let printer = Printer(output: LineOutput(descriptor: pipe.writeEnd), isJSON: isJSON, style: .plain)
        let text = HistoryPrinter(environment: Self.environment, printer: printer)
        let code = try database.read {
            try text.printChat(excerpt, excerpt.timeline(in: $0), of: $0)
        }
        #expect(code == .ok)
        pipe.closeWriteEnd()
        return String(decoding: pipe.readAll(), as: UTF8.self).split(separator: "\n")
    }

    @Test func `a message says if nothing proves its sender, and if it waits for its key`() throws {
        let doubtful = Message(
            id: MessageID("m1"),
            author: .contact,
            text: "text 1",
            senderWarning: .changedIdentity,
            sentAt: Date(timeIntervalSince1970: 1),
            position: Position(1),
            predecessor: nil
        )
        let waiting = Message(
            id: MessageID("m2"),
            author: .contact,
            text: "Encrypted message: waiting for its key",
            editNumber: Message.placeholderNumber,
            sentAt: Date(timeIntervalSince1970: 2),
            position: Position(2),
            predecessor: Predecessor(position: Position(1), cursor: PageCursor(""))
        )
        let messages = [doubtful, waiting]
        let lines = try printed(ChatExcerpt(contact: "Bob"), messages)
        #expect(lines.map { $0.contains(#""warning":"changedIdentity""#) } == [true, false])
        #expect(lines.map { $0.contains(#""waiting":true"#) } == [false, true])
        let texts = try printed(
            ChatExcerpt(contact: "Bob"),
            messages,
            isJSON: false
        )
        #expect(texts.first?.hasSuffix("(sender's identity changed)") == true)
        #expect(texts.last?.hasSuffix("Encrypted message: waiting for its key") == true)
    }

    /// Returns what `list` prints of a chat with Bob, whose newest message is one of an author.
    private func listed(_ author: Author, _ standing: ChatStanding, isJSON: Bool = false) throws -> String {
        let (pipe, database) = (PipeFake(), try ChatDatabase(.memory))
        let message = Message(
            id: MessageID("m1"),
            author: author,
            text: "text 1",
            sentAt: Date(timeIntervalSince1970: 1),
            position: Position(1),
            predecessor: nil
        )
        let update = ChatUpdate(chat: Self.chat, messages: [message], standing: NumberedStanding(standing, number: 1))
        _ = try database.write { try $0.apply(update, announcing: false) }
        let environment = ChatEnvironment(
            clock: ContinuousClock(),
            now: { Date(timeIntervalSince1970: 100) },
            calendar: .utcInUSEnglish,
            random: RandomSource(SystemRandomNumberGenerator())
        )
        let printer = Printer(output: LineOutput(descriptor: pipe.writeEnd), isJSON: isJSON, style: .plain)
        try database.read { try HistoryPrinter(environment: environment, printer: printer).printList(of: $0) }
        pipe.closeWriteEnd()
        return String(decoding: pipe.readAll(), as: UTF8.self)
    }

    @Test func `list shows You before a message of the user's in a chat of two, but not in JSON`() throws {
        #expect(try listed(.me, ChatStanding()).hasSuffix("  You: text 1\n"))
        let received = try listed(.contact, ChatStanding())
        #expect(received.hasSuffix("  text 1\n") && !received.contains("You"))
        let json = try listed(.me, ChatStanding(), isJSON: true)
        #expect(json.contains(#""preview":"text 1""#) && !json.contains("sender"))
    }

    @Test func `list shows You before no removal, which another person decided`() throws {
        let removed = try listed(.me, ChatStanding(state: .removed(by: "Bob", reason: "")))
        #expect(removed.hasSuffix("  Bob removed you\n"), "\(removed)")
    }

    @Test func `list names the author of a message, and of no removal`() throws {
        let author = #""author":"@bob:test""#
        #expect(try listed(.contact, ChatStanding(), isJSON: true).contains(author))
        let removed = try listed(.contact, ChatStanding(state: .removed(by: "Bob", reason: "")), isJSON: true)
        #expect(!removed.contains(author) && removed.contains("Bob removed you"), "\(removed)")
    }

    @Test func `list shows an invitation in the place of a message`() throws {
        let invited = try listed(.contact, ChatStanding(state: .invited(by: "Bob", toGroup: false)))
        #expect(invited.hasSuffix("  Bob invites you to a chat\n"), "\(invited)")
    }

    @Test(arguments: [true, false])
    func `list says all that marks a chat, and nothing of one without marks`(isMarked: Bool) throws {
        let (pipe, database, chat) = (PipeFake(), try ChatDatabase(.memory), Self.chat.id)
        try database.write { writer in
            _ = try writer.apply(ChatUpdate(chat: Self.chat, messages: [Self.message(1)]), announcing: false)
            guard isMarked else { return }
            for mark in [ChatMark.favourite, .unread] { _ = try writer.set(mark, to: true, in: chat) }
            _ = try writer.setNotifications(.muted, in: chat)
            try writer.setDraft("half", in: chat)
            let message = OutgoingMessage(id: MessageID("mine"), chat: chat, text: "no")
            _ = try writer.enqueue(message, at: Date(timeIntervalSince1970: 2))
            try writer.markFailed(message.id, in: chat, reason: "No")
        }
        let printer = Printer(output: LineOutput(descriptor: pipe.writeEnd), isJSON: true, style: .plain)
        try database.read { try HistoryPrinter(environment: Self.environment, printer: printer).printList(of: $0) }
        pipe.closeWriteEnd()
        let text = String(decoding: pipe.readAll(), as: UTF8.self)
        let marks = ["draft", "failed", "favourite", "markedUnread", "muted"]
        #expect(marks.filter { text.contains("\"\($0)\":true") } == (isMarked ? marks : []), "\(text)")
    }

    @Test func `show says who did what`() throws {
        let messages = [Author.contact, .me].enumerated().map { index, author in
            Message(
                id: MessageID("m\(index)"),
                author: author,
                text: "joined the group",
                event: .joined,
                sentAt: Date(timeIntervalSince1970: Double(index)),
                position: Position(Int64(index + 1)),
                predecessor: nil
            )
        }
        let lines = try printed(ChatExcerpt(contact: "Bob"), messages, isJSON: false)
        #expect(lines.map { $0.split(separator: "  ").last } == ["Bob joined the group", "You joined the group"])
    }

    @Test func `each page of search results goes on with the numbers of the one before`() async throws {
        let (pipe, database) = (PipeFake(), try ChatDatabase(.memory))
        let update = ChatUpdate(chat: Self.chat, messages: [1, 2, 3].map(Self.message))
        _ = try database.write { try $0.apply(update, announcing: false) }
        let printer = Printer(output: LineOutput(descriptor: pipe.writeEnd), isJSON: true, style: .plain)
        try await HistoryPrinter(environment: Self.environment, printer: printer).printSearchResults { place in
            try database.read { try $0.search("text", after: place, limit: 2) }
        }
        pipe.closeWriteEnd()
        let pages = String(decoding: pipe.readAll(), as: UTF8.self).split(separator: "\n")
        #expect(pages.map { $0.matches(of: /text \d/).map { String($0.0) } } == [["text 3", "text 2"], ["text 1"]])
        #expect(pages.map { $0.contains(#""first":3"#) } == [false, true])
    }

    @Test func `a gap between messages is printed`() throws {
        #expect(try shown(ChatExcerpt(contact: "Bob")) == ["text 1", "text 2", "gap before m8", "text 8", "text 9"])
        let before = ChatExcerpt(contact: "Bob", limit: 3, before: "m9")
        #expect(try shown(before) == ["text 1", "text 2", "gap before m8", "text 8"])
    }

    @Test func `a gap right before the message that ends an excerpt is printed`() throws {
        #expect(try shown(ChatExcerpt(contact: "Bob", before: "m8")) == ["text 1", "text 2", "gap before m8"])
        #expect(try shown(ChatExcerpt(contact: "Bob", before: "m2")) == ["text 1"])
    }

    @Test func `a gap before a full excerpt is not printed`() throws {
        #expect(try shown(ChatExcerpt(contact: "Bob", limit: 2)) == ["text 8", "text 9"])
    }

    @Test(arguments: ["Bob", "bob", "@bob:test", "!room:test"])
    func `a chat is found by its name, its person's ID and its own`(_ name: String) throws {
        #expect(try shown(ChatExcerpt(contact: name, limit: 1)) == ["text 9"])
    }

    @Test func `show says that a message answers another, as text and as JSON`() throws {
        let answer = Message(
            id: MessageID("m2"),
            author: .me,
            text: "yes",
            repliesTo: MessageID("m1"),
            sentAt: Date(timeIntervalSince1970: 2),
            position: Position(2),
            predecessor: Predecessor(position: Position(1), cursor: PageCursor("c"))
        )
        let excerpt = ChatExcerpt(contact: "Bob")
        let text = try printed(excerpt, [Self.message(1), answer], isJSON: false)
        #expect(text.contains { $0.contains("↳ Bob: text 1") })
        let json = try printed(excerpt, [Self.message(1), answer])
        #expect(json.last?.contains(#""reply":{"author":"@bob:test","from":"Bob","id":"m1","text":"text 1"}"#) == true)
    }

    @Test func `show and export mark a message of a thread in their text, and no other`() throws {
        let answer = Message(
            id: MessageID("m2"),
            author: .me,
            text: "yes",
            thread: MessageID("m1"),
            sentAt: Date(timeIntervalSince1970: 2),
            position: Position(2),
            predecessor: Predecessor(position: Position(1), cursor: PageCursor("c"))
        )
        let messages = [Self.message(1), answer]
        let shown = try printed(ChatExcerpt(contact: "Bob"), messages, isJSON: false)
        let marked = shown.filter { $0.contains("(in a thread)") }
        #expect(marked.map { $0.hasSuffix("You: yes  (in a thread) (sent)") } == [true])
        #expect(shown.contains { $0.hasSuffix("Bob: text 1") })
        let database = try ChatDatabase(.memory)
        _ = try database.write { try $0.apply(ChatUpdate(chat: Self.chat, messages: messages), announcing: false) }
        let records = try database.read { reader in
            var records: [HistoryRecord] = []
            try reader.export { records.append($0) }
            return records
        }
        var transcript = TranscriptExport(environment: Self.environment)
        let lines = records.flatMap { transcript.lines(for: $0) }
        #expect(lines.last?.hasSuffix("You: yes  (in a thread)") == true)
        #expect(lines.filter { $0.contains("(in a thread)") }.count == 1)
    }

    @Test func `a search says of which chats earlier messages are missing`() throws {
        let database = try ChatDatabase(.memory)
        #expect(try database.read { try HistoryPrinter.missing(of: $0) } == nil)
        let update = ChatUpdate(chat: Self.chat, messages: [8, 9].map(Self.message))
        _ = try database.write { try $0.apply(update, announcing: false) }
        let name = Self.chat.contact.name
        let one = "Earlier messages of \(name) are not here; viperchat show \(shellQuoted(name)) --limit N loads them"
        #expect(try database.read { try HistoryPrinter.missing(of: $0) } == one)
        for number in 1...4 {
            let friend = ChatHeader(
                id: ChatID("!\(number):test"),
                contact: Contact(id: ContactID("@\(number):test"), name: "Friend \(number)"),
                createdAt: Date(timeIntervalSince1970: 0)
            )
            let update = ChatUpdate(chat: friend, messages: [Self.message(Int64(20 + number))])
            _ = try database.write { try $0.apply(update, announcing: false) }
            guard number == 3 else { continue }
            let more = "Friend 3, Friend 2, Friend 1 and one more chat are not here; viperchat show CHAT"
            #expect(try database.read { try HistoryPrinter.missing(of: $0) }?.contains(more) == true)
        }
        let several =
            "Friend 4, Friend 3, Friend 2 and 2 more chats are not here; viperchat show CHAT --limit N loads them"
        #expect(try database.read { try HistoryPrinter.missing(of: $0) } == "Earlier messages of \(several)")
    }

    @Test func `a search names the whole command that loads missing messages`() throws {
        let (pipe, folder, database) = (PipeFake(), DataFolder(), try ChatDatabase(.memory))
        let update = ChatUpdate(chat: Self.chat, messages: [8, 9].map(Self.message))
        _ = try database.write { try $0.apply(update, announcing: false) }
        let container = try AppContainer(
            clock: VirtualClock(),
            date: Date(timeIntervalSince1970: 100),
            profile: try Profile(dataDirectory: folder.url.path, name: "work", environment: [:])
        )
        let printer = Printer(output: LineOutput(descriptor: pipe.writeEnd), isJSON: false, style: .plain)
        let history = HistoryPrinter(environment: container.environment, printer: printer)
        try database.read { try history.printMissing(of: $0, completing: container.completing) }
        pipe.closeWriteEnd()
        let name = Self.chat.contact.name
        let command = "viperchat --data-dir \(folder.url.path) --profile work show \(shellQuoted(name)) --limit N"
        #expect(
            String(decoding: pipe.readAll(), as: UTF8.self)
                == "! Earlier messages of \(name) are not here; \(command) loads them\n"
        )
    }
}
