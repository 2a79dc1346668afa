import SourceMeasure
import Testing

@testable import SourceChange

@Suite struct LineChangeTests {
    /// Compares two texts in which each letter is a line.
    private func change(_ old: String, _ new: String) -> LineChange {
        LineChange(from: old.map { Array("\($0)".utf8)[...] }, to: new.map { Array("\($0)".utf8)[...] })
    }

    @Test(arguments: [
        ("", "", [0, 0, 0, 0]),
        ("abc", "abc", [0, 0, 0, 3]),
        ("", "abc", [3, 0, 0, 0]),
        ("abc", "", [0, 3, 0, 0]),
        ("abc", "axc", [0, 0, 1, 2]),
        ("abc", "axyc", [1, 0, 1, 2]),
        ("abbc", "axc", [0, 1, 1, 2]),
        ("abcd", "bcda", [1, 1, 0, 3]),
        ("aXbYc", "abc", [0, 2, 0, 3]),
        ("aaab", "baaa", [1, 1, 0, 3]),
    ])
    func `replaced lines are modified and the others added or removed`(
        _ old: String,
        _ new: String,
        _ counts: [Int]
    ) {
        let found = change(old, new)
        #expect([found.added, found.removed, found.modified, found.same] == counts)
    }

    @Test func `unchanged lines of random texts form a longest common subsequence`() {
        var state: UInt64 = 3
        func next(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        for _ in 0..<400 {
            let letters = 2 + next(6)
            let old = (0..<next(24)).map { _ in next(letters) }
            let new = (0..<next(24)).map { _ in next(letters) }
            var longest = [[Int]](repeating: [Int](repeating: 0, count: new.count + 1), count: old.count + 1)
            for i in old.indices {
                for j in new.indices {
                    longest[i + 1][j + 1] =
                        old[i] == new[j] ? longest[i][j] + 1 : max(longest[i][j + 1], longest[i + 1][j])
                }
            }
            let lines = { (numbers: [Int]) in numbers.map { [UInt8($0)][...] } }
            let found = LineChange(from: lines(old), to: lines(new))
            #expect(found.same == longest[old.count][new.count])
            #expect(found.same + found.modified + found.removed == old.count)
            #expect(found.same + found.modified + found.added == new.count)
        }
    }

    @Test func `reversed files finish in time and moved lines are matched by lines that occur once`() {
        let lines = (0..<20_000).map { Array("\($0)".utf8)[...] }
        let turned = LineChange(from: lines, to: lines.reversed())
        #expect(turned.same >= 1)
        #expect(turned.same + turned.modified + turned.removed == lines.count)
        let halves = LineChange(from: lines, to: Array(lines[9_000...] + lines[..<9_000]))
        #expect(halves.same == 11_000)
        let alike = LineChange(
            from: (0..<30_000).map { [UInt8($0 % 3)][...] },
            to: (0..<30_000).map { [UInt8($0 % 7 % 3)][...] }
        )
        #expect(alike.same + alike.modified + alike.removed == 30_000)
    }

    @Test func `codeLines returns the complete lines that cloc counts as code`() {
        let source = "a() // b\r\n\r\n// c\r\n  /* d */ e()\r\nf() /* g\n\nh */ i()\nlet j = \"// k\"\n"
        let lines = LineCount.codeLines(Array(source.utf8)).map { String(decoding: $0, as: UTF8.self) }
        #expect(lines == ["a() // b", "  /* d */ e()", "f() /* g", "let j = \"// k\""])
        #expect(lines.count == LineCount.asCloc(Array(source.utf8)).code)
    }
}
