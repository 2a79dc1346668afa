import ChatTypes
import Testing

@testable import FullScreenHost

@Suite struct ComposerTests {
    private var composer = Composer()

    @Test mutating func `each field keeps its text, and editing returns the draft`() throws {
        #expect(try composer.edit(.chat(ada), by: .type("hi")) == "hi")
        #expect(try composer.edit(.chat(ada), by: .move(.left)) == nil)
        #expect(try composer.edit(.chat(bob), by: .type("hello")) == "hello")
        #expect(composer.text(of: .chat(ada)) == "hi" && composer.text(of: .chat(bob)) == "hello")
        composer.clear(.chat(bob))
        #expect(composer.isEmpty(.chat(bob)) && !composer.isEmpty(.chat(ada)))
    }

    @Test mutating func `text cut in one field can be inserted in another`() throws {
        composer.set("tea time", in: .chat(ada))
        #expect(try composer.edit(.chat(ada), by: .kill(.wordLeft)) == "tea ")
        #expect(try composer.edit(.text(.search), by: .yank) == "time")
    }

    @Test mutating func `a chat takes several lines, other fields join them`() throws {
        #expect(try composer.edit(.chat(ada), by: .paste("a\nb")) == "a\nb")
        #expect(try composer.edit(.text(.form), by: .paste("a\nb")) == "a b")
    }

    @Test mutating func `text over the limit is refused and leaves the field as it was`() {
        composer.set("x", in: .text(.form))
        #expect(throws: TextTooLong(bytes: 4097, limit: 4096)) {
            try composer.edit(.text(.form), by: .paste(String(repeating: "y", count: 4096)))
        }
        #expect(composer.text(of: .text(.form)) == "x")
    }

    @Test mutating func `a submitted text can be recalled, also after a text was put back`() throws {
        composer.set("one", in: .chat(ada))
        composer.submit(.chat(ada))
        #expect(composer.isEmpty(.chat(ada)))
        composer.putBack("two", in: .chat(ada))
        #expect(try composer.edit(.chat(ada), by: .up) == nil, "a recalled text does not replace the draft")
        #expect(composer.text(of: .chat(ada)) == "one")
    }

    @Test(arguments: [
        ("", "so: ", "so: "), ("hey", "so: ", "so: hey"), ("so: hey", "so: ", "so: hey"), ("hey", "", "hey"),
    ])
    mutating func `a stored draft precedes text typed meanwhile, once`(typed: String, draft: String, text: String) {
        if !typed.isEmpty { composer.set(typed, in: .chat(ada)) }
        composer.restore(draft: draft, in: .chat(ada))
        #expect(composer.text(of: .chat(ada)) == text)
    }

    @Test mutating func `a second Tab continues the completion, and another key ends it`() throws {
        let table = CompletionTable(commands: [], names: ["Ada", "Adam"])
        composer.set("Ad", in: .text(.form))
        for draft in ["Ada", nil, "Adam"] {
            #expect(try composer.complete(.text(.form), from: table, on: .form, isBackward: false) == draft)
        }
        _ = try composer.edit(.text(.form), by: .move(.left))
        #expect(
            try composer.complete(.text(.form), from: table, on: .form, isBackward: false) == nil,
            "another completion"
        )
    }
}
