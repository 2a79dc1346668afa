import ChatTypes
import Testing

@testable import MatrixTransport

@Suite struct HTMLReaderTests {
    @Test(arguments: [
        ("<b>a</b> <strong>b</strong>", "[strong:a] [strong:b]"), ("<i>a</i> <em>b</em>", "[emphasis:a] [emphasis:b]"),
        ("<u>a</u> <s>b</s> <del>c</del>", "[underline:a] [strike:b] [strike:c]"), ("<code>a  b</code>", "[code:a b]"),
        ("<h1>a</h1>b", "[heading1:a]\nb"), ("<blockquote>a<br>b</blockquote>c", "[quote:a\nb]\nc"),
        ("<ul><li>a</li><li>b</li></ul>", "[item:a]\n[item:b]"),
        ("<ol start=\"3\"><li>a</li><li>b</li></ol>", "[item3:a]\n[item4:b]"),
        ("<ol start=\"9223372036854775807\"><li>a</li><li>b</li></ol>", "[item1:a]\n[item2:b]"),
        ("<ol start=\"-9223372036854775808\"><li>a</li><li>b</li></ol>", "[item1:a]\n[item2:b]"),
        ("<ol start=\"999999999\"><li>a</li><li>b</li></ol>", "[item999999999:a]\n[item999999999:b]"),
        ("<ol start=\"99999999999999999999\"><li>a</li><li>b</li></ol>", "[item1:a]\n[item2:b]"),
        ("<ol start=\"-1\"><li>a</li><li>b</li></ol>", "[item1:a]\n[item2:b]"),
        ("<ul><li>a<ul><li>b</li></ul></li></ul>", "[item:a\n[item:b]]"),
        ("<ul>\n<li><p>a</p></li>\n</ul>", "[item:a]"),
        ("<pre><code>\na\n  b\n</code></pre>c", "[codeBlock:a\n  b]\nc"),
        ("<a href=\"https://x.org\">a</a>", "[https://x.org:a]"),
        ("<a href=\"https://x.org\" HREF=\"https://y.org\">a</a>", "[https://x.org:a]"),
        ("<span data-mx-spoiler>a</span>", "[spoiler:a]"),
        ("<span data-mx-spoiler=\"why\">a</span>", "(why) [spoiler:a]"),
        ("<p>a</p><p>b</p>", "a\n\nb"), ("<p>a</p>\n<ul><li>b</li></ul>", "a\n[item:b]"), ("a<br/>b<br>c", "a\nb\nc"),
        ("a<hr>b", "a\n———\nb"), ("<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>", "a | b\nc"),
        ("<img src=\"mxc://x/y\" alt=\"a cat\">", "a cat"), ("10<sup>6</sup>", "10^6"), ("H<sub>2</sub>O", "H_2O"),
        ("x<sup>a + <b>b</b></sup>y", "x^(a + [strong:b])y"),
        ("x<sup><b>a</b>b</sup>", "x^[strong:a]b"), ("<b>a<sup>2</sup></b>", "[strong:a^2]"),
        ("<a href=\"ftp://x.org/f\">a file</a>", "a file (ftp://x.org/f)"),
        ("<a href=\"magnet:?xt=urn:btih:1\">a file</a>", "a file (magnet:?xt=urn:btih:1)"),
        ("<b>a<i>b</b>c</i>", "[strong:a[emphasis:b]]c"),
        ("<strong>a", "[strong:a]"), ("</b>a", "a"), (" a \n b\t<b> c</b> ", "a b [strong:c]"),
        ("<B CLASS=x>a</B>", "[strong:a]"), ("<strike>a</strike>", "[strike:a]"), ("<h6>a</h6>b", "[heading6:a]\nb"),
        ("<img title=\"a cat\">", "a cat"), ("<img>", "Image"), ("<title>a</title>b", "b"),
        ("<table><tr><th>a</th><th>b</th></tr></table>", "a | b"),
        ("<details><summary>a</summary>b</details>c", "a\nb\nc"), ("x<sup>é</sup>", "x^é"),
        ("<ol><li>a<ul><li>b</li></ul></li><li>c</li></ol>", "[item1:a\n[item:b]]\n[item2:c]"),
        ("<a href='https://x.org'>a</a>", "[https://x.org:a]"), ("<a href=https://x.org>a</a>", "[https://x.org:a]"),
        ("<a href=\"https://x.org/?a=1&amp;b=2\">a</a>", "[https://x.org/?a=1&b=2:a]"),
    ])
    func `each tag of the specification is read as spans or lines`(_ html: String, _ text: String) {
        #expect(described(HTMLReader.read(html)) == text)
    }

