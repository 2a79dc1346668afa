import ChatTypes
import Testing

@testable import ChatStore

/// Threads: their answers, what of them is unread, and how far they are read.
@Suite struct ThreadTests {
    private let database: ChatDatabase

    /// Two messages of Ada, and two answers to the first of them.
    init() throws {
        database = try ChatDatabase(.memory)
        try database.apply([message(1), message(2), message(3, inThread: "m1"), message(4, inThread: "m1")])
    }

    private func ids(_ part: TimelinePart, _ window: MessageWindow = .newest(100)) throws -> [String] {
        try timeline(part, window).messages.map(\.id.rawValue)
    }

    private func timeline(_ part: TimelinePart, _ window: MessageWindow = .newest(100)) throws -> Timeline {
        try #require(try database.read { try $0.timeline(of: ada.id, in: window, part: part) })
    }

    private func thread(_ root: String = "m1") throws -> ThreadSummary? {
        try timeline(.threads).messages.first { $0.id == MessageID(root) }?.thread
    }

    private let first = TimelinePart.thread(MessageID("m1"))

    @Test func `answers stand below their root in the thread, and not among the other messages`() throws {
        #expect(try ids(.main) == ["m1", "m2"])
        #expect(try ids(first) == ["m1", "m3", "m4"])
        #expect(try ids(.all) == ["m1", "m2", "m3", "m4"])
        #expect(try ids(.threads) == ["m1"])
        let root = try timeline(.main).messages[0].thread
        #expect(root?.answerCount == 2 && root?.newest?.text == "text 4" && root?.unreadCount == 2)
        #expect(try timeline(.main).messages[1].thread == nil)
        #expect(try timeline(.main).messages.map(\.isUnread) == [true, true])
        #expect(try timeline(first).messages.map(\.isUnread) == [false, true, true], "the root is read in the chat")
        #expect(try timeline(.threads).messages.map(\.isUnread) == [false])
    }

    @Test(arguments: [
        (MessageWindow.newest(1), ["m4"]), (.newest(2), ["m1", "m3", "m4"]),
        (.around(MessageID("m3"), before: 5, after: 0), ["m1", "m3"]),
        (.around(MessageID("m1"), before: 0, after: 1), ["m1", "m3"]),
    ])
    func `the root stands above the first answer only`(window: MessageWindow, ids: [String]) throws {
        #expect(try self.ids(first, window) == ids)
    }

    @Test func `an answer that a search has found leads to its root among the other messages`() throws {
        #expect(try ids(.main, .around(MessageID("m4"), before: 0, after: 0)) == ["m1"])
    }

    @Test func `a reply or an edit that is begun in a thread marks the thread, and one elsewhere does not`() throws {
        func begin(_ target: DraftTarget, _ text: String) throws {
            try database.write { try $0.setDraft(text, of: target, in: ada.id) }
        }
        try begin(.reply(to: MessageID("m2")), "half")
        #expect(try thread()?.hasDraft == false)
        try begin(.reply(to: MessageID("m4")), "half")
        #expect(try thread()?.hasDraft == true)
        try begin(.reply(to: MessageID("m4")), "")
        #expect(try thread()?.hasDraft == false)
    }

    @Test func `an export leaves out how far a thread is read if all threads are read further`() throws {
        try database.write { writer in
            _ = try writer.markRead(upTo: MessageID("m3"), in: ada.id)
            _ = try writer.markRead(upTo: MessageID("m4"), in: ada.id, scope: .everything)
        }
        let chats = try database.read { reader in
            var chats: [HistoryRecord.ChatRecord] = []
            try reader.export { if case .chat(let chat) = $0 { chats.append(chat) } }
            return chats
        }
        #expect(chats.count == 1 && chats[0].readAllByMe != nil && chats[0].threads == nil)
    }

