import Chat
import ChatTypes
import PinnedMessages
import ScreenKit
import Testing

@testable import HostKit
@testable import LineHost

@Suite struct LinePinsPaneTests {
    private func state(_ numbers: ClosedRange<Int>, hasMore: Bool = false) -> PinnedMessagesViewState {
        let rows = numbers.map { MessageExcerpt(id: MessageID("\($0)"), author: .contact, text: "text \($0)") }
        return PinnedMessagesViewState(
            title: "Ada",
            rows: rows,
            firstNumber: numbers.lowerBound,
            hasMore: hasMore,
            limitText: numbers.upperBound == 5 ? "The end" : nil
        )
    }

    @Test func `pins are printed with their title, then only further ones, and all when one is gone`() {
        var pane = LinePinsPane()
        let first = state(1...2, hasMore: true)
        #expect(pane.update(to: first) == [.screen(.pinnedMessages, contact: "Ada"), .pins(HostEvent.PinsLine(first))])
        #expect(pane.update(to: first).isEmpty)
        var more = HostEvent.PinsLine(state(1...3))
        (more.pins, more.first) = (Array(more.pins.dropFirst(2)), 3)
        #expect(pane.update(to: state(1...3)) == [.pins(more)])
        #expect(pane.update(to: first) == [.pins(HostEvent.PinsLine(first))])
        #expect(pane.appear().count == 2)
    }

    @Test func `a chat prints a message again when it is pinned, and when its pin is removed`() {
        var pane = LineChatPane()
        var chat = ChatViewState(
            title: "Ada",
            rows: [ChatViewState.Row(id: MessageID("1"), author: .contact, text: "hi")]
        )
        _ = pane.update(to: chat)
        for isPinned in [true, false] {
            chat.rows[0].isPinned = isPinned
            guard case .message(let line)? = pane.update(to: chat).first else {
                return #expect(Bool(false), "no message")
            }
            #expect(line.isPinned == isPinned)
            #expect(line.text(.plain, columns: nil)[0].hasSuffix("(pinned)") == isPinned)
        }
    }

    @Test func `the lines have numbers, authors, and a sentence at their end`() {
        let lines = HostEvent.pins(HostEvent.PinsLine(state(4...5, hasMore: true))).text()
        #expect(lines == ["  4  Ada: text 4", "  5  Ada: text 5", "  … (/more shows more)", "  The end"])
        let none = HostEvent.PinsLine(PinnedMessagesViewState(title: "Ada"))
        #expect(HostEvent.pins(none).text() == ["  no pinned messages"])
    }
}
