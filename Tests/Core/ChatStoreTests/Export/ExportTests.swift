import ChatTypes
import Foundation
import Testing

@testable import ChatStore

@Suite struct ExportTests {
    @Test func `restoring an export any number of times gives the same history`() throws {
        let database = try ChatDatabase(.memory)
        try database.apply([message(1), message(2, from: .me), message(5, images: 2)])
        try database.apply([message(1, text: "a\0b\u{202E}c\n\u{1B}[31m")], in: ben)
        _ = try database.enqueue("waiting", "not sent yet", at: moment(9))
        _ = try database.enqueue("refused", at: moment(9))
        try database.write { writer in
            try writer.markFailed(MessageID("refused"), in: ada.id, reason: "no")
            try writer.setDraft("hel", in: ada.id)
            _ = try writer.markRead(upTo: MessageID("m1"), in: ada.id)
        }
        let exported = try database.records()
        let copy = try ChatDatabase(.memory)
        for _ in 1...2 {
            try copy.write { writer in
                for record in exported { try writer.restore(record) }
            }
            #expect(try copy.records() == exported)
        }
        #expect(try copy.unreadCount() == database.unreadCount())
        #expect(try copy.timeline(in: .newest(9)) == database.timeline(in: .newest(9)))
        #expect(try copy.nextMessageToSend()?.id == MessageID("waiting"))
    }

    @Test func `every record survives its own encoding`() throws {
        let database = try ChatDatabase(.memory)
        try database.apply([message(1, at: Date(timeIntervalSince1970: 1_647_000_000.856)), message(7)])
        for (index, seconds) in [-Double.infinity, -1e12, -62_135_596_801, -1, 1e12, .nan].enumerated() {
            let (header, time) = (chat(index), Date(timeIntervalSince1970: seconds))
            let old = ChatHeader(id: header.id, contact: header.contact, createdAt: time)
            try database.apply([message(1, at: time)], in: old)
        }
        for record in try database.records() {
            let line = try JSONEncoder().encode(record)
            #expect(try JSONDecoder().decode(HistoryRecord.self, from: line) == record)
        }
    }

    @Test func `a record that cannot be is refused, and nothing else`() throws {
        let database = try ChatDatabase(.memory)
        try database.apply([message(1)])
        let faults: [(String, RestoreError)] = [
            (#"{"id":"","author":"me","chat":"chat-ada","text":"","time":"2022-03-11T09:00:00Z"}"#, .unusableID),
            (
                #"{"id":"x","author":"me","chat":"no","text":"","time":"2022-03-11T09:00:00Z"}"#,
                .unknownChat(ChatID("no"))
            ),
            (#"{"id":"x","author":"contact","chat":"chat-ada","text":"","time":"2022-03-11T09:00:00Z"}"#, .noPosition),
            (
                #"{"id":"m1","author":"me","position":10,"chat":"chat-ada","text":"","time":"2022-03-11T09:00:00Z"}"#,
                .contradiction
            ),
        ]
        for (json, fault) in faults {
            let line = Data("{\"message\":\(json.replacing("Z\"", with: ".000Z\""))}".utf8)
            let record = try JSONDecoder().decode(HistoryRecord.self, from: line)
            #expect(throws: fault) { try database.write { try $0.restore(record) } }
        }
        #expect(try database.ids() == ["m1"])
    }
}
