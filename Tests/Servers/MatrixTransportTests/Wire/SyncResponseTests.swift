import ChatTypes
import JSONKit
import Testing

@testable import MatrixTransport

/// The account data of a sync response.
@Suite struct SyncResponseTests {
    private func response(_ events: String...) throws -> SyncResponse {
        let data = events.joined(separator: ",")
        return try syncAnswer(#"{"next_batch":"1","account_data":{"events":[\#(data)]}}"#)
    }

    private func direct(_ content: String) -> String { #"{"type":"m.direct","content":\#(content)}"# }

    private func ignored(_ people: String) -> String {
        #"{"type":"m.ignored_user_list","content":{"ignored_users":\#(people)}}"#
    }

    private func muted(_ room: String) -> String {
        let rule = #"{"rule_id":"\#(room)","actions":[]}"#
        return #"{"type":"m.push_rules","content":{"global":{"room":[\#(rule)]}}}"#
    }

    @Test func `people and rooms without a usable id are left out`() throws {
        let long = String(repeating: "x", count: Limits.idBytes + 1)
        let rooms = #"["!a:test","",7,"\#(long)"]"#
        let response = try response(
            direct(#"{"@ada:test":\#(rooms),"":["!b:test"],"\#(long)":["!c:test"]}"#),
            ignored(#"{"@bob:test":{},"":{},"\#(long)":{}}"#)
        )
        #expect(response.direct?.map(\.person) == [ada] && response.direct?.map(\.rooms) == [[ChatID("!a:test")]])
        #expect(response.ignored == [bob])
    }

    @Test func `of several events of a type the last counts`() throws {
        let response = try response(
            direct(#"{"@ada:test":["!a:test"]}"#),
            ignored(#"{"@ada:test":{}}"#),
            muted("!a:test"),
            direct(#"{"@bob:test":["!b:test"]}"#),
            ignored(#"{"@bob:test":{}}"#),
            muted("!b:test")
        )
        #expect(response.direct?.map(\.person) == [bob] && response.ignored == [bob])
        #expect(response.rules?.modes == [ChatID("!b:test"): .mentions])
    }

    @Test func `a missing part is unchanged`() throws {
        let response = try response(#"{"type":"m.ignored_user_list","content":{}}"#)
        #expect(response.direct == nil && response.ignored == nil && response.rules == nil)
    }
}
