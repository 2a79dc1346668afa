import Testing

@testable import FullScreenHost

@Suite struct KillRingTests {
    @Test func `kills and yanks of another editor are not joined with those of this one`() throws {
        var line = try editor("abcd|")
        try line.perform([.kill(.lineStart), .yank])
        line.kills.add("x", joiningAt: nil)
        try line.perform(.yankPrevious)
        #expect(line.marked == "abcd|")
        var words = try editor("one two|")
        try words.perform(.kill(.wordLeft))
        words.kills.add("elsewhere", joiningAt: nil)
        try words.perform(.kill(.wordLeft))
        #expect(words.kills.text == "one ")
    }

    @Test(
        arguments: [
            ("a |b", [.kill(.lineEnd), .yank], "a b|"), ("a |b", [.kill(.lineEnd), .yank, .yank], "a bb|"),
            ("one two three|", [.kill(.wordLeft), .kill(.wordLeft), .yank], "one two three|"),
            ("|one two three", [.kill(.wordRight), .kill(.wordRight), .move(.textEnd), .yank], " threeone two|"),
            ("a |b", [.kill(.lineEnd), .kill(.lineStart), .yank], "a b|"),
            ("one two|", [.kill(.wordLeft), .move(.left), .kill(.wordLeft), .yank], "one| "),
            ("one two|", [.kill(.wordLeft), .move(.left), .kill(.wordLeft), .yank, .yankPrevious], "two| "),
            (
                "one two|", [.kill(.wordLeft), .move(.left), .kill(.wordLeft), .yank, .yankPrevious, .yankPrevious],
                "one| "
            ),
            (
                "one two|", [.kill(.wordLeft), .move(.left), .kill(.wordLeft), .yank, .move(.left), .yankPrevious],
                "on|e "
            ),
            ("ab|", [.yankPrevious, .yank], "ab|"), ("ab|", [.delete(.left), .yank], "a|"),
            ("a|\nb", [.kill(.lineEnd), .kill(.lineEnd), .yank], "a\nb|"),
            ("ab|", [.kill(.lineEnd), .kill(.wordLeft), .kill(.wordLeft), .yank], "ab|"),
            ("ab|", [.kill(.wordLeft), .yank, .yankPrevious, .undo], "|"),
        ] as [(String, [EditCommand], String)]
    )
    func `cut text can be inserted again`(from: String, commands: [EditCommand], to: String) throws {
        var editor = try editor(from)
        try editor.perform(commands)
        #expect(editor.marked == to)
    }

    @Test func `yankPrevious is undone together with the yank`() throws {
        var editor = try editor("one two|")
        try editor.perform([.kill(.wordLeft), .move(.left), .kill(.wordLeft), .yank, .yankPrevious, .undo])
        #expect(editor.marked == "| ")
    }

    @Test func `text cut in one editor can be inserted in another`() throws {
        var first = try editor("a\nb|")
        try first.perform([.kill(.textStart)])
        var second = try editor("|", hasLines: false)
        second.kills = first.kills
        try second.perform([.yank, .yankPrevious])
        #expect(second.marked == "a b|")
    }

    @Test func `the oldest entry is dropped over the limit`() {
        var kills = KillRing()
        for number in 0...KillRing.limit { kills.add("\(number)", joiningAt: nil) }
        kills.rotate()
        for _ in 0..<(KillRing.limit - 1) { kills.rotate() }
        #expect(kills.text == "\(KillRing.limit)")
        for _ in 0..<(KillRing.limit - 1) { kills.rotate() }
        #expect(kills.text == "1")
    }
}
