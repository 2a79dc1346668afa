import ChatTypes
import JSONKit
import Testing

@testable import MatrixTransport

/// The parts of a room in a sync response besides its events.
@Suite struct RoomUpdateTests {
    @Test(arguments: [("2", "1", 3), ("2", "-5", 2), ("-1", "3", 3), ("2", "null", 2)])
    func `joined and invited members are counted together, neither as less than none`(
        _ joined: String,
        _ invited: String,
        _ count: Int64
    ) throws {
        let summary = #"{"m.joined_member_count":\#(joined),"m.invited_member_count":\#(invited)}"#
        #expect(try RoomUpdate(json(#"{"summary":\#(summary)}"#)).memberCount == count)
    }

    private static let long = String(repeating: "x", count: Limits.idBytes + 1)

    @Test(arguments: [
        ("$1", "@ada:test", #""main""#, 1), ("", "@ada:test", #""main""#, 0), (long, "@ada:test", #""main""#, 0),
        ("$1", "", #""main""#, 0), ("$1", long, #""main""#, 0), ("$1", "@ada:test", #""\#(long)""#, 0),
        ("$1", "@ada:test", "7", 1),
    ])
    func `a receipt with an unusable event, reader or thread is dropped`(
        _ event: String,
        _ reader: String,
        _ thread: String,
        _ count: Int
    ) throws {
        let content = #"{"\#(event)":{"m.read":{"\#(reader)":{"ts":1,"thread_id":\#(thread)}}}}"#
        let receipts = #"{"ephemeral":{"events":[{"type":"m.receipt","content":\#(content)}]}}"#
        #expect(try RoomUpdate(json(receipts)).receipts.count == count)
        let other = receipts.replacing("m.receipt", with: "m.other")
        #expect(try RoomUpdate(json(other)).receipts.isEmpty)
    }

    @Test func `of very many threads a part is counted`() throws {
        let threads = (0...Limits.countedThreads).map { #""$\#($0)":{"notification_count":1,"highlight_count":2}"# }
        let text = """
            {"unread_notifications":{"notification_count":0,"highlight_count":0},\
            "unread_thread_notifications":{\(threads.joined(separator: ","))}}
            """
        let update = try RoomUpdate(json(text))
        #expect(update.threadCounts.count == Limits.countedThreads)
        #expect(update.unreadCount == Limits.countedThreads && update.mentionCount == 2 * Limits.countedThreads)
    }

    @Test func `of several reports of who is typing the last counts`() throws {
        let events = ["@ada:test", "@bob:test"].map { #"{"type":"m.typing","content":{"user_ids":["\#($0)"]}}"# }
        let other = #"{"type":"m.other","content":{"user_ids":["@cyd:test"]}}"#
        let text = #"{"ephemeral":{"events":[\#((events + [other]).joined(separator: ","))]}}"#
        #expect(try RoomUpdate(json(text)).typingAuthors == [bob])
    }
}