    @Test(arguments: [("m1", nil), ("m2", nil), ("m3", "m1"), ("m4", "m1"), ("m9", nil)])
    func `the thread of a message is named by its root`(message: String, root: String?) throws {
        let found = try database.read { try $0.thread(of: MessageID(message), in: ada.id) }
        #expect(found == root.map { MessageID($0) })
        #expect(try database.read { try $0.thread(of: MessageID(message), in: ChatID("other")) } == nil)
    }

    @Test func `a chat and its thread are read apart`() throws {
        #expect(try database.write { try $0.markRead(upTo: MessageID("m2"), in: ada.id) })
        #expect(try database.unread() == 2 && thread()?.unreadCount == 2)
        #expect(try timeline(.main).firstUnread == nil && timeline(first).firstUnread == MessageID("m3"))
        #expect(try database.write { try $0.markRead(upTo: MessageID("m3"), in: ada.id) })
        #expect(try database.unread() == 1 && thread()?.unreadCount == 1)
        let due = [
            DueReceipt(chat: ada.id, message: MessageID("m2")),
            DueReceipt(chat: ada.id, message: MessageID("m3"), scope: .thread(MessageID("m1"))),
        ]
        #expect(try database.read { try $0.dueReceipts() } == due)
        for receipt in due {
            try database.write { try $0.confirmReceipt(for: receipt.message, in: ada.id, scope: receipt.scope) }
        }
        #expect(try database.read { try $0.dueReceipts() } == [])
    }

    @Test func `markAllRead covers all threads with one receipt`() throws {
        #expect(try database.write { try $0.markAllRead() } == [ada.id])
        #expect(try database.unread() == 0 && database.unreadCount() == 0 && thread()?.unreadCount == 0)
        let due = try database.read { try $0.dueReceipts() }
        #expect(due == [DueReceipt(chat: ada.id, message: MessageID("m4"), scope: .everything)])
    }

    @Test func `a receipt for everything takes the place of those for threads`() throws {
        #expect(try database.write { try $0.markRead(upTo: MessageID("m3"), in: ada.id) })
        #expect(try database.write { try $0.markAllRead() } == [ada.id])
        let due = try database.read { try $0.dueReceipts() }
        #expect(due == [DueReceipt(chat: ada.id, message: MessageID("m4"), scope: .everything)])
    }

    @Test(arguments: [[0, 1], [1, 0]])
    func `of two receipts that come before their message the wider one holds`(order: [Int]) throws {
        let other = try ChatDatabase(.memory)
        let scopes = [ReceiptScope.everything, .thread(MessageID("m1"))]
        for index in order {
            let receipt = ReadReceipt(reader: .me, message: MessageID("m4"), scope: scopes[index])
            try other.apply(receipts: [receipt])
        }
        try other.apply([message(1), message(2), message(3, inThread: "m1"), message(4, inThread: "m1")])
        #expect(try other.unread() == 0)
    }

    @Test(arguments: [
        (ReceiptScope.main, 2), (.thread(MessageID("m1")), 3), (.everything, 1), (.thread(MessageID("m2")), 4),
    ])
    func `a receipt from elsewhere reads what it covers, also if it comes first`(scope: ReceiptScope, unread: Int)
        throws
    {
        let receipt = ReadReceipt(reader: .me, message: MessageID("m3"), scope: scope)
        try database.apply(receipts: [receipt])
        #expect(try database.unread() == unread)
        let other = try ChatDatabase(.memory)
        try other.apply(receipts: [receipt])
        try other.apply([message(1), message(2), message(3, inThread: "m1"), message(4, inThread: "m1")])
        #expect(try other.unread() == unread)
    }

    @Test func `an answer below a receipt for everything is read when it arrives`() throws {
        try database.apply(receipts: [ReadReceipt(reader: .me, message: MessageID("m4"), scope: .everything)])
        try database.apply([message(6), message(5, id: "late", inThread: "m2")].sorted { $0.position < $1.position })
        #expect(try database.unread() == 2)
        try database.apply(receipts: [ReadReceipt(reader: .me, message: MessageID("m6"), scope: .everything)])
        #expect(try database.unread() == 0 && thread("m2")?.unreadCount == 0)
        let other = try ChatDatabase(.memory)
        let all = ReadReceipt(reader: .me, message: MessageID("m6"), scope: .everything)
        try other.apply([message(2), message(6)], receipts: [ReadReceipt(reader: .me, message: MessageID("m6"))])
        try other.apply(receipts: [all])
        try other.apply([message(4, inThread: "m2")])
        #expect(try other.unread() == 0, "the first of its thread, and late")
    }

