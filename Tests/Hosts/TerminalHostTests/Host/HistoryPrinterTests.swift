import ChatStore
import ChatTypes
import Foundation
import RuntimeKit
import Testing

@testable import TerminalHost

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

    /// Returns what `show` prints of a chat with messages 1, 2, 8 and 9.
    private func shown(_ excerpt: ChatExcerpt) throws -> [String] {
        let (pipe, database) = (PipeFake(), try ChatDatabase(.memory))
        let messages = [1, 2, 8, 9].map(Self.message)
        _ = try database.write { try $0.apply(ChatUpdate(chat: Self.chat, messages: messages), announcing: false) }
        let environment = ChatEnvironment(
            clock: ContinuousClock(),
            now: { Date(timeIntervalSince1970: 100) },
            calendar: .utcInUSEnglish,
            random: RandomSource(SystemRandomNumberGenerator())
        )
        let printer = Printer(output: LineOutput(descriptor: pipe.writeEnd), isJSON: true, style: .plain)
        let text = HistoryPrinter(environment: environment, printer: printer)
        #expect(try database.read { try text.printChat(excerpt, of: $0) } == .ok)
        pipe.closeWriteEnd()
        let lines = String(decoding: pipe.readAll(), as: UTF8.self).split(separator: "\n")
        return lines.map { line in
            line.contains(#""event":"gap""#)
                ? "gap before \(line.contains(#""id":"m8""#) ? "m8" : "?")"
                : String(line.firstMatch(of: /text \d/)?.0 ?? line[...])
        }
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
}
