import ChatTypes
import Testing

@testable import ScreenKit

@Suite struct EmojiNamesTests {
    @Test(arguments: [("thumbs", "👍"), ("+", "👍"), ("tad", "🎉"), ("crab", "🦀"), ("THUMBS_D", "👎"), ("hea", "❤️")])
    func `an emoji is found by the beginning of its name, the usual ones first`(typed: String, first: String) {
        #expect(emoji(namedLike: typed, limit: 50).first == first)
    }

    @Test func `an emoji is found by a later word of its name, each once, and no more than are wanted`() {
        let found = emoji(namedLike: "face", limit: 30)
        #expect(found.count == 30 && Set(found).count == 30)
        #expect(emoji(namedLike: "", limit: 5).isEmpty && emoji(namedLike: "no such emoji", limit: 5).isEmpty)
    }

    @Test func `every emoji of the tables can be sent as a reaction, in the form in which it is stored`() throws {
        for letter in "abcdefghijklmnopqrstuvwxyz" {
            for emoji in emoji(namedLike: String(letter), limit: 5000) {
                #expect(try ReactionText.accepting(emoji) == emoji)
            }
        }
    }

    @Test(arguments: [(":thumbs_up_sign:", "👍"), (":+1:", "👍"), (":crab:", "🦀")])
    func `a reaction is meant by any name`(typed: String, meant: String) throws {
        #expect(objection(toReaction: typed) == nil)
        #expect(try reactionText(named: typed) == meant)
    }

    @Test(arguments: [("1", "👍"), ("9", "👀"), ("0", nil), ("10", nil), ("+1", nil), ("01", nil), ("٣", nil), ("", nil)])
    func `one digit chooses one of the nine usual reactions`(typed: String, emoji: String?) {
        #expect(reactionChoice(typed) == emoji)
    }

    @Test(
        arguments: [
            (":he:", "No emoji has the name :he:; did you mean :heart:?"),
            (":hea", "No emoji has the name :hea; did you mean :heart:?"),
            (":heart", "No emoji has the name :heart; did you mean :heart:?"),
            (":nosuch:", "No emoji has the name :nosuch:; type an emoji itself"), (":p", nil), (":Heart:", nil),
            (":-)", nil), ("heart:", nil),
        ] as [(String, String?)]
    )
    func `a text that is like the name of an emoji is refused with the nearest one, a face is not`(
        typed: String,
        reason: String?
    ) {
        #expect(objection(toReaction: typed) == reason)
    }

    @Test(arguments: [":nosuch:", ":thumbs_up", ":crab_sign:"])
    func `a name that no emoji has is not sent as it is`(typed: String) {
        #expect((objection(toReaction: typed) != nil) == (typed != ":thumbs_up"))
    }
}
