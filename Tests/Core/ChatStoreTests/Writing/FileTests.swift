import ChatTypes
import Foundation
import RuntimeKit
import Testing

@testable import ChatStore

@Suite struct FileTests {
    private let database: ChatDatabase

    init() throws {
        database = try ChatDatabase(.memory)
        try database.apply([
            message(1), message(2, images: 1, attachment: picture), message(3, text: "", attachment: document),
        ])
    }

    @Test func `an attachment is stored, shown and previewed`() throws {
        #expect(try database.timeline()?.messages.map(\.attachment) == [nil, picture, document])
        #expect(
            try database.timeline(in: .around(MessageID("m2"), before: 1, after: 1))?.messages.map(\.attachment) == [
                nil, picture, document,
            ]
        )
        #expect(try database.chats().first?.newest?.fileName == "notes.pdf")
        #expect(try database.search("Lovelace").hits.map(\.context) == ["Attachment: notes.pdf"])
        let edit = Annotation(author: .contact, message: MessageID("m3"), kind: .edit(text: "for you"), number: 1)
        try database.apply(annotations: [edit])
        #expect(try database.timeline()?.messages.last?.attachment == document, "an edit keeps it")
    }

    @Test func `shared files are listed newest first, in pages, including waiting ones`() throws {
        #expect(try shared() == ["m3", "m2"])
        #expect(try database.sendFile("mine", at: moment(9)))
        try database.apply([message(5, text: "no file")])
        try database.apply([message(6, attachment: picture)], in: ben)
        #expect(try shared() == ["mine", "m3", "m2"] && shared(limit: 2) == ["mine", "m3"] && shared(limit: 0) == [])
        #expect(try shared(offset: 1, limit: 1) == ["m3"] && shared(offset: 3) == [])
        #expect(try database.read { try $0.sharedFiles(of: ada.id, limit: 9).last?.attachment } == picture)
        try database.apply(annotations: [Annotation(author: .contact, message: MessageID("m3"), kind: .deletion)])
        #expect(try shared() == ["mine", "m2"])
    }

    @Test func `a refused edit is no failure of the message's file`() throws {
        try database.apply([message(4, from: .me, attachment: picture)])
        let edit = OutgoingAnnotation.edit("e", of: "m4", to: "second", in: ada.id)
        #expect(try database.write { try $0.annotate(edit) })
        try database.write { try $0.refuse(edit, reason: "no") }
        #expect(try database.timeline()?.messages.last?.editFailure == "no")
        let file = try #require(try database.read { try $0.file(of: MessageID("m4"), in: ada.id) })
        #expect(!file.isOutgoing && file.failure == nil)
    }

    @Test func `pictures alone are listed by their type, whatever its case, and paged among themselves`() throws {
        let shouted = AttachedFile(id: FileID("place-3"), name: "b.png", type: "IMAGE/PNG", byteCount: 1)
        let almost = AttachedFile(id: FileID("place-4"), name: "c.png", type: "images/png", byteCount: 1)
        try database.apply([message(4, attachment: shouted), message(5, attachment: almost)])
        func pictures(offset: Int = 0, limit: Int = 9) throws -> [String] {
            try database.read { reader in
                try reader.sharedFiles(of: ada.id, picturesOnly: true, offset: offset, limit: limit)
            }.map(\.id.rawValue)
        }
        #expect(try pictures() == ["m4", "m2"] && pictures(limit: 1) == ["m4"] && pictures(offset: 1) == ["m2"])
        #expect(try shared() == ["m5", "m4", "m3", "m2"])
    }

    @Test func `the stated width and height of a picture are stored, and dropped with a deleted message`() throws {
        let sides: [(Int64, Int64)] = [(1, 1), (65_535, 65_535), (320, 240)]
        for (index, side) in sides.enumerated() {
            let pixels = try #require(PixelSize(width: side.0, height: side.1))
            let sized = AttachedFile(id: FileID("p"), name: "a.png", type: "image/png", byteCount: 1, pixels: pixels)
            try database.apply([message(10 + index, attachment: sized)])
            #expect(try database.timeline()?.messages.last?.attachment == sized)
        }
        try database.apply(annotations: [Annotation(author: .contact, message: MessageID("m12"), kind: .deletion)])
        #expect(try database.number("SELECT count(*) FROM message WHERE file_pixels IS NOT NULL") == 2)
    }

    private func shared(offset: Int = 0, limit: Int = 9) throws -> [String] {
        try database.read { try $0.sharedFiles(of: ada.id, offset: offset, limit: limit).map(\.id.rawValue) }
    }

    @Test func `a deleted message has no attachment, and its file is removed`() throws {
        for name in ["2-me.png", "3-notes.pdf"] { try database.files.write([1], to: name, at: 0) }
        #expect(try want("m2", as: "2-me.png") && want("m3", as: "3-notes.pdf"))
        #expect(try database.write { try $0.endDownload(try #require(try next())) })
        try database.apply(
            annotations: ["m2", "m3"].map { Annotation(author: .contact, message: MessageID($0), kind: .deletion) }
        )
        #expect(try database.timeline()?.messages.map(\.attachment) == [nil, nil, nil])
        #expect(try database.files.names() == [] && next() == nil)
        #expect(try database.number("SELECT count(*) FROM file") == 0)
        #expect(
            try database.number("SELECT count(*) FROM message WHERE file IS NOT NULL OR file_size IS NOT NULL") == 0
        )
        try database.apply([message(4, attachment: document).tombstone])
        #expect(try database.timeline()?.messages.last?.attachment == nil)
    }

    @Test func `a transaction that fails removes no file`() throws {
        try database.files.write([1], to: "2-me.png", at: 0)
        #expect(try want("m2", as: "2-me.png"))
        #expect(throws: CancellationError.self) {
            try database.write { writer in
                #expect(try writer.cancelDownload(of: MessageID("m2"), in: ada.id))
                throw CancellationError()
            }
        }
        #expect(try database.files.names() == ["2-me.png"] && next()?.name == "2-me.png")
    }

    @Test func `a file goes before its message, and both in the chat's order`() throws {
        #expect(try database.enqueue("first", at: moment(9)))
        #expect(try database.sendFile("mine", at: moment(10)))
        #expect(try database.enqueue("last", at: moment(11)))
        #expect(try database.timeline()?.messages.suffix(3).map(\.imageCount) == [0, 1, 0])
        try database.apply([message(4, from: .me, id: "first")])
        let file = OutgoingFile(
            id: MessageID("mine"),
            chat: ada.id,
            name: "me.png",
            type: "image/png",
            byteCount: 300,
            digest: "d1"
        )
        #expect(try database.nextToSend() == .upload(file, copy: "copy of mine"))
        #expect(try database.write { try $0.setFile(FileID("place-1"), of: MessageID("mine"), in: ada.id) })
        let message = OutgoingMessage(id: MessageID("mine"), chat: ada.id, text: "look", attachment: picture)
        #expect(try database.nextToSend() == .message(message))
        try database.apply([ChatTypes.Message.sent(message, at: 5)])
        #expect(try database.nextMessageToSend()?.id == MessageID("last"))
        #expect(try database.timeline()?.messages.first { $0.id == message.id }?.attachment == picture)
        let stored = try #require(try database.read { try $0.file(of: message.id, in: ada.id) })
        #expect(stored.isComplete && !stored.isOutgoing && stored.name == "copy of mine", "what we sent is here")
    }

    @Test func `a file's ID is set only while its message waits`() throws {
        #expect(try database.sendFile("mine"))
        try database.write { try $0.markFailed(MessageID("mine"), in: ada.id, reason: "no") }
        #expect(try database.read { try $0.file(of: MessageID("mine"), in: ada.id) }?.failure == "no")
        #expect(try database.write { try $0.requeue(MessageID("mine"), in: ada.id, at: moment(20)) })
        #expect(try database.read { try $0.file(of: MessageID("mine"), in: ada.id) }?.failure == nil)
        try database.apply([message(4, from: .me, id: "mine", attachment: picture)])
        #expect(try !database.write { try $0.setFile(FileID("other"), of: MessageID("mine"), in: ada.id) })
        #expect(try database.timeline()?.messages.last?.attachment == picture)
        #expect(try database.enqueue("words", at: moment(21)))
        for id in ["m1", "words"] {
            #expect(try !database.write { try $0.setFile(FileID("other"), of: MessageID(id), in: ada.id) })
        }
    }

    @Test func `deleting a waiting message removes its copy`() throws {
        #expect(try database.sendFile("mine"))
        try database.files.write([1], to: "copy of mine", at: 0)
        #expect(try database.write { try $0.annotate(.deletion(of: MessageID("mine"), in: ada.id)) })
        #expect(try database.files.names() == [])
        #expect(try database.nextToSend() == .annotation(.deletion(of: MessageID("mine"), in: ada.id)))
        #expect(try database.number("SELECT count(*) FROM file") == 0)
    }

    @Test func `a file is wanted once, in the order of asking, and again once it has failed or is missing`() throws {
        #expect(try want("m3", as: "a") && want("m2", as: "b") && !want("m3", as: "c"))
        #expect(try !want("m1", as: "d") && !want("unknown", as: "d"))
        #expect(try next()?.name == "a" && next()?.attachment == document)
        let first = try #require(try next())
        try database.write { try $0.failFile(first, reason: "no") }
        #expect(try !database.write { try $0.endDownload(first) }, "it has failed")
        #expect(try database.read { try $0.file(of: MessageID("m3"), in: ada.id) }?.failure == "no")
        #expect(try next()?.name == "b")
        #expect(try want("m3", as: "e") && next()?.name == "b", "it stands behind the others")
        let second = try #require(try next())
        #expect(try database.write { try $0.endDownload(second) && !$0.endDownload(second) })
        #expect(try next()?.name == "e" && !want("m2", as: "f"))
        try database.write { try $0.failFile(second, reason: "late") }
        #expect(try !database.write { try $0.cancelDownload(of: MessageID("m2"), in: ada.id) })
        let complete = try #require(try database.read { try $0.file(of: MessageID("m2"), in: ada.id) })
        #expect(complete.isComplete && complete.failure == nil, "it is here")
        #expect(
            try database.write { try $0.requestDownload(of: MessageID("m2"), in: ada.id, as: "g", isMissing: true) }
        )
        #expect(try database.write { try $0.cancelDownload(of: MessageID("m3"), in: ada.id) })
        #expect(try next()?.name == "g")
        #expect(try !database.write { try $0.endDownload(second) }, "it is another wish now")
    }

    @Test func `only what nothing names is a stray`() throws {
        let folder = try TemporaryFolder()
        let history = try ChatDatabase(.file(path: folder.file("history.sqlite").path))
        history.removeStrayFiles()
        #expect(try folder.names.allSatisfy { !$0.hasSuffix(".files") }, "no folder is made for nothing")
        try history.apply([message(1, attachment: document)])
        #expect(try history.sendFile("mine"))
        _ = try history.write { try $0.requestDownload(of: MessageID("m1"), in: ada.id, as: "1-é.pdf") }
        for name in ["copy of mine", "1-é.pdf", "1-e\u{301}.pdf", "stray"] {
            try history.files.write([1], to: name, at: 0)
        }
        history.removeStrayFiles()
        #expect(try history.files.names() == ["1-é.pdf", "copy of mine"])
    }

    private func want(_ message: String, as name: String) throws -> Bool {
        try database.write { try $0.requestDownload(of: MessageID(message), in: ada.id, as: name) }
    }

    private func next() throws -> RequestedDownload? { try database.read { try $0.nextDownload(in: ada.id) } }
}

extension Message {
    fileprivate static func sent(_ message: OutgoingMessage, at number: Int) -> Message {
        ChatStoreTests.message(
            number,
            from: .me,
            id: message.id.rawValue,
            text: message.text,
            images: 1,
            attachment: message.attachment
        )
    }
}