    @Test func `the server's counts by thread are part of the chat's, and a thread that it leaves out has none`() throws
    {
        func count(_ unread: Int, _ threads: [ThreadCount]) throws {
            let update = ChatUpdate(chat: ada, unreadCount: unread, mentionCount: 0, threadCounts: threads)
            _ = try database.write { try $0.apply(update, announcing: false, countsMissing: true) }
        }
        try count(9, [ThreadCount(root: MessageID("m1"), unread: 3), ThreadCount(root: MessageID("gone"), unread: 5)])
        #expect(try database.unread() == 9 && thread()?.unreadCount == 3 && thread("gone")?.unreadCount == 5)
        #expect(try database.write { try $0.markRead(upTo: MessageID("m4"), in: ada.id) })
        #expect(try database.unread() == 6 && thread()?.unreadCount == 0, "what is not here is read with the newest")
        try database.write { try $0.confirmReceipt(for: MessageID("m4"), in: ada.id, scope: .thread(MessageID("m1"))) }
        try count(1, [])
        #expect(try database.unread() == 1 && thread("gone")?.unreadCount == 0)
        try count(9, [ThreadCount(root: MessageID("m1"), unread: -3)])
        #expect(try thread()?.unreadCount == 0)
        try count(9, [ThreadCount(root: MessageID("m1"), unread: 4)])
        #expect(try database.write { try $0.markAllRead() } == [ada.id])
        #expect(try database.unread() == 0 && thread()?.unreadCount == 0)
    }

    /// Reads everything, and then applies an update in which the server counts one in the first thread.
    private func applyRest(after message: Message?) throws {
        try database.apply(receipts: [ReadReceipt(reader: .me, message: MessageID("m4"), scope: .everything)])
        let counts = [ThreadCount(root: MessageID("m1"), unread: 1)]
        let messages = message.map { [$0] } ?? []
        let update = ChatUpdate(chat: ada, messages: messages, unreadCount: 1, threadCounts: counts)
        _ = try database.write { try $0.apply(update, announcing: false, countsMissing: true) }
        #expect(try database.unread() == 1 && thread()?.unreadCount == 1)
    }

    @Test(arguments: [nil, message(5, from: .me, inThread: "m1"), message(5, inThread: "m1", isQuiet: true)])
    func `the rest that the server counts in a thread is read with its newest answer`(newest: Message?) throws {
        let root = MessageID("m1")
        try applyRest(after: newest)
        #expect(try database.write { try !$0.markRestRead(in: ada.id) }, "it is the thread's")
        #expect(try database.write { try $0.markRestRead(in: ada.id, thread: root) })
        #expect(try database.unread() == 0 && thread()?.unreadCount == 0)
        let due = DueReceipt(chat: ada.id, message: newest?.id ?? MessageID("m4"), scope: .thread(root))
        #expect(try database.read { try $0.dueReceipts() } == [due])
        #expect(try database.write { try !$0.markRestRead(in: ada.id, thread: root) })
    }

    @Test(arguments: [message(5, inThread: "m1"), message(9, from: .me)])
    func `the rest that the server counts in a thread is not read above unread or missing answers`(newest: Message)
        throws
    {
        try applyRest(after: newest)
        #expect(try database.write { try !$0.markRestRead(in: ada.id, thread: MessageID("m1")) })
        #expect(try thread()?.unreadCount == 1)
    }

