import Testing

@testable import SourceMeasure

@Suite struct CoverageProfileTests {
    /// Returns a profile of one file with these segments.
    private func profile(_ segments: String, version: String = "3.0.1") throws -> CoverageProfile {
        let export = """
            {"data":[{"files":[{"branches":[],"filename":"/p/A.swift","segments":[\(segments)],\
            "summary":{"lines":{"count":28,"covered":12,"percent":42.8}}}],"functions":[{"name":"f"}]}],\
            "type":"llvm.coverage.json.export","version":"\(version)"}
            """
        return try CoverageProfile(parsing: Array(export.utf8))
    }

    /// Returns whether each line, starting at 1, was executed; nil for lines that cannot be.
    private func lines(_ segments: String, upTo count: Int) throws -> [Bool?] {
        let profile = try profile(segments)
        return (1...count).map { line in
            let found = profile.coverage(of: "/p/A.swift", lines: [line])
            return found?.coverable == 1 ? found?.covered == 1 : nil
        }
    }

    @Test func `a function's lines have its count and the lines around it have none`() throws {
        let found = try lines("[2,20,3,true,true,false],[4,6,0,false,false,false]", upTo: 5)
        #expect(found == [nil, true, true, true, nil])
    }

    @Test func `a line with several regions has the highest count of those on it and the continued one`() throws {
        // if n > 0 { return } else if n < 0 {
        //     return
        // } ... a closure that never ran
        let branches = """
            [1,40,1,true,true,false],[2,12,1,true,true,false],[4,10,1,true,false,false],[4,19,0,true,true,false],\
            [4,25,0,true,true,false],[6,10,0,true,true,false],[8,10,0,true,false,false],[8,19,1,true,false,false],\
            [9,6,0,false,false,false]
            """
        #expect(try lines(branches, upTo: 9) == [true, true, true, true, false, false, false, false, true])
    }

    @Test func `a gap is not a region and a skipped region makes lines not coverable`() throws {
        let gap = "[1,1,1,true,true,false],[2,5,0,true,true,true],[3,1,1,true,true,false],[4,1,0,false,false,false]"
        #expect(try lines(gap, upTo: 4) == [true, true, true, true])
        let skipped =
            "[1,1,1,true,true,false],[2,1,0,false,true,false],[4,1,1,true,false,false],[5,1,0,false,false,false]"
        #expect(try lines(skipped, upTo: 5) == [true, nil, nil, nil, true])
    }

    @Test func `exports without gap fields and exports of several runs are parsed`() throws {
        #expect(try lines("[1,1,1,true,true],[1,9,0,false,false]", upTo: 2) == [true, nil])
        let both = """
            {"data":[{"files":[{"filename":"a","segments":[[1,1,0,true,true],[2,9,0,false,false]]}]},\
            {"files":[{"filename":"a","segments":[[2,1,5,true,true],[3,9,0,false,false]]}]}],\
            "type":"llvm.coverage.json.export","version":"2.0.1"}
            """
        let profile = try CoverageProfile(parsing: Array(both.utf8))
        #expect(profile.coverage(of: "a", lines: [1, 2, 3]) == LineCoverage(coverable: 3, covered: 2))
        #expect(profile.coverage(of: "b", lines: [1]) == nil)
        #expect(profile.lastLine(of: "a") == 3)
    }

    @Test func `line numbers of any size are processed in constant time`() throws {
        let far = "[-5,1,1,true,true,false],[9223372036854775807,1,9223372036854775807,true,true,false]"
        #expect(try lines(far, upTo: 3) == [true, true, true])
    }

    @Test(arguments: [
        ("", "it does not parse"),
        ("[]", "is of another kind"),
        ("{\"type\":\"x\",\"version\":\"3.0.1\"}", "data is missing"),
        (
            "{\"data\":[],\"type\":\"x\\u001B\",\"version\":\"3\"}",
            "is x\\u{1B} of version 3; llvm.coverage.json.export"
        ),
        ("{\"data\":[],\"type\":\"llvm.coverage.json.export\",\"version\":\"4.0\"}", "of version 4.0"),
        (
            "{\"data\":[{\"files\":[{\"filename\":\"a\"}]}],\"type\":\"llvm.coverage.json.export\",\"version\":\"3.0.1\"}",
            "has no segments for a: export it without --summary-only"
        ),
        (
            "{\"data\":[{\"files\":[{\"filename\":\"a\",\"segments\":[[1,\"2\",3,true,true]]}]}],\"type\":\"\",\"version\":\"\"}",
            "is of another kind"
        ),
        (String(repeating: "[", count: 100_000), "it does not parse"),
    ])
    func `invalid exports are rejected with the reason`(_ text: String, _ words: String) {
        let mistake = #expect(throws: CoverageProfile.Mistake.self) { try CoverageProfile(parsing: Array(text.utf8)) }
        #expect(mistake?.description.contains(words) == true, "\(mistake?.description ?? "")")
    }
}
