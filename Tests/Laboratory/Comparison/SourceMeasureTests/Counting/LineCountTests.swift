import SourceMeasure
import Testing

@Suite struct LineCountTests {
    @Test(arguments: Fixture.all)
    func `asCloc counts the same lines as cloc`(_ fixture: Fixture) {
        let count = LineCount.asCloc(Array(fixture.source.utf8))
        #expect([count.blank, count.comment, count.code] == fixture.cloc)
        #expect(count.files == 1)
    }

    @Test func `adding line counts adds each kind of line`() {
        var sum = LineCount(files: 1, blank: 2, comment: 3, code: 4)
        sum += LineCount(files: 5, blank: 6, comment: 7, code: 8)
        #expect(sum == LineCount(files: 6, blank: 8, comment: 10, code: 12))
        sum += LineCount(files: 1)
        #expect(sum.files == 7)
        #expect(sum.lines == 30)
    }

    @Test func `bytes that are not UTF-8 count as code`() {
        let bytes: [UInt8] = [0xFF, 0x0A, 0xC3, 0x28, 0x0A, 0x00, 0x0A]
        #expect(LineCount.asCloc(bytes) == LineCount(files: 1, code: 3))
    }

    @Test func `random sources never fail and every line has exactly one kind`() {
        for seed in 1...200 {
            let bytes = Fragments.source(seed: UInt64(seed))
            let lines =
                bytes.split(separator: 0x0A, omittingEmptySubsequences: false).count - (bytes.last == 0x0A ? 1 : 0)
            let expected = bytes.isEmpty ? 0 : lines
            let count = LineCount.asCloc(bytes)
            #expect(count.lines == expected, "seed \(seed)")
            #expect(count.blank >= 0 && count.comment >= 0 && count.code >= 0, "seed \(seed)")
        }
    }
}