    @Test func `the rest of a thread of own answers is read though messages before its root are missing`() throws {
        let (other, root) = (try ChatDatabase(.memory), MessageID("m7"))
        let counts = [ThreadCount(root: root, unread: 1)]
        let messages = [message(7, from: .me), message(8, from: .me, inThread: "m7")]
        let update = ChatUpdate(chat: ada, messages: messages, unreadCount: 1, threadCounts: counts)
        _ = try other.write { try $0.apply(update, announcing: false, countsMissing: true) }
        #expect(try other.write { try !$0.markRestRead(in: ada.id, thread: MessageID("none")) })
        #expect(try other.write { try $0.markRestRead(in: ada.id, thread: root) })
        #expect(try other.unread() == 0)
    }

    @Test func `a thread is counted as unread apart from its chat`() throws {
        #expect(try timeline(first).isCountedUnread && timeline(.main).isCountedUnread)
        #expect(try database.write { try $0.markRead(upTo: MessageID("m4"), in: ada.id) })
        #expect(try !timeline(first).isCountedUnread && timeline(.main).isCountedUnread)
    }

    @Test func `a receipt for everything from elsewhere ends what the server counts in a thread that it covers`() throws
    {
        let counts = [ThreadCount(root: MessageID("m1"), unread: 5)]
        let update = ChatUpdate(chat: ada, unreadCount: 7, mentionCount: 0, threadCounts: counts)
        _ = try database.write { try $0.apply(update, announcing: false, countsMissing: true) }
        try database.apply(receipts: [ReadReceipt(reader: .me, message: MessageID("m4"), scope: .everything)])
        #expect(try thread()?.unreadCount == 0 && timeline(first).firstUnread == nil)
        let older = try ChatDatabase(.memory)
        let answers = [message(3, inThread: "m1"), message(4, inThread: "m1")]
        let receipts = [
            ReadReceipt(reader: .me, message: MessageID("m4"), scope: .thread(MessageID("m1"))),
            ReadReceipt(reader: .me, message: MessageID("m3"), scope: .everything),
        ]
        try older.apply([message(1), message(2)] + answers, receipts: receipts)
        let read = try older.read { try $0.timeline(of: ada.id, in: .newest(9), part: first) }
        #expect(read?.messages.count == 3 && read?.firstUnread == nil, "the thread was read further")
    }

    @Test func `an export has what was begun and read in threads, and an import leaves what is begun there`() throws {
        try database.write { writer in
            _ = try writer.markRead(upTo: MessageID("m2"), in: ada.id, scope: .everything)
            _ = try writer.markRead(upTo: MessageID("m3"), in: ada.id)
            try writer.setDraft("an answer", of: .thread(MessageID("m1")), in: ada.id)
        }
        let (records, other) = (try database.records(), try ChatDatabase(.memory))
        func draft() throws -> String? {
            try other.read { try $0.timeline(of: ada.id, in: .newest(9), part: first) }?.draft
        }
        try other.restore(records)
        #expect(try other.unread() == 1 && draft() == "an answer")
        try other.write { try $0.setDraft("another", of: .thread(MessageID("m1")), in: ada.id) }
        try other.restore(records)
        #expect(try draft() == "another")
    }

    @Test func `a deleted answer counts neither as an answer nor as unread`() throws {
        try database.apply(annotations: [Annotation(author: .contact, message: MessageID("m4"), kind: .deletion)])
        #expect(try thread()?.answerCount == 1 && thread()?.unreadCount == 1 && database.unread() == 3)
    }

    @Test func `an answer of the user's counts while it waits, and once when it is sent`() throws {
        let answer = OutgoingMessage(id: MessageID("mine"), chat: ada.id, text: "yes", thread: MessageID("m2"))
        _ = try database.write { try $0.enqueue(answer, at: moment(9)) }
        #expect(try thread("m2")?.answerCount == 1 && database.nextMessageToSend()?.thread == MessageID("m2"))
        try database.apply([message(5, from: .me, id: "mine", inThread: "m2")])
        #expect(try thread("m2")?.answerCount == 1 && ids(.thread(MessageID("m2"))) == ["m2", "mine"])
    }

