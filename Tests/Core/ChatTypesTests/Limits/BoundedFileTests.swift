import ChatTypes
import Foundation
import Testing

@Suite struct BoundedFileTests {
    private func message(_ attachment: AttachedFile, isDeleted: Bool = false) -> Message {
        Message(
            id: MessageID("m"),
            author: .contact,
            text: "",
            attachment: attachment,
            isDeleted: isDeleted,
            sentAt: Date(timeIntervalSince1970: 0),
            position: Position(1),
            predecessor: nil
        )
    }

    private func file(
        _ id: String = "f",
        _ name: String = "a.txt",
        _ type: String = "text/plain",
        _ byteCount: Int64 = 1
    ) -> AttachedFile {
        AttachedFile(id: FileID(id), name: name, type: type, byteCount: byteCount)
    }

    @Test func `a file within the limits stays as it is`() {
        let sound = [file(), file("f", "ü.png", "image/svg+xml", 0), file("f", "a", "a/b", Limits.fileBytes)]
        for file in sound { #expect(message(file).bounded() == message(file) && file.error == nil) }
    }

    @Test func `a hostile file name becomes harmless, and an invalid type unknown`() {
        let wrong = [
            "", "text", "text/", "/x", "a/b/c", "a b/c", "a/b;c=d", "a/\u{1B}", "é/a",
            String(repeating: "a", count: 99) + "/" + String(repeating: "a", count: 99),
        ]
        for type in wrong {
            let bounded = message(file("f", "../../x", type)).bounded()?.attachment
            #expect(bounded == file("f", "x", MediaType.unknown))
        }
    }

    @Test(arguments: [(0, 1), (1, 0), (-1, -1), (65_536, 1), (1, 65_536)])
    func `a width and height that no picture has are dropped, also from a record`(width: Int, height: Int) throws {
        #expect(PixelSize(width: Int64(width), height: Int64(height)) == nil)
        let text = #"{"id":"f","name":"a","type":"a/b","byteCount":1,"pixels":{"width":\#(width),"height":\#(height)}}"#
        let decoded = try JSONDecoder().decode(AttachedFile.self, from: Data(text.utf8))
        #expect(message(decoded).bounded()?.attachment == file("f", "a", "a/b"))
    }

    @Test(arguments: [Int64.min, -1, Limits.fileBytes + 1, .max])
    func `an impossible size is unknown, and one over the limit is a fault`(count: Int64) {
        let bounded = message(file("f", "a", "a/b", count)).bounded()?.attachment
        #expect(bounded?.byteCount == count)
        let isOverLimit = count == Limits.fileBytes + 1
        #expect(bounded?.error == (isOverLimit ? .impossibleSize(limit: Limits.fileBytes) : nil))
        #expect(bounded?.knownByteCount == (isOverLimit ? count : nil), "no file has another size")
    }

    @Test(arguments: ["", String(repeating: "x", count: Limits.idBytes + 1)])
    func `a file with an unusable ID keeps its name`(id: String) {
        let bounded = message(file(id)).bounded()?.attachment
        #expect(bounded == file(""))
        #expect(bounded?.error == .noAddress)
    }

    @Test func `a deleted message has no file`() {
        let removed = message(file(), isDeleted: true)
        #expect(removed.bounded() == removed.tombstone)
        #expect(removed.tombstone.bounded() == removed.tombstone)
        #expect(message(file()).tombstone.attachment == nil)
        let edit = Annotation(author: .contact, message: MessageID("m"), kind: .edit(text: "new"), number: 1)
        #expect(message(file()).annotated(by: edit).attachment == file())
    }
}
