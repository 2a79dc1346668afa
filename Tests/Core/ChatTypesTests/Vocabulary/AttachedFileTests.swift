import ChatTypes
import Foundation
import RuntimeKit
import Testing

@Suite struct AttachedFileTests {
    @Test func `an outgoing message that was written before there were files is still read`() throws {
        let outgoing = #"{"id":"m","chat":"c","text":"hi"}"#
        #expect(try JSONDecoder().decode(OutgoingMessage.self, from: Data(outgoing.utf8)).attachment == nil)
    }

    @Test func `a preview names a file that comes without a text, and counts pictures as before`() {
        #expect(previewText(of: "", imageCount: 0, fileName: "a.pdf") == "Attachment: a.pdf")
        #expect(previewText(of: "look", imageCount: 0, fileName: "a.pdf") == "look")
        #expect(previewText(of: "", imageCount: 1, fileName: "a.png") == "Attachment: 1 Image")
        #expect(previewText(of: "", imageCount: 0, fileName: "a.pdf", isDeleted: true) == "Message deleted")
        #expect(previewText(of: "", imageCount: 0) == "")
    }

    @Test(arguments: [
        ("a.png", "image/png"), ("A.JPG", "image/jpeg"), ("a.tar.gz", "application/gzip"), ("a", MediaType.unknown),
        ("a.", MediaType.unknown), ("png", MediaType.unknown), ("a.é", MediaType.unknown),
    ])
    func `a file's type follows from its extension`(name: String, type: String) {
        #expect(MediaType.ofFile(named: name) == type)
    }

    @Test(arguments: [
        (FileError.notStored(.diskFull), "The disk is full"),
        (.notStored(.notWritable), "The folder for files cannot be written to"),
        (.notStored(.failing(detail: "I/O error")), "The file could not be stored: I/O error"),
        (.notStored(.damaged), "The file could not be stored"),
        (.lost, "The stored copy of the file is missing: send or download it again"),
        (.noAddress, "The sender's description of the file is damaged, so it cannot be found or decrypted"),
    ])
    func `a file that fails says why`(error: FileError, text: String) {
        #expect("\(error)" == text)
    }

    @Test func `without a text only a file goes out`() {
        let file = AttachedFile(id: FileID("f"), name: "a", type: "a/b", byteCount: 1)
        func outgoing(_ text: String, _ file: AttachedFile?) -> TextError? {
            OutgoingMessage(id: MessageID("m"), chat: ChatID("c"), text: text, attachment: file).error
        }
        #expect(outgoing("", nil) == .empty && outgoing("", file) == nil && outgoing("a", nil) == nil)
        let longest = String(repeating: "x", count: OutgoingMessage.textLimit)
        #expect(outgoing(longest, nil) == nil && outgoing(longest + "x", file) != nil)
    }
}