    @Test func `others read a thread apart from the chat`() throws {
        let answer = message(5, from: .me, id: "mine", inThread: "m1")
        try database.apply([answer])
        func delivery() throws -> Delivery? { try timeline(first).messages.last?.delivery }
        try database.apply(receipts: [ReadReceipt(reader: .contact, message: answer.id, scope: .main)])
        #expect(try delivery() == .sent)
        try database.apply(receipts: [
            ReadReceipt(reader: .contact, message: answer.id, scope: .thread(MessageID("m1")))
        ])
        #expect(try delivery() == .read)
    }

    @Test func `a draft of a thread is its own`() throws {
        try database.write { try $0.setDraft("an answer", of: .thread(MessageID("m1")), in: ada.id) }
        #expect(try timeline(first).draft == "an answer" && timeline(.main).draft.isEmpty && thread()?.hasDraft == true)
        try database.write { try $0.dropDraft("another", ofThread: MessageID("m1"), in: ada.id) }
        #expect(try timeline(first).draft == "an answer", "it was changed meanwhile")
        try database.write { try $0.dropDraft("an answer", ofThread: MessageID("m1"), in: ada.id) }
        #expect(try timeline(first).draft.isEmpty)
    }

    @Test func `a thread whose root is missing, deleted or an answer itself stays in the list`() throws {
        let own = try #require(message(7, inThread: "m7").bounded())
        try database.apply([message(5, inThread: "elsewhere"), message(6, inThread: "m3"), own])
        try database.apply(annotations: [Annotation(author: .contact, message: MessageID("m1"), kind: .deletion)])
        #expect(try ids(.threads) == ["m1", "elsewhere", "m3"])
        #expect(try ids(.thread(MessageID("elsewhere"))) == ["elsewhere", "m5"])
        #expect(try timeline(.thread(MessageID("elsewhere"))).messages[0].text == missingRootText)
        #expect(try ids(.thread(MessageID("m3"))) == ["m3", "m6"])
        #expect(try ids(.main) == ["m1", "m2", "m7"], "no message is in a thread of its own")
        #expect(try timeline(.main).messages[0].thread?.answerCount == 2)
    }

    @Test func `a gap among answers shows in what stands on both sides of it`() throws {
        let other = try ChatDatabase(.memory)
        try other.apply([message(2), message(4, inThread: "m2"), message(6)])
        func follows(_ part: TimelinePart) throws -> [Bool]? {
            try other.read { try $0.timeline(of: ada.id, in: .newest(9), part: part) }?.messages.map(\.followsGap)
        }
        #expect(try follows(.main) == [true, true])
        #expect(try follows(.thread(MessageID("m2"))) == [false, true])
        #expect(try follows(.threads) == [false], "threads do not stand in the order of their roots")
        let gap = try other.read { try $0.gap(before: .thread(MessageID("m2")), in: ada.id) }
        #expect(gap?.position == Position(40), "between the root and the answer")
    }

    @Test func `the server's mentions in a thread count, but never more than it has unread answers`() throws {
        func mentions(_ root: String, of unread: Int, told count: Int?) throws -> Int? {
            let counts = [ThreadCount(root: MessageID(root), unread: unread, mentions: count)]
            let update = ChatUpdate(chat: ada, unreadCount: 9, mentionCount: 0, threadCounts: counts)
            _ = try database.write { try $0.apply(update, announcing: false, countsMissing: true) }
            return try thread(root)?.mentionCount
        }
        #expect(try mentions("m1", of: 3, told: 2) == 2)
        #expect(try mentions("m1", of: 3, told: nil) == 2, "they stay if the server cannot count them")
        #expect(try mentions("m1", of: 1, told: nil) == 1)
        #expect(try mentions("m1", of: 1, told: 5) == 1)
        #expect(try mentions("not here yet", of: 1, told: 5) == 1)
    }

