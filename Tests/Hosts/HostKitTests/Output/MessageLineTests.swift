import Chat
import ChatTypes
import Foundation
import Testing

@testable import HostKit

/// The row of a chat as a line, and the files in it.
@Suite struct MessageLineTests {
    private func row(_ id: String) -> ChatViewState.Row {
        ChatViewState.Row(id: MessageID(id), author: .contact, text: "hi", date: Date(timeIntervalSince1970: 5))
    }

    private func line(_ row: ChatViewState.Row, isFound: Bool = false) -> HostEvent.MessageLine {
        let state = ChatViewState(part: .thread(MessageID("1")), title: "Ada", contact: ContactID("@a:h"))
        return HostEvent.MessageLine(row, in: state, contact: ChatName("Ada", ChatID("c")), isFound: isFound)
    }

    @Test func `all that marks a row of a chat is in its line`() throws {
        var row = row("2")
        (row.isDeleted, row.isEdited, row.isPlaceholder, row.event) = (true, true, true, .joined)
        (row.mentionsMe, row.isPinned, row.senderWarning) = (true, true, .unencrypted)
        (row.imageCount, row.time) = (2, "9:00 am")
        let pixels = PixelSize(width: 4, height: 3)
        row.file = .init(name: "a", type: "image/png", byteCount: -1, pixels: pixels)
        #expect(
            try JSONLine.text(of: HostEvent.message(line(row, isFound: true)))
                == #"{"at":"1970-01-01T00:00:05.000Z","author":"@a:h","chat":"c","contact":"Ada","edited":true,"#
                + #""event":"message","file":{"height":3,"name":"a","type":"image/png","width":4},"found":true,"#
                + #""from":"Ada","id":"2","images":2,"inThread":"1","mention":true,"notice":"joined","pinned":true,"#
                + #""removed":true,"state":"received","text":"hi","time":"9:00 am","waiting":true,"#
                + #""warning":"unencrypted"}"#
        )
    }

    @Test func `the message that a thread begins with stands outside of it`() {
        #expect([line(row("1")).inThread, line(row("2")).inThread] == [nil, "1"])
    }

    @Test(
        arguments: [
            (.me, .waiting, .waiting, "is waiting to be sent"),
            (.contact, .waiting, .waiting, "is waiting to be downloaded"),
            (.me, .moving(bytes: 1, of: 2), .moving, "is uploading"),
            (.contact, .moving(bytes: 1, of: 2), .moving, "is downloading"),
            (.me, .complete(path: "/p"), .here, "is uploaded"),
            (.contact, .complete(path: "/p"), .here, "is downloaded: /view opens it, /save saves a copy"),
        ] as [(Author, FileTransfer, HostEvent.FileLine.State, String)]
    )
    func `a file says how far it has come, and which way it goes`(
        author: Author,
        transfer: FileTransfer,
        state: HostEvent.FileLine.State,
        words: String
    ) throws {
        var row = row("1")
        (row.author, row.file) = (author, .init(name: "a.png", transfer: transfer))
        let line = try #require(HostEvent.FileLine(row, contact: "Ada"))
        #expect((line.state, line.text, line.path) == (state, "a.png \(words)", row.file?.path))
    }

    @Test func `a file that nobody requested is no event`() {
        var row = row("1")
        row.file = .init(name: "a.png")
        #expect(HostEvent.FileLine(row, contact: "Ada") == nil)
    }
}
