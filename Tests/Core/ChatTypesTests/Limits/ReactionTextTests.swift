import Testing

@testable import ChatTypes

@Suite struct ReactionTextTests {
    @Test(arguments: ["👍", "❤️", "👩‍👩‍👧‍👦", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "+1", "lol", "ok then", String(repeating: "x", count: 32)])
    func `an emoji and a short text can be a reaction`(text: String) throws {
        #expect(ReactionText.isUsable(text))
        #expect(try ReactionText.accepting(" \(text)\n") == text)
    }

    @Test(arguments: [
        "a\nb", "a\u{7}b", "\u{1B}[2J", "a\u{202E}b", "a\u{2028}b", "\u{85}b", "a\u{E000}b", "a\u{61C}b",
        String(repeating: "x", count: 33),
        String(repeating: "👍", count: 9), String(repeating: "x", count: 65_536),
    ])
    func `a long text and control characters cannot`(text: String) {
        #expect(!ReactionText.isUsable(text))
        #expect(throws: TextError.self) { try ReactionText.accepting("a" + text) }
    }

    @Test func `a blank text is refused as empty`() {
        #expect(throws: TextError.empty) { try ReactionText.accepting(" \n") }
        #expect(!ReactionText.isUsable("") && !ReactionText.isUsable("  "))
    }

    @Test func `an annotation with a hostile reaction is dropped`() {
        let (author, message) = (Author.contact, MessageID("m1"))
        func annotation(_ text: String, _ number: Int64 = 1) -> Annotation {
            Annotation(author: author, message: message, kind: .reaction(text: text, isSet: true), number: number)
        }
        #expect(annotation("👍").bounded() == annotation("👍"))
        #expect(annotation("👍", 0).bounded() == nil)
        #expect(annotation("a\u{0}").bounded() == nil)
        #expect(annotation(String(repeating: "x", count: 33)).bounded() == nil)
    }

    @Test(arguments: [
        ("👍\u{FE0F}", "👍"), ("👍", "👍"), ("❤", "❤\u{FE0F}"), ("❤\u{FE0F}", "❤\u{FE0F}"), ("🎉\u{FE0F}", "🎉"),
        ("☝🏽", "☝🏽"), ("☝\u{FE0F}🏽", "☝🏽"), ("☝", "☝\u{FE0F}"), ("☺\u{FE0E}", "☺\u{FE0E}"),
        ("👍🏽", "👍🏽"), ("1\u{20E3}", "1\u{FE0F}\u{20E3}"), ("1", "1"), ("#", "#"), ("ok", "ok"),
        ("❤\u{200D}🔥", "❤\u{FE0F}\u{200D}🔥"), ("☺", "☺\u{FE0F}"), ("👁\u{FE0F}\u{200D}🗨", "👁\u{FE0F}\u{200D}🗨\u{FE0F}"),
    ])
    func `an emoji with and without the sign for its style is one reaction`(_ text: String, _ uniform: String) throws {
        #expect(try ReactionText.accepting(text).utf8.elementsEqual(uniform.utf8))
        let sent = Annotation(author: .me, message: MessageID("m"), kind: .reaction(text: text, isSet: true), number: 1)
        #expect(sent.bounded()?.kind.reaction?.utf8.elementsEqual(uniform.utf8) == true)
    }
}