    @Test func `a deleted answer that waits for its position counts neither then nor once it has one`() throws {
        let answer = OutgoingMessage(id: MessageID("mine"), chat: ada.id, text: "yes", thread: MessageID("m1"))
        _ = try database.write { try $0.enqueue(answer, at: moment(9)) }
        #expect(try thread()?.answerCount == 3)
        try database.write { try $0.markAccepted(answer.id, in: ada.id) }
        #expect(try database.write { try $0.annotate(.deletion(of: answer.id, in: ada.id)) })
        #expect(try thread()?.answerCount == 2)
        try database.apply([message(5, from: .me, id: "mine", inThread: "m1")])
        #expect(try thread()?.answerCount == 2)
    }

    @Test func `a message read elsewhere is reported once, in each scope`() throws {
        for scope in [ReceiptScope.main, .thread(MessageID("m1")), .everything] {
            let receipt = ReadReceipt(reader: .me, message: MessageID("m4"), scope: scope)
            #expect(try database.apply(receipts: [receipt]).isRead, "\(scope)")
            #expect(try !database.apply(receipts: [receipt]).isRead, "\(scope), again")
        }
    }

    @Test(arguments: ["m2", "m3"])
    func `a receipt for everything replaces those for the chat and its threads, and ends the mark`(read: String) throws
    {
        #expect(try database.write { try $0.markRead(upTo: MessageID(read), in: ada.id) })
        #expect(try database.write { try $0.set(.unread, to: true, in: ada.id) })
        #expect(try database.write { try $0.markRead(through: MessageID("m4"), in: ada.id) })
        let due = try database.read { try $0.dueReceipts() }
        #expect(due == [DueReceipt(chat: ada.id, message: MessageID("m4"), scope: .everything)])
        #expect(try timeline(.main).marks == [])
        #expect(try database.read { try $0.dueMarks(in: ada.id) } == [.unread: false])
    }

