import Chat
import ChatTypes
import ScreenKit
import Testing

@testable import HostKit

/// The line below a message that begins a thread.
@Suite struct ThreadLineTests {
    private let line = ThreadLine(
        .init(
            answerCount: 2,
            newest: MessageExcerpt(id: MessageID("2"), author: .contact, text: "yes"),
            time: "9:05 am",
            unreadCount: 1,
            mentionCount: 1,
            hasDraft: true
        ),
        contact: "Ada",
        contactID: ContactID("@a:h")
    )
    private let bare = ThreadLine(.init(answerCount: 1), contact: "Ada")

    @Test func `it counts what waits there, and ends with the newest answer, cut to the terminal`() {
        let whole = "⤷ 2 answers, 1 unread, 1 mention, draft (9:05 am) ↳ Ada: yes"
        #expect(line.line(columns: 200) == whole)
        #expect(TerminalText.width(line.line(columns: 30)) == 30)
        #expect(bare.line(columns: 200) == "⤷ 1 answer")
    }

    @Test func `JSON has the counts that are not zero, and the author of the newest answer`() throws {
        #expect(
            try JSONLine.text(of: line)
                == #"{"answers":2,"draft":true,"mentions":1,"#
                + #""newest":{"author":"@a:h","from":"Ada","id":"2","text":"yes"},"unread":1}"#
        )
        #expect(try JSONLine.text(of: bare) == #"{"answers":1}"#)
    }
}
