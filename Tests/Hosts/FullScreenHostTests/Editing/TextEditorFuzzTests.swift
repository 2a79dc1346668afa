import SimulationKit
import Testing

@testable import FullScreenHost

@Suite struct TextEditorFuzzTests {
    private static let pieces: [String] = [
        "a", "word", " ", "\n", "\u{301}", "\u{200D}", "👩", "👧", "🇩", "🇪", "日", "한", "\u{1112}", "\u{1161}", "\u{94D}",
        "क", "\r", "\u{1B}",
        "\t", "\u{FE0F}", "🏽", "one two\nthree", "\u{600}", "\u{E0067}",
    ]

    private static func command(_ generator: inout SplitMix64, recalls: Bool) -> EditCommand {
        let motion = Motion.allCases[Int.random(in: Motion.allCases.indices, using: &generator)]
        let piece = pieces[Int.random(in: pieces.indices, using: &generator)]
        switch Int.random(in: 0...19, using: &generator) {
        case 0...5: return .type(piece)
        case 6: return .paste(piece + piece)
        case 7...9: return .move(motion)
        case 10...11: return .delete(motion)
        case 12: return .kill(motion)
        case 13: return .yank
        case 14: return .yankPrevious
        case 15: return .transpose
        case 16: return recalls ? .up : .undo
        case 17: return recalls ? .down : .redo
        case 18: return .undo
        default: return Int.random(in: 0...9, using: &generator) == 0 ? .clear : .redo
        }
    }

    private static func boundaries(of text: String) -> [Int] {
        text.indices.map { text.utf8Offset($0) } + [text.utf8.count]
    }

    @Test(arguments: Seeds.upTo(100))
    func `random commands keep the cursor on a boundary and the text within its limit`(
        seed: UInt64
    ) throws {
        var generator = SplitMix64(seed: seed)
        var editor = TextEditor(limit: 60, width: testWidth)
        for step in 0..<200 {
            let before = editor
            let command = Self.command(&generator, recalls: true)
            do {
                try editor.perform(command)
            } catch {
                #expect(error.bytes > 60)
                #expect(editor.marked.bytes == before.marked.bytes)
            }
            let text = editor.buffer.text
            #expect(Self.boundaries(of: text).contains(editor.buffer.cursor), "\(command) in step \(step)")
            #expect(text.utf8.count <= 60)
            #expect(
                text.unicodeScalars.allSatisfy { $0 == "\n" || $0 == "\t" || $0.properties.generalCategory != .control }
            )
            if Int.random(in: 0...30, using: &generator) == 0 { _ = editor.submit() }
        }
    }

    @Test(arguments: Seeds.upTo(100))
    func `undoing everything restores the first text, redoing it the last`(seed: UInt64)
        throws
    {
        var generator = SplitMix64(seed: seed)
        let start = "begin \u{1F469}\u{200D}\u{1F467} e\u{301}\nend"
        var editor = TextEditor(start, limit: 200, width: testWidth)
        for _ in 0..<150 { try? editor.perform(Self.command(&generator, recalls: false)) }
        var buffer = editor.buffer
        while buffer.redo() {}
        let end = buffer.text
        var seen = [end.bytes]
        while buffer.undo() { seen.append(buffer.text.bytes) }
        #expect(buffer.text.bytes == start.bytes)
        #expect(seen.last == start.bytes)
        for text in seen.dropLast().reversed() {
            let isRedone = buffer.redo()
            #expect(isRedone)
            #expect(buffer.text.bytes == text)
            #expect(Self.boundaries(of: buffer.text).contains(buffer.cursor))
        }
        let isMore = buffer.redo()
        #expect(!isMore)
        #expect(buffer.text.bytes == end.bytes)
    }

    @Test(arguments: Seeds.upTo(50))
    func `a motion and its reverse stop at the same offsets`(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        let text = (0..<30).map { _ in Self.pieces[Int.random(in: Self.pieces.indices, using: &generator)] }.joined()
        var buffer = EditBuffer(text, limit: 1000)
        var left: [Int] = [buffer.cursor]
        while buffer.cursor > 0 {
            buffer.move(to: buffer.offset(after: .left))
            left.append(buffer.cursor)
        }
        var right: [Int] = [0]
        while buffer.cursor < buffer.text.utf8.count {
            buffer.move(to: buffer.offset(after: .right))
            right.append(buffer.cursor)
        }
        #expect(left.reversed() == right)
        #expect(right == Self.boundaries(of: buffer.text))
    }
}
