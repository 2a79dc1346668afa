import ChatTypes
import Testing

@testable import ChatSimulation

@Suite struct MarkLogTests {
    @Test func `the account data of a room follows its last change`() {
        let (room, other) = (ChatID("room"), ChatID("other"))
        var log = MarkLog()
        log.set(.favourite, true, of: room)
        let first = log.changeCount
        log.set(.unread, true, of: other)
        #expect(log.marks(of: room) == [.favourite] && log.marks(of: other) == [.unread])
        #expect(Set(log.data(after: 0).keys) == [room, other])
        #expect(Set(log.data(after: first).keys) == [other])
        log.set(.favourite, false, of: room)
        #expect(log.marks(of: room).isEmpty && log.data(after: log.changeCount).isEmpty)
    }
}
