import ChatTypes
import JSONKit
import Testing

@testable import WebHost

@Suite struct SpanJSONTests {
    private func json(_ spans: [TextSpan], in text: String) -> String {
        String(decoding: JSONText.array(SpanJSON.elements(spans, in: text)).bytes, as: UTF8.self)
    }

    @Test(arguments: [("ab", 1, 1, "[1,1]"), ("éb", 2, 1, "[1,1]"), ("😀b", 4, 1, "[2,1]"), ("a😀", 1, 4, "[1,2]")])
    func `offsets in bytes become offsets in UTF-16 units`(text: String, start: Int, length: Int, place: String) {
        let expected = #"[["strong","# + place.dropFirst().dropLast() + "]]"
        #expect(json([TextSpan(.strong, start: start, length: length)], in: text) == expected)
    }

    @Test(arguments: [(1, 1), (0, 2), (5, 1), (4, 9)])
    func `a span that cuts a character or leaves the text is dropped`(start: Int, length: Int) {
        #expect(json([TextSpan(.strong, start: start, length: length)], in: "😀b") == "[]")
    }

    @Test func `links, headings and numbered items bring their values`() {
        let spans = [
            TextSpan(.link("https://a.example"), start: 0, length: 1),
            TextSpan(.heading(level: 2), start: 1, length: 1),
            TextSpan(.listItem(number: 3), start: 2, length: 1),
        ]
        #expect(
            json(spans, in: "abc")
                == #"[["link",0,1,"https://a.example"],["heading",1,1,2],["listItem",2,1,3]]"#
        )
    }
}
