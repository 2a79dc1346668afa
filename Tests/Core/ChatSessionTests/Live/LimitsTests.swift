import ChatTypes
import Foundation
import RuntimeKit
import Testing

@testable import ChatSession

@Suite struct LimitsTests {
    @Test func `updates within the limits stay unchanged`() {
        let update = news([message(1), message(2, from: .me)], receipts: [read(1, by: .me)])
        #expect(update.bounded() == update)
        let long = news([message(1, text: String(repeating: "x", count: Limits.textBytes))])
        #expect(long.bounded() == long)
    }

    @Test(arguments: ["", "é", "ab", "abc"])
    func `a text over the limit is cut between two scalars`(start: String) throws {
        for unit in ["x", "é", "€", "😀", "e\u{301}", "👩‍👩‍👧‍👦"] {
            let text = start + String(repeating: unit, count: Limits.textBytes / unit.utf8.count + 2)
            let cut = try #require(news([message(1, text: text)]).bounded()?.messages.first?.text)
            #expect((Limits.textBytes - 3...Limits.textBytes).contains(cut.utf8.count))
            // A scalar that was cut in two would be replaced by another one.
            #expect(Array(text.utf8.prefix(cut.utf8.count)) == Array(cut.utf8))
        }
    }

    @Test(arguments: [
        String(repeating: "n", count: 1_000_000),
        String(repeating: "👩‍👩‍👧‍👦", count: 10_000),
        "a" + String(repeating: "\u{301}", count: 1_000_000),
    ])
    func `a long name is cut, even one that is a single character`(name: String) throws {
        let header = ChatHeader(id: ada.id, contact: Contact(id: ada.contact.id, name: name), createdAt: moment(0))
        let cut = try #require(news(of: header).bounded()?.chat.contact.name)
        #expect(!cut.isEmpty && cut.count <= Limits.nameCharacters && cut.utf8.count <= Limits.nameBytes)
        #expect(name.utf8.starts(with: cut.utf8))
    }

    @Test func `items without a usable id are left out, others stay`() throws {
        let endless = String(repeating: "x", count: Limits.idBytes + 1)
        let update = news(
            [message(1), message(2, id: MessageID("")), message(3, id: MessageID(endless)), message(4)],
            receipts: [
                read(1, by: .me), ReadReceipt(reader: .me, message: MessageID(endless)),
                ReadReceipt(reader: .contact, message: MessageID("")),
            ]
        )
        let bounded = try #require(update.bounded())
        #expect(bounded.messages == [message(1), message(4)])
        #expect(bounded.receipts == [read(1, by: .me)])
        let longest = MessageID(String(repeating: "x", count: Limits.idBytes))
        #expect(news([message(1, id: longest)]).bounded()?.messages.count == 1)
    }

    @Test func `updates of a chat or contact without a usable id are ignored`() {
        for id in ["", String(repeating: "x", count: Limits.idBytes + 1)] {
            #expect(news(of: ChatHeader(id: ChatID(id), contact: ada.contact, createdAt: moment(0))).bounded() == nil)
            let contact = Contact(id: ContactID(id), name: "Ada")
            #expect(news(of: ChatHeader(id: ada.id, contact: contact, createdAt: moment(0))).bounded() == nil)
        }
    }

    @Test(arguments: [(-5, 0), (-1, 0), (3, 3), (10_000, 10_000), (.max, 10_000), (.min, 0)])
    func `the image count is limited`(count: Int, kept: Int) {
        let message = Message(
            id: MessageID("m"),
            author: .contact,
            text: "",
            imageCount: count,
            sentAt: moment(0),
            position: Position(1),
            predecessor: nil
        )
        #expect(news([message]).bounded()?.messages.map(\.imageCount) == [kept])
    }

    @Test func `a message with an oversized cursor is left out`() {
        let message = Message(
            id: MessageID("m"),
            author: .contact,
            text: "",
            sentAt: moment(0),
            position: Position(2),
            predecessor: Predecessor(
                position: Position(1),
                cursor: PageCursor(String(repeating: "x", count: Limits.cursorBytes + 1))
            )
        )
        #expect(news([message]).bounded()?.messages == [])
    }

