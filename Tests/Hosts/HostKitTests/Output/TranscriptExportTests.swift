import ChatStore
import Foundation
import RuntimeKit
import SimulationKit
import Testing

@testable import HostKit

/// The history as text.
@Suite struct TranscriptExportTests {
    private var transcript = TranscriptExport(
        environment: ChatEnvironment(
            clock: VirtualClock(),
            now: { Date(timeIntervalSince1970: 0) },
            calendar: .utcInUSEnglish,
            random: RandomSource(SplitMix64(seed: 1))
        )
    )

    /// Returns the lines for a record, without the date and time of a message.
    private mutating func lines(_ json: String) throws -> [String] {
        let record = try JSONDecoder().decode(HistoryRecord.self, from: Data(json.utf8))
        return transcript.lines(for: record).map { $0.hasPrefix("2022") ? String($0.dropFirst(21)) : $0 }
    }

    private mutating func message(_ author: String, _ members: String) throws -> [String] {
        try lines(
            #"{"message":{"author":"\#(author)","chat":"c","id":"m","text":"hi","time":"2022-03-11T09:00:00.000Z","#
                + "\(members)}}"
        )
    }

    @Test mutating func `a message says whether it was sent, failed or edited, and that others are missing before it`()
        throws
    {
        _ = try lines(
            #"{"chat":{"contact":"ada","created":"2022-03-11T09:00:00.000Z","id":"c","name":"Ada"}}"#
        )
        #expect(try message("contact", #""position":7"#) == ["Ada: hi"])
        #expect(try message("me", #""images":1"#) == ["You: hi", "    Attachment: 1 Image  (not sent)"])
        #expect(try message("me", #""failure":"No""#) == ["You: hi  (failed)"])
        #expect(try message("me", #""failure":"No","position":7"#) == ["You: hi"], "its edit was refused")
        #expect(try message("contact", #""edited":2,"position":7"#) == ["Ada: hi  (edited)"])
        #expect(try message("contact", #""edited":-1,"position":7,"waiting":true"#) == ["Ada: hi"])
        #expect(try message("contact", #""edited":-2,"position":7"#) == ["Ada: hi"], "it cannot be read")
        #expect(
            try message("contact", #""gap":{"cursor":"c","position":1},"position":7"#) == [
                HostEvent.missingText, "Ada: hi",
            ]
        )
        #expect(
            try message("contact", #""position":7,"removed":true,"warning":"unencrypted""#) == [
                "Ada: Message deleted"
            ]
        )
    }

    @Test mutating func `members of another group keep their names to themselves`() throws {
        let created = #""created":"2022-03-11T09:00:00.000Z","group":true"#
        _ = try lines(#"{"chat":{"contact":"g",\#(created),"id":"c","name":"Trip"}}"#)
        let member = #""chat":"c","member":"member:ben","name":"Ben","number":1"#
        #expect(try lines(#"{"member":{\#(member)}}"#) == ["Member: Ben"])
        #expect(try message("member:ben", #""position":7"#) == ["Ben: hi"])
        _ = try lines(#"{"chat":{"contact":"h",\#(created),"id":"d","name":"Work"}}"#)
        #expect(try message("member:ben", #""position":7"#) == ["ben: hi"])
        let another = #""chat":"d","member":"member:ben2","name":"Ben","number":2"#
        _ = try lines(#"{"member":{\#(another)}}"#)
        #expect(try message("member:ben2", #""position":8"#) == ["Ben: hi"], "the other Ben is in another group")
    }
}
