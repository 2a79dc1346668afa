import ChatTypes
import Foundation
import SQLiteKit

extension Row {
    /// Returns an author from a column that marks the user, and the sender's column, which names a member or none.
    func author(mine: Int32, sender: Int32) -> Author {
        if flag(mine) { return .me }
        let member: ContactID = identifier(sender)
        return member.rawValue.isEmpty ? .contact : .member(member)
    }
}

extension Author {
    /// The value of a message's column `sender`.
    var sender: TextBytes? { member?.stored }

    /// The sender as part of a key, and as the ID of a member's row: empty for the user and a contact.
    var senderKey: TextBytes { (member ?? ContactID("")).stored }
}

extension Message {
    /// Whether it counts among the mentions until it is read.
    var countsAsMention: Bool { mentionsMe && author != .me && !isDeleted }
}

extension Row {
    /// Returns the spans in a column that fit a text. The beginning of a text needs the beginning of its spans only.
    func spans(_ column: Int32, of text: String, upTo limit: Int = .max) -> [TextSpan] {
        isNull(column) ? [] : [TextSpan](stored: self.text(column, upTo: limit)).bounded(to: text)
    }

    /// Returns the beginning of a message's text as it reads without formats.
    func readable(_ column: Int32, spans: Int32, upTo limit: Int) -> String {
        let text = text(column, upTo: limit)
        return FormattedText(text, self.spans(spans, of: text, upTo: 4 * limit)).readable
    }

    /// Returns the beginning of a message's text, without marks and spoilers, for a line about the message elsewhere.
    func preview(_ column: Int32, spans: Int32, upTo limit: Int) -> String {
        let text = text(column, upTo: limit)
        return FormattedText(text, self.spans(spans, of: text, upTo: 4 * limit)).preview
    }
}

extension Poll {
    /// The value of a message's column `poll`.
    var stored: String? {
        let encoder = JSONEncoder()
        // Equal polls have equal rows.
        encoder.outputFormatting = .sortedKeys
        return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Creates the poll in a column; nil without one, and for what is none.
    init?(_ row: borrowing Row, _ column: Int32) {
        guard let text = row.optionalText(column),
            let poll = try? JSONDecoder().decode(Self.self, from: Data(text.utf8)).bounded()
        else { return nil }
        self = poll
    }

    /// Returns the chosen answers of a vote in the form of the column `answers`.
    static func stored(vote: [String]) -> String {
        String(decoding: (try? JSONEncoder().encode(vote)) ?? Data("[]".utf8), as: UTF8.self)
    }

    /// Returns the chosen answers in a column; none for what is no vote.
    static func vote(_ row: borrowing Row, _ column: Int32) -> [String] {
        let answers = try? JSONDecoder().decode([String].self, from: Data(row.text(column).utf8))
        return bounded(vote: answers ?? [])
    }
}

extension Date {
    /// Milliseconds since 1970. A date out of range becomes the nearest one within it.
    var milliseconds: Int64 {
        let value = (timeIntervalSince1970 * 1000).rounded()
        return Self.withinReach(Int64(min(max(value.isNaN ? 0 : value, -1e15), 1e15)))
    }

    /// Creates a date from a number in the file, whatever it is.
    init(milliseconds: Int64) {
        self.init(timeIntervalSince1970: Double(Self.withinReach(milliseconds)) / 1000)
    }

    /// Returns the nearest number of milliseconds that calendars and keys have room for.
    static func withinReach(_ milliseconds: Int64) -> Int64 {
        min(max(milliseconds, reach.lowerBound), reach.upperBound)
    }

    /// The beginning of the year 1 to the end of the year 9999. An export outside of it could not be read again.
    private static let reach: ClosedRange<Int64> = -62_135_596_800_000...253_402_300_799_999
}