    @Test(arguments: [
        ("<mx-reply><blockquote>old</blockquote></mx-reply>new", "new"), ("<mx-reply>old", ""),
        ("<script>a</script>b", "b"), ("<script>a</SCRIPT>b", "b"), ("<!DOCTYPE html><?xml?>a", "a"),
        ("<!---->b", "b"),
        (
            "<a href=\"https://matrix.to/#/#garden:x.org/$event\">this</a>",
            "[https://matrix.to/#/#garden:x.org/$event:this]"
        ),
        ("<style>a > b {}</style>b", "b"), ("<script>a<b>c", ""), ("<a href=\"javascript:alert(1)\">a</a>", "a"),
        ("<a href=\"data:text/html,<b>\">a</a>", "a"), ("<a href=\" https://x.org\">a</a>", "a"), ("<a>a</a>", "a"),
        ("<font color=\"red\">a</font>", "a"), ("<b onclick=\"x()\">a</b>", "[strong:a]"),
        ("a<!-- <b>b</b> -->c", "ac"), ("a<!-- b", "a"),
        ("<a href=\"https://matrix.to/#/@ada:x.org\">Ada</a>: hi", "Ada: hi"), ("<iframe src=\"x\"></iframe>a", "a"),
        ("<a href=\"https://matrix.to/#/%40ada%3Ax.org\">Ada</a>: hi", "Ada: hi"),
        ("<a href=\"matrix:u/ada:x.org\">Ada</a>", "Ada"),
        (
            "<a href=\"https://matrix.to/#/%23garden%3Ax.org\">Garden</a>",
            "[https://matrix.to/#/%23garden%3Ax.org:Garden] (#garden:x.org)"
        ),
        (
            "<a href=\"https://matrix.to/#/#garden:x.org\">#garden:x.org</a>",
            "[https://matrix.to/#/#garden:x.org:#garden:x.org]"
        ),
        (
            "<a href=\"https://matrix.to/#/!room:x.org/$event?via=x.org\">this</a>",
            "[https://matrix.to/#/!room:x.org/$event?via=x.org:this]"
        ),
    ])
    func `harmful parts, and parts that are none of the message, are dropped`(_ html: String, _ text: String) {
        #expect(described(HTMLReader.read(html)) == text)
    }

    @Test(arguments: [
        ("1 &lt; 2 &amp;&amp; 3 &gt; 2", "1 < 2 && 3 > 2"), ("&#65;&#x42;&nbsp;", "AB\u{A0}"), ("&quot;&apos;", "\"'"),
        ("", ""),
        ("a < b", "a < b"), ("a & b; c", "a & b; c"), ("&unknown;", "&unknown;"), ("&#x110000;", "&#x110000;"),
        ("&#xD800;", "&#xD800;"),
        ("&#0;", "&#0;"), ("&", "&"), ("<", "<"), ("<>x", "<>x"), ("<3 a", "<3 a"), ("a <b", "a <b"),
        ("<b x=\"a>b", "b"),
        ("<b title=\"a>b\">c", "[strong:c]"), ("<b title='a>b'>c", "[strong:c]"), ("&#X41;", "A"),
        ("&#000000065;", "A"),
        ("&#0000000065;", "&#0000000065;"),
    ])
    func `references become characters, and what is no markup stays`(_ html: String, _ text: String) {
        // The quote of an attribute that never ends counts no more.
        let expected = html == "<b x=\"a>b" ? "[strong:b]" : text
        #expect(described(HTMLReader.read(html)) == expected)
    }

    @Test(arguments: [
        ("<ul><li>a<ul><li>b</li></ul></li></ul>", "- a\n  - b"), ("<ol><li>a<br>b</li></ol>", "1. a\n   b"),
        ("<blockquote>a<br>b</blockquote>", "> a\n> b"), ("<blockquote><ul><li>a</li></ul></blockquote>", "> - a"),
        ("<a href=\"https://x.org\">a</a>!", "a (https://x.org)!"), ("<a href=\"https://x.org/\">x.org</a>", "x.org"),
        ("<a href=\"mailto:a@x.org\">write</a>", "write (a@x.org)"), ("<span data-mx-spoiler>a</span>", "||a||"),
        ("<ul><li></li></ul>", ""), ("<blockquote></blockquote>a", "a"),
    ])
    func `the plain text has marks where the text alone would not tell`(_ html: String, _ text: String) {
        #expect(HTMLReader.read(html).text == text)
    }

    @Test func `elements within each other to any depth are read, the outer hundred as formats`() {
        for tag in ["b", "blockquote", "ul><li", "span data-mx-spoiler"] {
            let read = HTMLReader.read(String(repeating: "<\(tag)>", count: 10_000) + "a")
            #expect(read.withoutMarkup.text == "a" && read.spans.count <= 300)
        }
    }

    @Test(arguments: [(15, "[https://x.org:a]"), (16, "a")])
    func `of the attributes of a tag, sixteen are read`(before: Int, text: String) {
        let others = (1...before).map { "a\($0)=x " }.joined()
        #expect(described(HTMLReader.read("<a \(others)href=\"https://x.org\">a</a>")) == text)
    }

    @Test(arguments: [100, 101]) func `a hundred elements within each other are formats`(count: Int) {
        #expect(HTMLReader.read(String(repeating: "<b>", count: count) + "a").spans.count == 100)
    }

