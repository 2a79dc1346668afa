import ChatTypes
import Foundation
import Testing

@testable import ChatStore

@Suite struct TimelineTests {
    private let database: ChatDatabase

    /// Ten messages from the server, and five waiting ones.
    init() throws {
        database = try ChatDatabase(.memory)
        try database.apply((1...10).map { message($0) })
        for number in 1...5 { _ = try database.enqueue("w\(number)", at: moment(100 + number)) }
    }

    private func ids(_ window: MessageWindow) throws -> [String] {
        try database.timeline(in: window)?.messages.map(\.id.rawValue) ?? []
    }

    private func sides(_ window: MessageWindow) throws -> [Bool] {
        let timeline = try database.timeline(in: window)
        return [timeline?.hasStoredEarlier, timeline?.hasLater].compactMap(\.self)
    }

    @Test func `the newest are counted over what was sent and what waits`() throws {
        #expect(try ids(.newest(3)) == ["w3", "w4", "w5"])
        #expect(try ids(.newest(7)) == ["m9", "m10", "w1", "w2", "w3", "w4", "w5"])
        #expect(try sides(.newest(7)) == [true, false])
        #expect(try ids(.newest(15)).count == 15)
        #expect(try sides(.newest(15)) == [false, false])
    }

    @Test func `a window surrounds its message at any place`() throws {
        #expect(try ids(.around(MessageID("m5"), before: 2, after: 1)) == ["m3", "m4", "m5", "m6"])
        #expect(try sides(.around(MessageID("m5"), before: 2, after: 1)) == [true, true])
        #expect(try ids(.around(MessageID("m10"), before: 1, after: 2)) == ["m9", "m10", "w1", "w2"])
        #expect(try ids(.around(MessageID("w1"), before: 2, after: 9)) == ["m9", "m10", "w1", "w2", "w3", "w4", "w5"])
        #expect(try sides(.around(MessageID("w1"), before: 2, after: 9)) == [true, false])
        #expect(try sides(.around(MessageID("m1"), before: 9, after: 0)) == [false, true])
        #expect(try ids(.around(MessageID("m1"), before: 0, after: 0)) == ["m1"])
    }

    @Test func `a window around an unknown message shows the newest`() throws {
        #expect(try ids(.around(MessageID("none"), before: 2, after: 1)) == ["w2", "w3", "w4", "w5"])
        #expect(try sides(.around(MessageID("none"), before: 2, after: 1)) == [true, false])
        #expect(try database.timeline(of: ben, in: .newest(3)) == nil, "no such chat")
    }

    @Test(arguments: [-1, .min, 0, .max])
    func `a window accepts any number of messages`(count: Int) throws {
        #expect(try ids(.newest(count)).count == (count == .max ? 15 : 0))
        #expect(try ids(.around(MessageID("m5"), before: count, after: count)).count == (count == .max ? 15 : 1))
        #expect(try ids(.around(MessageID("none"), before: count, after: count)).count == (count == .max ? 15 : 1))
    }

    @Test func `a window is one statement, and four around a message`() throws {
        func statements(_ window: MessageWindow) throws -> Int {
            let before = database.statementCount
            _ = try database.timeline(in: window)
            return database.statementCount - before
        }
        #expect(try statements(.newest(7)) == 1)
        #expect(try statements(.around(MessageID("m5"), before: 2, after: 2)) == 4)
    }

    @Test func `a window costs the same however many messages wait, and so does one more line to send`() throws {
        func costs(_ count: Int) throws -> (window: Int, line: Int, next: Int) {
            let database = try ChatDatabase(.memory)
            try database.apply((1...100).map { message($0) })
            for number in 1...count { _ = try database.enqueue("w\(number)", at: moment(number)) }
            // The first ones have failed, and the next to send is found after them.
            try database.write { writer in
                for number in 1...count / 2 { try writer.markFailed(MessageID("w\(number)"), in: ada.id, reason: "") }
            }
            return (
                try database.pages { _ = try database.timeline(in: .newest(50)) },
                try database.pages { _ = try database.enqueue("more", at: moment(0)) },
                try database.pages { _ = try database.nextMessageToSend() }
            )
        }
        let (few, many) = (try costs(100), try costs(600))
        #expect(many.window < 2 * few.window)
        #expect(many.line < 2 * few.line)
        #expect(many.next < 2 * few.next)
    }

    @Test func `an earlier window costs the same at any distance`() throws {
        let database = try ChatDatabase(.memory)
        try database.apply((1...2000).map { message($0) })
        func cost(_ number: Int) throws -> Int {
            try database.pages {
                _ = try database.timeline(in: .around(MessageID("m\(number)"), before: 50, after: 50))
            }
        }
        #expect(try cost(100) < 2 * cost(1900))
    }

    @Test func `missing messages are a gap in any window`() throws {
        try database.apply([message(15)])
        let window = MessageWindow.around(MessageID("m15"), before: 1, after: 1)
        #expect(try database.timeline(in: window)?.messages.map(\.followsGap) == [false, true, false])
    }
}
