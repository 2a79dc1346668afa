import ChatTypes
import Testing

@testable import FullScreenHost

@Suite struct LimitTests {
    @Test(arguments: [EditCommand.type("日"), .paste("xyz"), .yank])
    func `text over the limit is refused in full with an error`(command: EditCommand) throws {
        var editor = try editor("12|345", limit: 8)
        try editor.perform([.type("678"), .undo, .kill(.wordRight), .yank, .move(.textStart), .type("ab")])
        let before = editor.marked
        #expect(throws: TextTooLong(bytes: 10, limit: 8)) { try editor.perform(command) }
        #expect(editor.marked == before)
        try editor.perform(.undo)
        #expect(editor.marked == "|12345")
    }

    @Test func `a text of exactly the limit fits`() throws {
        var editor = try editor("|", limit: 6)
        try editor.perform(.paste("日本"))
        #expect(throws: TextTooLong(bytes: 7, limit: 6)) { try editor.perform(.type("a")) }
        try editor.perform([.delete(.left), .type("a")])
        #expect(editor.marked == "日a|")
    }

    @Test func `a message can have the length that the server accepts`() throws {
        var editor = TextEditor(width: testWidth)
        try editor.perform(.paste(String(repeating: "x", count: OutgoingMessage.textLimit)))
        #expect(throws: TextTooLong.self) { try editor.perform(.type("x")) }
    }

    @Test func `a draft over the limit is kept and can only get shorter`() throws {
        var editor = try editor("12345678|", limit: 5)
        #expect(throws: TextTooLong(bytes: 9, limit: 5)) { try editor.perform(.type("9")) }
        try editor.perform([.delete(.left), .delete(.left)])
        #expect(editor.marked == "123456|")
        #expect(throws: TextTooLong(bytes: 7, limit: 5)) { try editor.perform(.type("7")) }
        try editor.perform(.undo)
        #expect(editor.marked == "12345678|")
    }

    @Test func `yankPrevious over the limit leaves the former yank`() throws {
        var editor = try editor("abcdef|", limit: 6)
        try editor.perform([.kill(.lineStart), .type("x"), .kill(.lineStart), .yank, .type("yz")])
        try editor.perform([.move(.textStart), .yank])
        #expect(editor.marked == "x|xyz")
        #expect(throws: TextTooLong(bytes: 9, limit: 6)) { try editor.perform(.yankPrevious) }
        #expect(editor.marked == "x|xyz")
    }
}