    @Test(arguments: [
        "<", "&", "<b>", "&amp;", "x<br>", "<a \"", "<a =\"", "<!--", "</b", "<p>", "<li>a", "<script>", "</li>",
        "<a href=\"https://x.org\">a</a>",
        "<blockquote>a", " ", "<mx-reply>", "<td>", "&#", "<b a=b ",
    ])
    func `a long text costs linear time and stays within the limits`(_ piece: String) {
        let read = HTMLReader.read(String(repeating: piece, count: 70_000 / piece.utf8.count))
        #expect(read.text.utf8.count <= 2 * Limits.textBytes && read.spans.count <= Limits.spans)
    }
}

@Suite struct HTMLWriterTests {
    @Test(arguments: [
        ("*a* **b** ~~c~~ `d`", "<em>a</em> <strong>b</strong> <del>c</del> <code>d</code>"),
        ("[a](https://x.org/?b=1&c=2)", "<a href=\"https://x.org/?b=1&amp;c=2\">a</a>"),
        ("||a||", "<span data-mx-spoiler>a</span>"),
        ("# a\nb", "<h1>a</h1>b"), ("> a\n> b\nc", "<blockquote>a<br>b</blockquote>c"),
        ("- a\n- b", "<ul><li>a</li><li>b</li></ul>"),
        ("3. a\n4. b", "<ol start=\"3\"><li>a</li><li>b</li></ol>"),
        ("- a\n  - b", "<ul><li>a<ul><li>b</li></ul></li></ul>"),
        ("a\n- b\n\nc", "a<ul><li>b</li></ul><br>c"), ("a\n\n- b", "a<br><br><ul><li>b</li></ul>"),
        ("```\n<a>\nb\n```\nc", "<pre><code>&lt;a&gt;\nb</code></pre>c"),
        ("**a\nb** <b>&\"", "<strong>a<br>b</strong> &lt;b&gt;&amp;&quot;"),
        ("**a *b***", "<strong>a <em>b</em></strong>"),
    ])
    func `each format is written with its tag, and text is escaped`(_ typed: String, _ html: String) {
        #expect(HTMLWriter.html(of: TypedText.read(typed)) == html)
    }

    @Test func `an underlined text has its own tag, and lists of two kinds are two`() {
        let underlined = FormattedText("a", [TextSpan(.underline, start: 0, length: 1)])
        #expect(HTMLWriter.html(of: underlined) == "<u>a</u>")
        let lists = FormattedText(
            "a\nb",
            [
                TextSpan(.listItem(number: nil), start: 0, length: 1),
                TextSpan(.listItem(number: 1), start: 2, length: 1),
            ]
        )
        #expect(HTMLWriter.html(of: lists) == "<ul><li>a</li></ul><ol><li>b</li></ol>")
    }

    @Test func `a text without formats has no HTML`() {
        for plain in ["a", "2*3*4", "<b>", "/me waves", "a\\b", "\\", ""] {
            #expect(HTMLWriter.html(of: TypedText.read(plain)) == nil)
        }
    }

    @Test func `formats that overlap are ended and begun again`() {
        let spans = [TextSpan(.strong, start: 0, length: 2), TextSpan(.emphasis, start: 1, length: 2)]
        #expect(HTMLWriter.html(of: FormattedText("abc", spans)) == "<strong>a<em>b</em></strong><em>c</em>")
    }

    @Test(arguments: [
        "*a* **b** ~~c~~ `d` ||e||", "a\n\n- b\n- c\n\nd", "> a\n> - b\n> - c\nd", "# a\n```\nb\n\nc\n```",
        "1. a\n2. b\n   - c",
        "**a\nb**", "[a *b*](https://x.org) c",
    ])
    func `the reader understands the writer`(_ typed: String) {
        let shown = TypedText.read(typed).withoutMarkup
        #expect(HTMLReader.read(HTMLWriter.write(shown)).withoutMarkup == shown)
    }
}

/// The text that is shown, with its spans in brackets.
private func described(_ text: FormattedText) -> String {
    let shown = text.withoutMarkup
    var parts: [Int: (begin: String, end: String)] = [:]
    for span in shown.spans {
        let name =
            switch span.kind {
            case .heading(let level): "heading\(level)"
            case .listItem(let number): "item\(number.map(String.init) ?? "")"
            case .link(let address): address
            default: span.kind.name
            }
        parts[span.start, default: ("", "")].begin += "[\(name):"
        parts[span.range.upperBound, default: ("", "")].end += "]"
    }
    var (bytes, all) = ([UInt8](), Array(shown.text.utf8))
    all.append(0)
    for (index, byte) in all.enumerated() {
        bytes += ((parts[index]?.end ?? "") + (parts[index]?.begin ?? "")).utf8 + [byte]
    }
    return String(decoding: bytes.dropLast(), as: UTF8.self)
}
