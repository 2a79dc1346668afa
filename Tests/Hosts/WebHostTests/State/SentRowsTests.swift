import JSONKit
import Testing

@testable import WebHost

@Suite struct SentRowsTests {
    private struct Row: Equatable, Identifiable {
        let id: String
        var text = ""
    }

    private var rows = SentRows<Row>()

    private mutating func changes(to ids: String, text: String = "") -> String? {
        rows.changes(to: ids.map { Row(id: String($0), text: text) }) { .string("\($0.id)\($0.text)") }
            .map { String(decoding: $0.bytes, as: UTF8.self) }
    }

    @Test mutating func `the first rows are sent with their order`() {
        #expect(changes(to: "abc") == #"{"order":[[1,3]],"rows":[[1,"a"],[2,"b"],[3,"c"]]}"#)
    }

    @Test mutating func `rows that did not change are not sent again`() {
        _ = changes(to: "abc")
        #expect(changes(to: "abc") == nil)
    }

    @Test mutating func `one more row costs that row and one run`() {
        _ = changes(to: "abc")
        #expect(changes(to: "abcd") == #"{"order":[[1,4]],"rows":[[4,"d"]]}"#)
    }

    @Test mutating func `a changed row is sent without the order`() {
        _ = changes(to: "ab")
        #expect(
            rows.changes(to: [Row(id: "a"), Row(id: "b", text: "!")]) { .string($0.text) }?.bytes
                == Array(#"{"rows":[[2,"!"]]}"#.utf8)
        )
    }

    @Test mutating func `rows above keep the numbers of the others`() {
        _ = changes(to: "cd")
        #expect(changes(to: "abcd") == #"{"order":[[3,2],[1,2]],"rows":[[3,"a"],[4,"b"]]}"#)
    }

    @Test mutating func `a row that moves is not sent again`() {
        _ = changes(to: "abc")
        #expect(changes(to: "cab") == #"{"order":[[3,1],[1,2]]}"#)
    }

    @Test mutating func `a row that was away is sent again under another number`() {
        _ = changes(to: "ab")
        _ = changes(to: "b")
        #expect(changes(to: "ab") == #"{"order":[[3,1],[2,1]],"rows":[[3,"a"]]}"#)
    }

    @Test mutating func `a row that is there twice is sent once`() {
        #expect(changes(to: "aa") == #"{"order":[[1,1]],"rows":[[1,"a"]]}"#)
    }
}
