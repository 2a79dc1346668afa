import ChatTypes
import Foundation
import RuntimeKit
import SQLiteKit
import Testing

@testable import ChatStore

@Suite struct MigrationTests {
    private let folder: TemporaryFolder
    private let file: HistoryFile

    /// A copy of the file that version 1 wrote.
    init() throws {
        folder = try TemporaryFolder()
        file = HistoryFile(folder.file("history.sqlite"))
        let old = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "version-1.sqlite")
        try FileManager.default.copyItem(at: old, to: file.url)
    }

    /// Opens a copy of the file that another version wrote.
    private func opened(_ name: String) throws -> ChatDatabase {
        let old = URL(filePath: #filePath).deletingLastPathComponent().appending(path: name)
        let copy = HistoryFile(folder.file(name))
        try FileManager.default.copyItem(at: old, to: copy.url)
        let opened = try copy.open(at: moment(0))
        #expect(opened.setAside == nil)
        return opened.database
    }

    @Test func `version 1 keeps messages, outbox, failures, drafts, gaps, markers and receipts`() throws {
        let opened = try file.open(at: moment(0))
        #expect(opened.setAside == nil)
        let database = opened.database
        let timeline = try #require(try database.timeline())
        #expect(timeline.messages.map(\.id.rawValue) == ["m3", "m4", "m7", "m8", "waiting-1", "waiting-2", "refused"])
        let deliveries: [Delivery] = [
            .received, .read, .received, .received, .sending, .sending, .failed(reason: "no"),
        ]
        #expect(timeline.messages.map(\.delivery) == deliveries)
        #expect(timeline.messages.map(\.followsGap) == [true, false, true, false, false, false, false])
        #expect(timeline.messages.map(\.imageCount) == [0, 0, 2, 0, 0, 0, 0])
        #expect(timeline.draft == "half a li" && timeline.marker == Position(70))
        #expect(try database.nextMessageToSend()?.id == MessageID("waiting-1"))
        #expect(try database.read { try $0.gapToFill(in: ada.id) }?.cursor == PageCursor("before 7"))
        let due = [DueReceipt(chat: ChatID("chat-zoe"), message: MessageID("m2"))]
        #expect(try database.read { try $0.dueReceipts() } == due)
        #expect(try database.read { try $0.syncCursor() } == SyncCursor("cursor-9"))
        #expect(try database.unreadCount() == 3)
        #expect(try database.integrityProblems() == [])
        let late = message(9, from: .me, id: "not here yet")
        try database.apply([late])
        #expect(
            try database.timeline()?.messages.first { $0.id == late.id }?.delivery == .read,
            "it had come before"
        )
    }

    @Test func `version 1's derived values are recomputed`() throws {
        let database = try file.open(at: moment(0)).database
        #expect(try database.chats().map(\.id.rawValue) == ["chat-ben", "chat-ada", "chat-zoe", "chat-new"])
        #expect(try database.chats().map(\.activity) == [moment(900), moment(101), moment(50), moment(3)])
        #expect(try database.read { try $0.chat(withContactNamed: "zoë STRASSE") }?.id == ChatID("chat-zoe"))
        #expect(try database.search("creme").hits.map(\.message?.rawValue) == ["m3"])
        #expect(try database.search("text").hits.map(\.time) == [50, 20, 10, 7].map(moment))
        #expect(try database.search("zoe").hits.map(\.message) == [nil])
        #expect(try database.read { try $0.lifeCount() } == 1, "what an earlier life has drawn is not drawn again")
        #expect(try file.open(at: moment(1)).setAside == nil)
    }

    @Test func `version 2 keeps all data, with no muted chat and no deleted message`() throws {
        let old = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "version-2.sqlite")
        let copy = HistoryFile(folder.file("version-2.sqlite"))
        try FileManager.default.copyItem(at: old, to: copy.url)
        let database = try copy.open(at: moment(0)).database
        let elder = try file.open(at: moment(0)).database
        #expect(try database.records() == elder.records())
        #expect(try database.chats() == elder.chats())
        #expect(try database.unreadCount() == 3)
        #expect(try !database.chats().contains { $0.isMuted })
        #expect(try database.search("creme").hits.count == 1)
        #expect(try database.integrityProblems() == [])
        #expect(try copy.open(at: moment(1)).setAside == nil)
    }

    @Test func `version 3 keeps all data, and sends deletions before messages`()
        throws
    {
        let (database, elder) = (try opened("version-3.sqlite"), try opened("version-2.sqlite"))
        // The fixture is the file of version 2 after these changes.
        try elder.write { writer in
            _ = try writer.setNotifications(.muted, in: ChatID("chat-zoe"))
            for id in ["waiting-2", "m4"].map(MessageID.init) { _ = try writer.annotate(.deletion(of: id, in: ada.id)) }
        }
        #expect(try database.records() == elder.records())
        #expect(try database.chats() == elder.chats())
        #expect(try database.integrityProblems() == [])
        for id in ["waiting-2", "m4"].map(MessageID.init) {
            let next = try database.read { try $0.nextToSend(in: ada.id) }
            #expect(next == .annotation(.deletion(of: id, in: ada.id)))
            try database.write { try $0.confirmDeletion(of: id.rawValue) }
        }
        guard case .message(let next) = try database.read({ try $0.nextToSend(in: ada.id) }) else {
            Issue.record("no message is sent behind what was taken back")
            return
        }
        #expect(next.id == MessageID("waiting-1"))
    }

    @Test func `version 4 keeps all data, with every chat between two`() throws {
        let (database, elder) = (try opened("version-4.sqlite"), try opened("version-3.sqlite"))
        // The fixture is the file of version 3 after these changes.
        let zoe = ChatID("chat-zoe")
        _ = try elder.write { try $0.annotate(.edit("edit-1", of: "settled", to: "text 3, changed", in: zoe)) }
        try elder.apply([message(3, text: "what Ben means", edit: 4, at: moment(30))], in: ben, announcing: true)
        #expect(try elder.enqueue("waiting-3", "first thoughts", in: ben, at: moment(1000)))
        let second = OutgoingAnnotation.edit("edit-2", of: "waiting-3", to: "second thoughts", in: ben.id)
        _ = try elder.write { try $0.annotate(second) }
        #expect(try database.records() == elder.records())
        #expect(try database.chats() == elder.chats())
        #expect(try database.chats().allSatisfy { $0.group == nil })
        #expect(try database.integrityProblems() == [])
        // Compares what waits for the server, and what waited for its message.
        #expect(try database.nextToSend() == .annotation(.deletion(of: MessageID("waiting-2"), in: ada.id)))
        #expect(try database.read { try $0.nextToSend(in: zoe) } == elder.read { try $0.nextToSend(in: zoe) })
        try database.apply([message(9, from: .me, id: "not here yet")])
        #expect(try database.timeline()?.messages.first { $0.position == Position(90) }?.delivery == .read)
        try database.apply([message(4, id: "not here yet"), message(5, id: "gone before it came")], in: ben)
        let late = try #require(
            try database.timeline(of: ben)?.messages.filter { $0.position ?? Position(0) > Position(30) }
        )
        #expect(late.map(\.text) == ["what it will say", ""] && late[1].isDeleted)
        // Groups work from now on.
        try database.apply([message(1, from: adaInTeam)], memberships: teamMembers, in: team)
        #expect(try database.timeline(of: team)?.messages.map(\.senderName) == ["Ada"])
    }

    @Test func `version 5 keeps all data, with no file in any message`() throws {
        let (database, elder) = (try opened("version-5.sqlite"), try opened("version-4.sqlite"))
        // The fixture is the file of version 4 after these changes.
        try elder.apply(
            [
                message(1, from: adaInTeam, images: 2), message(2, from: benInTeam), message(3, from: .me, id: "ours"),
                message(4, from: adaInTeam), message(6, from: benInTeam, text: "crème again"),
            ],
            receipts: [ReadReceipt(reader: adaInTeam, message: MessageID("ours"))],
            annotations: [Annotation(author: benInTeam, message: MessageID("m2"), kind: .deletion)] + [
                Annotation(author: adaInTeam, message: MessageID("m4"), kind: .edit(text: "what Ada means"), number: 7)
            ],
            memberships: teamMembers + [membership(.member(ContactID("carl")), "Carl", isMember: false, number: 3)],
            in: team
        )
        try elder.apply(
            annotations: [Annotation(author: adaInTeam, message: MessageID("m9"), kind: .deletion)],
            in: team
        )
        #expect(try elder.enqueue("waiting-4", "to all", in: team, at: moment(1100)))
        let change = OutgoingAnnotation.edit("edit-3", of: "ours", to: "ours, changed", in: team.id)
        #expect(try elder.write { try $0.annotate(change) })
        #expect(try elder.write { try $0.setNotifications(.muted, in: team.id) })
        #expect(try database.records() == elder.records())
        #expect(try database.chats() == elder.chats())
        #expect(try database.timeline(of: team) == elder.timeline(of: team))
        #expect(try database.timeline(of: team)?.messages.allSatisfy { $0.attachment == nil } == true)
        #expect(try database.integrityProblems() == [])
        #expect(try database.nextToSend(in: team) == elder.nextToSend(in: team))
        #expect(try database.nextToSend(in: team) != nil)
        #expect(try database.search("creme again").hits.count == 1)
        #expect(try database.read { try $0.chatsWithDueNotifications() }.contains(team.id), "the server was not told")
        // Files work from now on.
        try database.apply([message(7, from: adaInTeam, attachment: picture)], in: team)
        #expect(try database.timeline(of: team)?.messages.first { $0.position == Position(70) }?.attachment == picture)
    }

    @Test func `version 6 keeps all data, and its edits and deletions become annotations`() throws {
        let (database, elder) = (try opened("version-6.sqlite"), try opened("version-5.sqlite"))
        // The fixture is the file of version 5 after these changes.
        let dora = chat(6, name: "Dora")
        let (ours, gone) = (MessageID("mine-2"), MessageID("mine-8"))
        try elder.apply(
            [
                message(1, attachment: picture), message(2, from: .me, id: "mine-2"),
                message(3, from: .me, id: "mine-3"), message(4, from: .me, id: "mine-4"),
                message(5, attachment: document), message(6, text: "crème 6"),
            ],
            in: dora
        )
        try elder.write { writer in
            for (number, carrier) in [1, 5].map({ ($0, MessageID("m\($0)")) }) {
                #expect(try writer.requestDownload(of: carrier, in: dora.id, as: "file of m\(number)"))
            }
            #expect(try writer.annotate(.edit("edit-4", of: "mine-2", to: "mine, edited", in: dora.id)))
            let refused = OutgoingAnnotation.edit("edit-5", of: "mine-3", to: "refused", in: dora.id)
            #expect(try writer.annotate(refused))
            try writer.refuse(refused, reason: "too late")
            #expect(try writer.annotate(.deletion(of: MessageID("mine-4"), in: dora.id)))
        }
        let wanted = try #require(try elder.read { try $0.nextDownload(in: dora.id) })
        #expect(try elder.write { try $0.endDownload(wanted) })
        #expect(try elder.sendFile("mine-7", in: dora))
        #expect(try elder.enqueue("mine-8", in: dora, at: moment(1200)))
        #expect(try elder.write { try $0.annotate(.deletion(of: gone, in: dora.id)) })
        try elder.write { try $0.confirmDeletion(of: "mine-8", in: dora) }
        try elder.apply(
            annotations: [
                Annotation(author: .contact, message: MessageID("m11"), kind: .deletion),
                Annotation(author: .contact, message: MessageID("m10"), kind: .edit(text: "as it will be"), number: 12),
            ],
            in: dora
        )
        #expect(try database.records() == elder.records())
        #expect(try database.chats() == elder.chats())
        #expect(try database.integrityProblems() == [])
        for chat in [ada, ben, team, dora] {
            #expect(try database.timeline(of: chat) == elder.timeline(of: chat))
            #expect(try database.nextToSend(in: chat) == elder.nextToSend(in: chat))
        }
        #expect(try database.read { try $0.chatsWithOutbox() } == elder.read { try $0.chatsWithOutbox() })
        #expect(try database.read { try $0.file(of: wanted.message, in: dora.id) }?.isComplete == true)
        // Both have the same annotations that wait for their messages, and for the server.
        for database in [database, elder] {
            let late = [message(10), message(11), message(12, from: .me, id: "mine-8"), message(13, id: "m13")]
            #expect(try database.apply(late, in: dora).owesDeletion)
            let texts = try database.timeline(of: dora)?.messages.filter { $0.position ?? Position(0) > Position(60) }
            #expect(texts?.map(\.text) == ["as it will be", "", "", "text 13"])
            let expected = OutgoingAnnotation.edit("edit-4", of: "mine-2", to: "mine, edited", in: dora.id)
            #expect(try database.nextToSend(in: dora) == .annotation(expected))
            try database.write { try $0.refuse(expected, reason: "no") }
            #expect(try database.timeline(of: dora)?.messages.first { $0.id == ours }?.text == "text 2")
            let deletion = OutgoingAnnotation.deletion(of: MessageID("mine-4"), in: dora.id)
            #expect(try database.nextToSend(in: dora) == .annotation(deletion))
        }
    }

    @Test func `version 7 keeps all data, and its texts without spaces are found`() throws {
        let (database, elder) = (try opened("version-7.sqlite"), try opened("version-6.sqlite"))
        // The fixture is the file of version 6 after these changes.
        let eve = chat(7, name: "新しい Straße")
        try elder.apply([message(1, text: "明日は新しい駅 Abc"), message(2, text: "STRASSE"), message(3)], in: eve)
        #expect(try database.records() == elder.records())
        #expect(try database.chats() == elder.chats())
        #expect(try database.timeline(of: eve) == elder.timeline(of: eve))
        #expect(try database.unreadCount() == elder.unreadCount())
        #expect(try database.integrityProblems() == [])
        #expect(try database.search("しい駅").hits.map(\.message) == [MessageID("m1")])
        #expect(
            try database.search("strasse").hits.filter { $0.chat == eve.id }.map(\.message) == [nil, MessageID("m2")]
        )
        #expect(try database.search("しい").hits.map(\.message) == [nil, MessageID("m1")])
        // Reactions work from now on.
        let kind = Annotation.Kind.reaction(text: "👍", isSet: true)
        let reaction = Annotation(author: adaInTeam, message: MessageID("m4"), kind: kind, number: 1)
        try database.apply(annotations: [reaction], in: team)
        #expect(try database.timeline(of: team)?.messages.flatMap(\.reactions).map(\.names) == [["Ada"]])
    }

    @Test func `version 8 keeps all data, and its texts are plain`() throws {
        let (database, elder) = (try opened("version-8.sqlite"), try opened("version-7.sqlite"))
        // The fixture is the file of version 7 after these changes.
        let changes = [
            #"{"chat":{"id":"chat-finn","contact":"finn","name":"Finn","created":"2022-03-11T09:00:00.000Z"}}"#,
            #"{"message":{"chat":"chat-finn","id":"f1","author":"contact","text":"*so* many","quiet":true,"position":10,"#
                + #""time":"2022-03-11T09:01:00.000Z"}}"#,
            #"{"message":{"chat":"chat-finn","id":"f2","author":"me","text":"two","answers":"f1","position":20,"#
                + #""time":"2022-03-11T09:02:00.000Z","reactions":[{"author":"contact","text":"+","number":3},"#
                + #"{"author":"me","text":"!","number":0,"id":"reaction-1"}]}}"#,
            #"{"message":{"chat":"chat-finn","id":"f3","author":"me","text":"three, edited","position":30,"#
                + #""time":"2022-03-11T09:03:00.000Z","edit":{"id":"edit-f3","was":"three","number":0}}}"#,
        ]
        for line in changes {
            let record = try JSONDecoder().decode(HistoryRecord.self, from: Data(line.utf8))
            #expect(try elder.write { try $0.restore(record) })
        }
        let finn = ChatHeader(
            id: ChatID("chat-finn"),
            contact: Contact(id: ContactID("finn"), name: "Finn"),
            createdAt: moment(0)
        )
        #expect(try database.records() == elder.records())
        #expect(try database.chats() == elder.chats())
        #expect(try database.timeline(of: finn) == elder.timeline(of: finn))
        #expect(try database.nextToSend(in: finn) == elder.nextToSend(in: finn))
        #expect(try database.integrityProblems() == [])
        #expect(try database.timeline(of: finn)?.messages.allSatisfy { $0.spans.isEmpty } == true)
        // Formats work from now on.
        let text = TypedText.read("*so* many")
        try database.apply([message(4, text: text.text, spans: text.spans)], in: finn)
        #expect(try database.timeline(of: finn)?.messages.first { $0.position == Position(40) }?.spans == text.spans)
    }

    @Test func `version 9 keeps all data, and names say no more where the user stands`() throws {
        let (database, elder) = (try opened("version-9.sqlite"), try opened("version-7.sqlite"))
        let records = try database.records()
        let old = try elder.records()
        #expect(records.filter { old.contains($0) } == old)
        func state(_ id: String) throws -> (String, ChatState)? {
            try database.chats().first { $0.id.rawValue == id }.map { ($0.contact.name, $0.standing.state) }
        }
        #expect(try state("!left:test") ?? ("", .joined) == ("Garden", .left))
        #expect(try state("!invited:test") ?? ("", .joined) == ("Eve", .invited(by: "", toGroup: false)))
        #expect(try state("!old:test") ?? ("", .joined) == ("Eve", .replaced))
        #expect(try state("!mia:test") ?? ("", .left) == ("Mia", .joined))
        #expect(
            try database.chats().filter { $0.contact.name == "Eve" }.map(\.distinction) == [nil, nil],
            "one is the old room"
        )
        #expect(try database.search("garden").hits.map(\.chat.rawValue) == ["!left:test"])
        #expect(try database.search("invitation").hits.isEmpty)
        #expect(try database.integrityProblems() == [])
    }

    @Test func `version 10 keeps all data, without mentions, and mentions count from then on`() throws {
        let (database, elder) = (try opened("version-10.sqlite"), try opened("version-9.sqlite"))
        let (records, old) = (try database.records(), try elder.records())
        #expect(records.filter { old.contains($0) } == old && records.count == old.count + 1)
        #expect(try database.unreadCount() == elder.unreadCount())
        #expect(try database.chats().map(\.notifications).filter { $0 == .mentions } == [])
        #expect(try database.chats().map(\.isMuted) == elder.chats().map(\.isMuted))
        #expect(try database.chats().allSatisfy { $0.mentionCount == 0 })
        let mia = try #require(try database.read { try $0.chat(ChatID("!mia:test")) })
        try database.apply([message(1, id: "new", mentionsMe: true)], in: mia)
        #expect(try database.chats().first { $0.id == mia.id }?.mentionCount == 1)
        #expect(try database.read { try $0.mention(before: nil, in: mia.id) } == MessageID("new"))
        #expect(try database.integrityProblems() == [])
    }

    @Test func `version 11 keeps all data, and chats can be marked from then on`() throws {
        let (database, elder) = (try opened("version-11.sqlite"), try opened("version-10.sqlite"))
        // One chat is new, and the server has been told what waited.
        let (chats, old) = (try database.chats().map(\.id), try elder.chats().map(\.id))
        #expect(Set(chats) == Set(old + [ChatID("chat-john")]))
        #expect(try database.timeline()?.messages.map(\.text) == elder.timeline()?.messages.map(\.text))
        // Nine messages and an invitation.
        #expect(try database.unreadCount() == 10)
        #expect(try database.chats().filter { $0.notifications == .mentions }.map(\.id.rawValue) == ["c6"])
        #expect(try database.chats().filter { $0.mentionCount == 1 }.map(\.id.rawValue) == ["!mia:test"])
        #expect(try database.chats().allSatisfy { $0.marks.isEmpty })
        #expect(try database.write { try $0.set(.favourite, to: true, in: ChatID("c6")) })
        #expect(try database.chats().first?.id.rawValue == "c6")
        #expect(try database.integrityProblems() == [])
    }

    @Test func `version 12 keeps all data, and accents and parts of words are found from then on`() throws {
        let (database, elder) = (try opened("version-12.sqlite"), try opened("version-11.sqlite"))
        #expect(try database.chats().map(\.id).sorted() == elder.chats().map(\.id).sorted())
        #expect(try database.timeline()?.messages.map(\.text) == elder.timeline()?.messages.map(\.text))
        #expect(try database.chats().first { $0.id == ada.id }?.marks == [.favourite])
        let text = try #require(
            try database.timeline()?.messages.map(\.text).first { $0.utf8.count > 5 && !$0.isEmpty }
        )
        let word = try #require(text.foldedWords.first { $0.unicodeScalars.count > 3 })
        #expect(try !database.search(String(word.dropFirst())).hits.isEmpty)
        #expect(try database.integrityProblems() == [])
    }

    @Test func `version 13 keeps all data, and names that look alike are told apart from then on`() throws {
        let (database, elder) = (try opened("version-13.sqlite"), try opened("version-12.sqlite"))
        #expect(try database.chats().map(\.contact) == elder.chats().map(\.contact))
        #expect(try database.members() == ["Me", "Ada", "Ben", "Sam (@sam:test)", "SAM  (@eve:test)"])
        let mallory = Author.member(ContactID("@mallory:test"))
        #expect(try database.read { try $0.name(of: mallory, in: team.id) } == "@bob:test (@mallory:test)")
        #expect(try database.read { try $0.chat(withContactNamed: "zoë STRASSE") }?.id == ChatID("chat-zoe"))
        #expect(try database.integrityProblems() == [])
    }

    @Test func `version 14 keeps all data, and messages can have warnings from then on`() throws {
        let (database, elder) = (try opened("version-14.sqlite"), try opened("version-13.sqlite"))
        #expect(try database.timeline() == elder.timeline())
        #expect(try database.chats().first { $0.id == ada.id }?.marks == [.favourite])
        let message = try #require(try database.timeline()?.messages.first { $0.position != nil })
        #expect(message.senderWarning == nil)
        #expect(try database.write { try $0.setWarnings([message.id: .unsignedDevice], in: ada.id) })
        #expect(try database.timeline()?.messages.first { $0.id == message.id }?.senderWarning == .unsignedDevice)
        #expect(try database.integrityProblems() == [])
    }

    @Test func `version 15 keeps all data, and replies that are begun are kept from then on`() throws {
        let (database, elder) = (try opened("version-15.sqlite"), try opened("version-14.sqlite"))
        #expect(try database.timeline()?.messages.map(\.text) == elder.timeline()?.messages.map(\.text))
        #expect(try database.timeline()?.messages.compactMap(\.senderWarning) == [.unsignedDevice])
        #expect(try database.chats().map(\.hasDraft) == elder.chats().map(\.hasDraft))
        #expect(try database.read { try $0.unfinishedTexts(in: ada.id) } == [])
        try database.write { try $0.setDraft("half", of: .reply(to: MessageID("m7")), in: ada.id) }
        #expect(try database.read { try $0.unfinishedTexts(in: ada.id) }.map(\.text) == ["half"])
        #expect(try database.integrityProblems() == [])
    }

    @Test func `version 16 keeps all data, and messages can be pinned from then on`() throws {
        let (database, elder) = (try opened("version-16.sqlite"), try opened("version-15.sqlite"))
        #expect(try database.timeline()?.messages == elder.timeline()?.messages)
        #expect(try database.read { try $0.unfinishedTexts(in: ada.id) }.map(\.text) == ["half a reply"])
        #expect(try database.chats().allSatisfy { $0.standing.rights == .all }, "all had every right")
        let pins = ChatUpdate(chat: ada, pins: ChatPins([MessageID("m7")], number: 1))
        #expect(try database.write { try $0.apply(pins, announcing: false) }.isChange)
        #expect(try database.timeline()?.messages.filter(\.isPinned).map(\.id.rawValue) == ["m7"])
        #expect(try database.integrityProblems() == [])
    }

    @Test func `version 17 keeps all data, and answers are in threads from then on`() throws {
        let (database, elder) = (try opened("version-17.sqlite"), try opened("version-16.sqlite"))
        #expect(try database.timeline()?.messages.map(\.text) == elder.timeline()?.messages.map(\.text))
        #expect(try database.timeline()?.messages.filter(\.isPinned).map(\.id.rawValue) == ["m7"])
        #expect(try database.unreadCount() == elder.unreadCount())
        let read = try #require(try database.timeline()?.marker)
        try database.apply([message(99, id: "answer", inThread: "m7")])
        #expect(try database.timeline()?.messages.first { $0.id == MessageID("m7") }?.thread?.unreadCount == 1)
        #expect(try database.number("SELECT read_all FROM chat WHERE id = 'chat-ada'") == read.rawValue)
        #expect(try database.integrityProblems() == [])
    }

    @Test func `version 18 keeps all data, and chats with news can come first from then on`() throws {
        let (database, elder) = (try opened("version-18.sqlite"), try opened("version-17.sqlite"))
        #expect(try database.records().count == elder.records().count)
        #expect(try database.number("SELECT count(*) FROM thread WHERE draft <> ''") == 1)
        #expect(try database.chats() == elder.chats())
        #expect(try database.unreadCount() == elder.unreadCount())
        let news = ["chat-ada", "chat-john", "chat-ben", "c7", "!mia:test", "!invited:test"]
        let others = ["c6", "chat-zoe", "chat-team", "chat-new", "!left:test", "!old:test"]
        #expect(try database.read { try $0.chats(in: .unread, limit: 99) }.map(\.id.rawValue) == news + others)
        #expect(try database.integrityProblems() == [])
    }

    @Test func `version 19 keeps all data, and polls can be voted in from then on`() throws {
        let (database, elder) = (try opened("version-19.sqlite"), try opened("version-18.sqlite"))
        #expect(try database.records().count == elder.records().count)
        #expect(try database.number("SELECT count(*) FROM space") == 1)
        #expect(try database.unreadCount() == elder.unreadCount())
        #expect(try database.number("SELECT count(*) FROM message WHERE poll IS NULL AND poll_end = 0") ?? 0 > 10)
        #expect(try database.number("SELECT count(*) FROM vote") == 0)
        #expect(try database.integrityProblems() == [])
    }

    @Test func `version 20 keeps all data, and an index leads to its drafts from then on`() throws {
        let (database, elder) = (try opened("version-20.sqlite"), try opened("version-19.sqlite"))
        #expect(try database.records().count == elder.records().count)
        #expect(try database.number("SELECT count(*) FROM vote WHERE waits = 1") == 1)
        #expect(try database.unreadCount() == elder.unreadCount())
        let drafted = try database.read { try $0.chats(withDraftIn: .recent, limit: 99) }.map(\.id.rawValue)
        #expect(drafted == ["chat-ada", "chat-zoe"])
        #expect(try database.read { try $0.draftText(in: ChatID("chat-zoe")) } == "half a greeting")
        #expect(try database.integrityProblems() == [])
    }

    @Test func `version 21 keeps all data, and each thread's receipt at a message waits from then on`() throws {
        let (database, elder) = (try opened("version-21.sqlite"), try opened("version-20.sqlite"))
        #expect(try database.records().count == elder.records().count)
        #expect(try database.unreadCount() == elder.unreadCount())
        let receipts = try database.number("SELECT count(*) FROM awaited_receipt WHERE message = 'late answer'")
        #expect(receipts == 1)
        try database.apply(receipts: [ReadReceipt(reader: .me, message: MessageID("late answer"))])
        #expect(try database.number("SELECT count(*) FROM awaited_receipt WHERE message = 'late answer'") == 2)
        #expect(try database.integrityProblems() == [])
    }

    @Test func `version 22 keeps all data, and an edit that waits for its message can mention from then on`() throws {
        let (database, elder) = (try opened("version-22.sqlite"), try opened("version-21.sqlite"))
        #expect(try database.records() == elder.records())
        #expect(try database.unreadCount() == elder.unreadCount())
        #expect(try database.number("SELECT count(*) FROM awaited_receipt WHERE message = 'late answer'") == 2)
        #expect(try database.number("SELECT count(*) FROM annotation WHERE mention = 0") == 11)
        let kind = Annotation.Kind.edit(text: "you")
        let edit = Annotation(author: .contact, message: MessageID("edited"), kind: kind, number: 1, mentionsMe: true)
        try database.apply(annotations: [edit])
        try database.apply([message(99, id: "edited")])
        #expect(try database.timeline()?.messages.first { $0.id == edit.message }?.mentionsMe == true)
        #expect(try database.integrityProblems() == [])
    }

    /// The SQL that adds to a new fixture; nil while none is to be made. See `.ci/history-fixture`.
    private static let addition = ProcessInfo.processInfo.environment["VIPERCHAT_FIXTURE"]

    @Test(.enabled(if: addition != nil)) func `the fixture of this version is made from that of the version before`()
        throws
    {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let new = folder.appending(path: "version-\(Schema.version).sqlite")
        try FileManager.default.copyItem(at: folder.appending(path: "version-\(Schema.version - 1).sqlite"), to: new)
        let database = try ChatDatabase(.file(path: new.path))
        try database.write { try $0.connection.execute(try #require(Self.addition)) }
        #expect(try database.integrityProblems() == [])
    }

    @Test func `every older version becomes the very schema of today`() throws {
        for version in 1..<Schema.version {
            let name = "version-\(version).sqlite"
            let old = URL(filePath: #filePath).deletingLastPathComponent().appending(path: name)
            let copy = folder.file("again-\(name)")
            try FileManager.default.copyItem(at: old, to: copy)
            let database = try ChatDatabase(.file(path: copy.path))
            #expect(try database.number("PRAGMA user_version") == Schema.version)
            let senders = try database.number("SELECT count(*) FROM message WHERE sender IS NOT NULL")
            #expect(senders == (version < 5 ? 0 : 4))
            let files = try database.number("SELECT count(*) FROM message WHERE file_name IS NOT NULL")
            #expect(files == (version < 6 ? 0 : 3))
            #expect(try database.number("SELECT count(*) FROM sqlite_schema WHERE name LIKE 'old%'") == 0)
            #expect(try database.number("SELECT count(*) FROM pragma_foreign_key_check") == 0)
            // The deletions that waited in version 3 stand before all that was queued later.
            let places = try database.number(
                "SELECT coalesce(sum(place), 0) FROM annotation WHERE kind = 'deletion' AND place < 0"
            )
            // Two of them were sent before version 11 was kept.
            #expect(places == (version < 3 ? 0 : version < 11 ? -3 : -1), "version \(version)")
        }
    }

    @Test func `its keys are those of a history that came today`() throws {
        let old = try file.open(at: moment(0)).database
        let new = try ChatDatabase(.memory)
        try new.write { writer in for record in try old.records() { try writer.restore(record) } }
        let keys: StaticString = "SELECT sum(key % 1000000007 * place % 1000003) FROM message"
        #expect(try old.number(keys) == new.number(keys))
    }

    @Test func `a file that two processes open at once is migrated once`() throws {
        let (first, second) = try (
            SQLiteConnection(.file(path: file.url.path), isWritable: true),
            SQLiteConnection(.file(path: file.url.path), isWritable: true)
        )
        // The other process migrates between this one's check of the version and its transaction.
        var isFirst = true
        second.injectedWriteError = {
            if isFirst {
                isFirst = false
                try Schema.prepare(first)
            }
        }
        try Schema.prepare(second)
        #expect(!isFirst)
        #expect(try ChatDatabase(.file(path: file.url.path)).chats().count == 4)
    }

    @Test func `a migration that fails leaves the file as it was`() throws {
        let connection = try SQLiteConnection(.file(path: file.url.path), isWritable: true)
        try connection.execute("CREATE TABLE old_gap(other TEXT)")
        #expect(throws: SQLiteError.self) { try Schema.prepare(connection) }
        #expect(!connection.isInTransaction)
        #expect(try connection.first("PRAGMA user_version") { $0.integer(0) } == 1)
        #expect(try connection.first("SELECT count(*) FROM message") { $0.integer(0) } == 13)
    }

    @Test func `triggers of an old file are not run`() throws {
        do {
            let connection = try SQLiteConnection(.file(path: file.url.path), isWritable: true)
            try connection.execute("CREATE TRIGGER t AFTER DELETE ON chat BEGIN DELETE FROM message; END")
        }
        #expect(try file.open(at: moment(0)).setAside != nil)
    }

    @Test func `an old file with a damaged index is migrated all the same`() throws {
        do {
            let connection = try SQLiteConnection(.file(path: file.url.path), isWritable: true)
            connection.setDefensive(false)
            try connection.execute("UPDATE message_text_data SET block = x'00'")
        }
        let opened = try file.open(at: moment(0))
        #expect(opened.setAside == nil)
        #expect(try opened.database.search("creme").hits.count == 1)
    }
}
