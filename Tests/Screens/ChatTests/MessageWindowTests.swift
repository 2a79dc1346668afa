import ChatTypes
import Testing

@testable import Chat

@Suite struct MessageWindowTests {
    @Test func `a window at the newest end grows by a page from the rows it holds`() {
        #expect(MessageWindow.newest(50).earlier(than: window(1...50)) == .newest(100))
        #expect(MessageWindow.newest(50).earlier(than: window(1...30)) == .newest(80))
        #expect(MessageWindow.newest(150).earlier(than: window(1...150)) == .newest(200))
    }

    @Test func `a window at its limit leaves the newest end and keeps all but a page`() {
        let window = window(1...200)
        let earlier = MessageWindow.newest(200).earlier(than: window)
        #expect(earlier == .around(MessageID("1"), before: 50, after: 149))
        #expect(earlier.earlier(than: window) == earlier)
        #expect(earlier.later(than: window) == .around(MessageID("200"), before: 149, after: 50))
    }

    @Test func `an anchored window has the same rows and room for a page below`() {
        let newest = MessageWindow.newest(50)
        #expect(
            newest.anchored(at: MessageID("20"), in: window(1...50)) == .around(MessageID("20"), before: 19, after: 80)
        )
        let widest = MessageWindow.newest(200).anchored(at: MessageID("20"), in: window(1...200))
        #expect(widest == .around(MessageID("20"), before: 19, after: 180))
        #expect(widest.anchored(at: MessageID("30"), in: window(1...200)) == widest)
        #expect(newest.anchored(at: MessageID("none"), in: window(1...50)) == newest)
    }

    @Test func `a window is anchored again if a gap lies between anchor and row`() {
        let rows = messages(1...9) + [theirs("10", followsGap: true)] + messages(11...60)
        let held = ChatWindow(contact: ada, messages: rows, hasEarlier: true, hasLater: true)
        let below = MessageWindow.around(MessageID("11"), before: 10, after: 49)
        let above = MessageWindow.around(MessageID("5"), before: 4, after: 105)
        #expect(below.anchored(at: MessageID("10"), in: held) == below)
        #expect(below.anchored(at: MessageID("60"), in: held) == below)
        #expect(below.anchored(at: MessageID("5"), in: held) == above)
        #expect(above.anchored(at: MessageID("9"), in: held) == above)
        #expect(above.anchored(at: MessageID("10"), in: held) == .around(MessageID("10"), before: 9, after: 100))
        let gone = MessageWindow.around(MessageID("gone"), before: 25, after: 25)
        #expect(gone.anchored(at: MessageID("5"), in: held) == above, "the window shows the newest end")
    }

    @Test func `a window is anchored again if the row in its middle may move down`() {
        for (position, isMoving) in [(Int64?.none, true), (3, false)] {
            let rows = messages(1...2) + [mine("own", position: position)]
            let held = ChatWindow(contact: ada, messages: rows, hasEarlier: true)
            let window = MessageWindow.around(MessageID("own"), before: 2, after: 50)
            let again = MessageWindow.around(MessageID("1"), before: 0, after: 52)
            #expect(window.anchored(at: MessageID("own"), in: held) == window)
            #expect(window.anchored(at: MessageID("1"), in: held) == (isMoving ? again : window))
        }
    }

    @Test func `a window with the newest rows keeps room for new ones`() {
        let held = ChatWindow(contact: ada, messages: messages(1...50), hasEarlier: true)
        let anchored = MessageWindow.newest(50).anchored(at: MessageID("1"), in: held)
        #expect(anchored.earlier(than: held) == .around(MessageID("1"), before: 50, after: 99))
        #expect(anchored.following(held) == .newest(50) && anchored.following(window(1...50)) == anchored)
        let few = ChatWindow(contact: ada, messages: messages(1...3))
        #expect(anchored.following(few) == .newest(50), "a page at least")
    }

    @Test func `a window around a message grows on either side until it slides`() {
        let around = MessageWindow.around(MessageID("7"))
        #expect(around == .around(MessageID("7"), before: 25, after: 25))
        #expect(around.earlier(than: window(1...51)) == .around(MessageID("1"), before: 50, after: 50))
        #expect(around.later(than: window(1...51)) == .around(MessageID("51"), before: 50, after: 50))
    }

    @Test func `an unread window stays as it is, and so does one at its end`() {
        for held in [nil, ChatWindow(contact: ada)] {
            #expect(MessageWindow.newest(50).earlier(than: held) == .newest(50))
            #expect(MessageWindow.newest(50).later(than: held) == .newest(50))
        }
        let atTheEnd = ChatWindow(contact: ada, messages: messages(1...50))
        #expect(MessageWindow.newest(50).later(than: atTheEnd) == .newest(50))
    }

    private func window(_ range: ClosedRange<Int>) -> ChatWindow {
        ChatWindow(contact: ada, messages: messages(range), hasEarlier: true, hasLater: true)
    }
}