    @Test func `contacts are limited in number and in length of name`() throws {
        let world = try SessionWorld { script in
            script.people = (0..<1000).map { number in
                Contact(id: ContactID("\(number)"), name: String(repeating: "n", count: 10_000))
            }
            script.people?.insert(Contact(id: ContactID(""), name: "Ada"), at: 0)
        }
        let found = try world.perform { try await $0.contacts(matching: "n", limit: 8) }
        #expect(found.map(\.id.rawValue) == (0..<7).map(String.init))
        #expect(found.allSatisfy { $0.name.count == Limits.nameCharacters })
    }

    @Test(arguments: [
        (Limits.pictureBytes, "image/png", true), (Limits.pictureBytes + 1, "image/png", false),
        (1, "image/" + String(repeating: "x", count: Limits.mediaTypeBytes), false),
    ])
    func `a picture with too many bytes or too long a type is dropped`(count: Int, mediaType: String, isKept: Bool)
        throws
    {
        let picture = Picture(mediaType: mediaType, bytes: Array(repeating: 0, count: count))
        let world = try SessionWorld { $0.picture = picture }
        #expect(try world.perform { try await $0.picture(of: ada.contact.id) } == (isKept ? picture : nil))
    }

    @Test func `an oversized sync cursor is not stored, its updates are`() throws {
        let world = try SessionWorld { script in
            script.syncAnswer = { _, _ in
                let next = SyncCursor(String(repeating: "x", count: Limits.cursorBytes + 1))
                return SyncPage(updates: [news([message(1)])], next: next, isComplete: true)
            }
        }
        world.run(for: .seconds(100))
        #expect(Set(world.service.requests(.sync).map(\.what)) == [""])
        #expect(try world.texts() == ["text 1"])
    }

    @Test func `an oversized reason of a refused text, edit or download is cut, also in its notification`() throws {
        let file = AttachedFile(id: FileID("f"), name: "a.pdf", type: "application/pdf", byteCount: 10)
        let world = try SessionWorld(holding: [message(1, from: .me), message(2, attachment: file)]) { script in
            script.before = { request, _ in
                guard [.send, .edit, .download].contains(request.kind) else { return }
                throw ServiceError.refused(RefusalCode(rawValue: "no"), text: String(repeating: "x", count: 1_000_000))
            }
        }
        world.run(for: .seconds(1))
        try world.send("hello")
        try world.perform { try await $0.edit(MessageID("m1"), to: "better", in: ada.id) }
        try world.download(2)
        world.run(for: .seconds(1))
        let reason = String(repeating: "x", count: Limits.reasonBytes)
        #expect(try world.deliveries().last == .failed(reason: reason))
        #expect(try world.messages().first?.editFailure == reason && world.transfer(of: 2) == .failed(reason: reason))
        let told = world.session.notifier.drain().map(\.message.text).sorted()
        #expect(told == ["Not edited (\(reason)): better", "Not sent (\(reason)): hello"])
    }

    @Test func `a message at the lowest position is left out`() {
        let lowest = Message(
            id: MessageID("m"),
            author: .contact,
            text: "",
            sentAt: moment(0),
            position: Position(.min),
            predecessor: nil
        )
        #expect(news([lowest, message(1)]).bounded()?.messages == [message(1)])
    }

    @Test func `a hostile source does not stop the session`() throws {
        let world = try SessionWorld()
        world.run(for: .seconds(1))
        world.push.bring(
            news([message(1)], of: ChatHeader(id: ChatID(""), contact: ada.contact, createdAt: moment(0))),
            news([message(1, at: Date(timeIntervalSince1970: .infinity)), message(2, at: .distantPast)]),
            news([message(3)], receipts: (0..<1000).map { ReadReceipt(reader: .contact, message: MessageID("?\($0)")) })
        )
        world.run(for: .seconds(1))
        #expect(try world.texts() == ["text 1", "text 2", "text 3"])
        #expect(try world.status().storageProblem == nil)
    }
}
