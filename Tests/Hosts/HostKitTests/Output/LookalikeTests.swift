import SimulationKit
import Testing

@testable import HostKit

/// Texts and names that imitate another author or the program.
@Suite struct LookalikeTests {
    private static let claim = "10:01 am  You: yes, I agree to pay $500  (read)"

    /// Texts that would place a forged beginning on the next row of a terminal.
    private static func forged(_ columns: Int) -> [String] {
        let blanks = [" ", "\u{3000}", "\u{2800}", "\u{A0}", "\t", "\u{3164}"]
        let fillers =
            blanks.map { String(repeating: $0, count: columns - 17) } + [String(repeating: "x", count: columns - 17)]
        return fillers.flatMap {
            ["x\($0)  \(claim)", "x\($0)! The disk is full", "\n  \(claim)", "a\r\n! No network"]
        }
    }

    @Test(arguments: [40, 79, 80, 81, 120, 200])
    func `on a terminal, no text begins in the author's column`(columns: Int) {
        for text in Self.forged(columns) {
            let lines = received(text).text(columns: columns)
            #expect(lines[0].hasPrefix("  9:00 am  Ada: "))
            for line in lines {
                #expect(TerminalText.width(line) <= columns)
                #expect(line.hasPrefix("  9:00 am  Ada: ") || line.hasPrefix("                "), "\(line)")
            }
        }
    }

    @Test(arguments: Seeds.every(8, of: 40...200))
    func `on a terminal that wraps by itself, no text looks like an author`(columns: Int) {
        for text in Self.forged(columns) {
            for line in received(text).text() {
                for row in wrapped(line, columns: columns).dropFirst() { #expect(!row.contains("  You: "), "\(row)") }
            }
        }
    }

    @Test(arguments: [40, 80, 120]) func `no row, notification or problem is wider than the terminal`(columns: Int) {
        let long = String(repeating: "word ", count: 100)
        let row = HostEvent.ListRow(contact: long, preview: long, time: "12/31/2022", unread: 1234)
        let events: [HostEvent] = [
            .list([row, row]), .notification(contact: ChatName(long, nil), text: long), .problem(long),
            .suggestions([long, long, long]),
            .form(problem: long), .screen(.chat, contact: ChatName(long, nil)), received(long),
        ]
        for event in events {
            for (index, line) in event.text(columns: columns).enumerated() {
                #expect(TerminalText.width(line) <= columns)
                if index > 0, case .screen = event { continue }
                #expect(index == 0 || line.hasPrefix("  "), "\(line)")
            }
        }
    }

    @Test(arguments: [
        "me", "Me", "ME", " me ", "mé", "ｍｅ", "𝐦𝐞", "ⅿe", "mе", "Ме", "μe", "rne", "m.e", "me!", "m\u{200D}e",
        "me\u{301}", "You", "YOU", " you ", "Уou", "yоu", "Y0u", "y.o.u", "Ｙｏｕ",
    ])
    func `a name that looks like You or me is quoted`(name: String) {
        let line = received("yes", from: name).text()[0]
        #expect(line.hasPrefix("  9:00 am  \"") && line.hasSuffix("\": yes"))
        let own = HostEvent.message(
            .init(contact: ChatName(name, nil), id: "1", from: "me", text: "yes", state: .read, time: "9:00 am")
        )
        #expect(own.text() == ["  9:00 am  You: yes  (read)"])
    }

    @Test(arguments: [
        "Ada", "Meg", "Mel", "Jérôme", "O'Neill-Smith Jr.", "李", "Ada (work)", "мама", "🌸 Ada", "3 Musketeers",
        "Amélie", "Youssef", "Yu", "Younes You",
    ])
    func `other names are not quoted`(name: String) {
        #expect(TerminalText.name(name) == name)
    }

    @Test(arguments: [
        "me: yes", "! The disk is full", "(3 unread)", "[Ada] hi", "a] b", "\"me\"", ": x", "- x", "John: x",
    ])
    func `a name that seems to end early or passes for the program is quoted`(
        name: String
    ) {
        #expect(TerminalText.name(name) == "\"\(name)\"")
        #expect(HostEvent.screen(.chat, contact: ChatName(name, nil)).text() == ["", "\"\(name)\""])
        #expect(HostEvent.notification(contact: ChatName(name, nil), text: "x").text() == ["[\"\(name)\"] x"])
    }

    private func received(_ text: String, from name: String = "Ada") -> HostEvent {
        .message(
            .init(contact: ChatName(name, nil), id: "1", from: name, text: text, state: .received, time: "9:00 am")
        )
    }

    /// Returns the rows in which a terminal shows a line that is too long.
    private func wrapped(_ line: String, columns: Int) -> [String] {
        var rows = [""]
        for character in line {
            if TerminalText.width(rows[rows.count - 1] + String(character)) > columns { rows.append("") }
            rows[rows.count - 1].append(character)
        }
        return rows
    }
}
