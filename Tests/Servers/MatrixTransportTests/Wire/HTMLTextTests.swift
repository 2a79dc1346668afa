import ChatTypes
import Testing

@testable import MatrixTransport

@Suite struct HTMLTextTests {
    @Test(arguments: [
        ("<b>hello</b>", "hello"), ("a<br/>b<br>c", "a\nb\nc"), ("<ul><li>a</li><li>b</li></ul>", "a\nb"),
        ("1 &lt; 2 &amp;&amp; 3 &gt; 2", "1 < 2 && 3 > 2"), ("&#65;&#x42;", "AB"), ("&quot;&apos;", "\"'"), ("", ""),
    ])
    func `tags are removed, blocks become lines, references characters`(_ html: String, _ text: String) {
        #expect(HTMLText.plain(html) == text)
    }

    @Test(arguments: [
        ("a < b", "a < b"), ("a & b; c", "a & b; c"), ("&unknown;", "&unknown;"), ("&#x110000;", "&#x110000;"),
        ("&#xD800;", "&#xD800;"), ("&", "&"), ("<", "<"), ("<>x", "x"),
    ])
    func `what is no markup stays`(_ html: String, _ text: String) {
        #expect(HTMLText.plain(html) == text)
    }

    @Test(arguments: ["<", "&", "<b>", "&amp;", "x<br>"])
    func `a long text costs linear time and is cut`(_ piece: String) {
        let text = HTMLText.plain(String(repeating: piece, count: 100_000))
        #expect(text.utf8.count <= Limits.textBytes)
    }
}