    @Test func `a receipt for everything keeps those for the chat and its threads that are further ahead`() throws {
        try database.apply([message(5)])
        for id in ["m4", "m5"] { #expect(try database.write { try $0.markRead(upTo: MessageID(id), in: ada.id) }) }
        #expect(try database.write { try $0.markRead(through: MessageID("m2"), in: ada.id) })
        let further = [
            DueReceipt(chat: ada.id, message: MessageID("m5")),
            DueReceipt(chat: ada.id, message: MessageID("m4"), scope: .thread(MessageID("m1"))),
        ]
        let everything = DueReceipt(chat: ada.id, message: MessageID("m2"), scope: .everything)
        #expect(try database.read { try $0.dueReceipts() } == [everything] + further)
    }

    @Test func `a mention in a thread is counted and found apart from those in the chat`() throws {
        let other = try ChatDatabase(.memory)
        try other.apply([message(1, mentionsMe: true), message(2, inThread: "m1", mentionsMe: true)])
        func counts() throws -> [Int] { try other.chats().flatMap { [$0.unreadCount, $0.mentionCount] } }
        #expect(try counts() == [2, 2])
        #expect(try other.read { try $0.mention(before: nil, in: ada.id) } == MessageID("m1"))
        let inThread = try other.read { try $0.mention(before: nil, in: ada.id, thread: MessageID("m1")) }
        #expect(inThread == MessageID("m2"))
        #expect(try other.write { try $0.markRead(upTo: MessageID("m1"), in: ada.id) } && counts() == [1, 1])
        #expect(try other.write { try $0.markRead(upTo: MessageID("m2"), in: ada.id) } && counts() == [0, 0])
    }

    @Test(arguments: [ReceiptScope.thread(MessageID("m1")), .everything])
    func `an answer stays read when an older receipt comes, and one in an unknown thread is not kept`(
        scope: ReceiptScope
    ) throws {
        try database.apply([message(5, from: .me, id: "mine", inThread: "m1")])
        func receive(_ message: String, _ scope: ReceiptScope) throws {
            let receipt = ReadReceipt(reader: .contact, message: MessageID(message), scope: scope)
            try database.apply(receipts: [receipt])
        }
        for message in ["mine", "m4"] {
            try receive(message, scope)
            #expect(try timeline(first).messages.last?.delivery == .read)
        }
        try receive("m4", .thread(MessageID("none")))
        #expect(try database.number("SELECT count(*) FROM thread_reader") == 1)
    }

    @Test(arguments: [
        (MessageWindow.newest(2), ["m2", "m1"], [true, false]), (.newest(3), ["m3", "m2", "m1"], [false, false]),
        (.around(MessageID("m2"), before: 0, after: 0), ["m2"], [true, true]),
        (.around(MessageID("m2"), before: 1, after: 1), ["m3", "m2", "m1"], [false, false]),
    ])
    func `threads are listed by their newest answer, whenever older ones arrive, in windows`(
        window: MessageWindow,
        roots: [String],
        sides: [Bool]
    ) throws {
        let other = try ChatDatabase(.memory)
        let answers = [message(5, inThread: "m3"), message(6, inThread: "m2"), message(7, inThread: "m1")]
        try other.apply([message(1), message(2), message(3)] + answers)
        try other.apply([message(4, inThread: "m1")])
        let list = try #require(try other.read { try $0.timeline(of: ada.id, in: window, part: .threads) })
        #expect(list.messages.map(\.id.rawValue) == roots)
        #expect([list.hasStoredEarlier, list.hasLater] == sides)
    }

    @Test func `texts that are begun are those of the chat or of the thread`() throws {
        for id in ["m2", "m4"] {
            try database.write { try $0.setDraft(id, of: .reply(to: MessageID(id)), in: ada.id) }
        }
        func begun(_ part: TimelinePart) throws -> [String] {
            try database.read { try $0.unfinishedTexts(in: ada.id, part: part) }.map(\.text)
        }
        #expect(try begun(.all) == ["m2", "m4"] && begun(.main) == ["m2"] && begun(first) == ["m4"])
    }

    @Test(arguments: [ReceiptScope.thread(MessageID("m1")), .everything])
    func `the notification of an answer is current until its thread or everything is read`(scope: ReceiptScope) throws {
        func isCurrent() throws -> Bool { try database.read { try $0.news(MessageID("m4"), in: ada.id) } != nil }
        try database.apply([message(5)])
        #expect(try database.write { try $0.markRead(upTo: MessageID("m5"), in: ada.id) } && isCurrent())
        #expect(try database.write { try $0.markRead(upTo: MessageID("m3"), in: ada.id, scope: scope) } && isCurrent())
        #expect(try database.write { try $0.markRead(upTo: MessageID("m4"), in: ada.id, scope: scope) } && !isCurrent())
    }

    @Test func `an answer that an edit makes mention the user is announced in its thread`() throws {
        let kind = Annotation.Kind.edit(text: "you")
        let edit = Annotation(author: .contact, message: MessageID("m3"), kind: kind, number: 1, mentionsMe: true)
        let announced = try database.apply(annotations: [edit], announcing: true).announced
        #expect(announced.map(\.thread) == [MessageID("m1")])
        #expect(try thread()?.mentionCount == 1)
    }

    @Test func `the server's counts by thread are ignored in a chat that notifies of mentions only`() throws {
        _ = try database.write { try $0.setNotifications(.mentions, in: ada.id) }
        let update = ChatUpdate(chat: ada, unreadCount: 0, mentionCount: 0, threadCounts: [])
        _ = try database.write { try $0.apply(update, announcing: false, countsMissing: true) }
        #expect(try thread()?.unreadCount == 2 && database.unread() == 4)
    }

    @Test func `a search in a part of a chat finds nothing outside it`() throws {
        func found(_ part: TimelinePart) throws -> [String] {
            try database.read { try $0.messages(in: ada.id, matching: "text", limit: 9, part: part) }.map(\.rawValue)
        }
        #expect(
            try found(.all) == ["m4", "m3", "m2", "m1"] && found(.main) == ["m2", "m1"] && found(first) == ["m4", "m3"]
        )
    }
}
