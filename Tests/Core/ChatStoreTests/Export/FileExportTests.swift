import ChatTypes
import Foundation
import Testing

@testable import ChatStore

@Suite struct FileExportTests {
    @Test func `attachments survive export and import`() throws {
        let database = try ChatDatabase(.memory)
        try database.apply([message(1, images: 1, attachment: picture), message(2, attachment: document)])
        #expect(try database.sendFile("placed"))
        #expect(try database.write { try $0.setFile(FileID("place-9"), of: MessageID("placed"), in: ada.id) })
        let records = try database.records()
        let lines = try records.map { try JSONEncoder().encode($0) }
        let copy = try ChatDatabase(.memory)
        for _ in 1...2 {
            try copy.restore(try lines.map { try JSONDecoder().decode(HistoryRecord.self, from: $0) })
            #expect(try copy.records() == records)
        }
        #expect(try copy.timeline() == database.timeline())
        // A file that is on the server needs no local bytes.
        #expect(try copy.nextMessageToSend()?.attachment?.id == FileID("place-9"))
    }

    @Test func `a waiting file is exported without its bytes and fails after an import`() throws {
        let database = try ChatDatabase(.memory)
        try database.apply([message(1)])
        #expect(try database.sendFile("mine"))
        let copy = try ChatDatabase(.memory)
        try copy.restore(try database.records())
        #expect(try copy.timeline()?.messages.last?.attachment?.name == "me.png")
        guard case .upload(let file, nil) = try copy.nextToSend() else {
            Issue.record("it is not said that there is no copy")
            return
        }
        #expect(file.id == MessageID("mine") && file.byteCount == 300)
    }

    @Test func `an export without attachments is restored`() throws {
        let lines = [
            #"{"chat":{"contact":"ada","created":"2022-03-11T12:00:00.000Z","id":"chat-ada","name":"Ada"}}"#,
            #"{"message":{"author":"contact","chat":"chat-ada","id":"m1","images":1,"position":10,"text":"","time":"2022-03-11T12:00:00.000Z"}}"#,
        ]
        let database = try ChatDatabase(.memory)
        try database.restore(try lines.map { try JSONDecoder().decode(HistoryRecord.self, from: Data($0.utf8)) })
        #expect(try database.timeline()?.messages.map(\.attachment) == [nil])
        #expect(try database.timeline()?.messages.map(\.imageCount) == [1])
    }

    @Test func `a hostile file in an export is bounded as one from the wire is`() throws {
        let line =
            #"{"message":{"attachment":{"byteCount":-5,"id":"f","name":"../../x","type":"no type"},"author":"contact","chat":"chat-ada","id":"m9","position":90,"text":"","time":"2022-03-11T12:00:00.000Z"}}"#
        let database = try ChatDatabase(.memory)
        try database.apply([message(1)])
        try database.restore([try JSONDecoder().decode(HistoryRecord.self, from: Data(line.utf8))])
        let bounded = AttachedFile(id: FileID("f"), name: "x", type: MediaType.unknown, byteCount: -5)
        #expect(try database.timeline()?.messages.last?.attachment == bounded)
    }
}
