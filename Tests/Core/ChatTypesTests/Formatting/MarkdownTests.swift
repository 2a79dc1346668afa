import Testing

@testable import ChatTypes

@Suite struct MarkdownTests {
    @Test(arguments: [
        ("*a*", "emphasis:a"), ("_a b_", "emphasis:a b"), ("**a**", "strong:a"), ("__a__", "strong:a"),
        ("~~a~~", "strike:a"), ("||a||", "spoiler:a"), ("`a *b*`", "code:a *b*"), ("``a`b``", "code:a`b"),
        ("***a***", "strong:a emphasis:a"), ("**a *b* c**", "strong:a b c emphasis:b"),
        ("*a **b***", "emphasis:a b strong:b"),
        ("(*a*)", "emphasis:a"), ("**bold**text", "strong:bold"), ("un*frigging*believable", "emphasis:frigging"),
        ("pre**bold**", "strong:bold"), ("~~del~~ete", "strike:del"), ("a_b_c *d*", "emphasis:d"),
        ("**a:** b", "strong:a:"), ("**a\nb**", "strong:a\nb"), ("这是**粗体**吧", "strong:粗体"),
        ("[a](https://x.org)", "link=https://x.org:a"), ("<https://x.org>", "link=https://x.org:https://x.org"),
        ("[*a*](https://x.org/(b))", "link=https://x.org/(b):a emphasis:a"),
        ("**https://x.org/a_b_**", "strong:https://x.org/a_b_"),
        ("# a", "heading1:a"), ("### a *b*", "heading3:a b emphasis:b"), ("> a\n> b", "quote:a\nb"),
        ("> a\n>> b", "quote:a\nb quote:b"), ("- a\n- b", "item:a item:b"), ("1. a\n2) b", "item1:a item2:b"),
        ("- a\n  - b\n- c", "item:a\nb item:b item:c"), ("- a\n  b", "item:a\nb"), ("> - a", "quote:a item:a"),
        ("```\na\n```", "codeBlock:a"), ("```swift\nlet *a*\n\nb\n```\nc", "codeBlock:let *a*\n\nb"),
        ("~~~\na\n", "codeBlock:a\n"), ("```\na\n`````\nb", "codeBlock:a"), ("````\na\n```\n````", "codeBlock:a\n```"),
        ("###### a", "heading6:a"), ("123456789. a", "item123456789:a"), ("- a\nb", "item:a"), ("> a\nb", "quote:a"),
        // A mark does not reach over what ends its paragraph.
        ("*a\n# h\nb*", "heading1:h"), ("*a\n- i\nb*", "item:i"), ("*a\n> q\nb*", "quote:q"),
        ("*a\n```\nc\n```\nb*", "codeBlock:c"),
        ("```\na\n~~~\n```", "codeBlock:a\n~~~"), ("```\na\n``` b\n```", "codeBlock:a\n``` b"),
    ])
    func `a format is read as a span over the text without its marks`(_ typed: String, _ spans: String) {
        #expect(described(typed) == spans)
    }

    @Test(arguments: [
        "2*3*4", "2**3**4", "file_name_1", "__init__py", "a * b * c", "**", "****", "||||", "a || b || c", "* *", "***",
        "*a", "a**", "`a",
        "a > b", ">.<",
        "#tag", "####### a", "-5", "- ", "---", "- - -", "1.5", "2022. ", "[a]", "[a](b)", "[](https://x.org)",
        "[a](javascript:alert(1))", "[a](data:text/html,x)", "[a](https://x.org b)", "<b>a</b>", "```", "```\n```",
        "~a~", "1234567890. a", "    # a", "    - a", "` `", "*a\n\nb*",
        "https://x.org/a_b_c*d*", "\\*a\\*", "\\", "*a\\*", "",
    ])
    func `a text without formats has no spans that are shown`(_ typed: String) {
        #expect(described(typed) == "")
    }

    @Test(arguments: [
        ("\\*a\\*", "*a*"), ("\\\\", "\\"), ("\\a", "\\a"), ("**a** b", "a b"), ("> a\nb", "a\nb"), ("  - a", "a"),
        ("[a](https://x.org)!", "a!"), ("[](https://x.org)", "[](https://x.org)"), ("a\n```\nb\n```\nc", "a\nb\nc"),
        ("- a\n\n  b", "a\n\n  b"),
    ])
    func `marks and backslashes are hidden by a display with formats`(_ typed: String, _ shown: String) {
        #expect(TypedText.read(typed).withoutMarkup.text == shown)
        #expect(TypedText.read(typed).text == typed)
    }

    @Test func `a link within a link's text is the link`() {
        #expect(described("[a [b](https://x.org) c](https://y.org)") == "link=https://x.org:b")
    }

    @Test func `a text with more formats than the limit is plain`() {
        let most = Limits.spans / 3
        #expect(MarkdownParser.spans(of: String(repeating: "*a* ", count: most)).count == most * 3)
        #expect(MarkdownParser.spans(of: String(repeating: "*a* ", count: most + 1)).isEmpty)
    }

    @Test func `Markdown that is switched off leaves an emote and no other spans`() {
        #expect(TypedText.read("**a**", withMarkdown: false).spans.isEmpty)
        #expect(TypedText.read("/me **a**", withMarkdown: false).spans == [TextSpan(.emote, start: 0, length: 2)])
    }

    @Test func `me makes an emote, which is changed as it was typed`() {
        let emote = TypedText.read("/me *waves*")
        #expect(emote.text == "* *waves*" && emote.isEmote)
        #expect(emote.withoutMarkup == FormattedText("waves", [TextSpan(.emphasis, start: 0, length: 5)]))
        #expect(TypedText.typed(emote) == "/me *waves*")
        #expect(TypedText.typed(TypedText.read("* waves")) == "* waves")
        for plain in ["/me ", "/me", "/meow", " /me waves"] { #expect(!TypedText.read(plain).isEmote) }
    }

    @Test(arguments: [
        "*", "**a", "[", "[a](", "](", "`", "`a``", "||a ", "> ", "- a\n", "```\n", "\\", "h", "https://", "_a*b",
        "<https://",
    ])
    func `a long text of marks is read in linear time`(_ piece: String) {
        let text = String(repeating: piece, count: OutgoingMessage.textLimit / piece.utf8.count)
        #expect(MarkdownParser.spans(of: text).count <= Limits.spans)
    }
}

/// The spans of a typed text that are no marks, with their texts.
private func described(_ typed: String) -> String {
    let shown = TypedText.read(typed).withoutMarkup
    return shown.spans.map { span in
        let text = String(decoding: Array(shown.text.utf8)[span.range], as: UTF8.self)
        let kind =
            switch span.kind {
            case .heading(let level): "heading\(level)"
            case .listItem(let number): "item\(number.map(String.init) ?? "")"
            case .link(let address): "link=\(address)"
            default: span.kind.name
            }
        return "\(kind):\(text)"
    }.joined(separator: " ")
}
