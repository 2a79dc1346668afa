import SourceMeasure
import Testing

@testable import SourceChange

@Suite struct ChangeReportTests {
    private func report(_ after: KeyValuePairs<String, String>) -> ChangeReport {
        let before = [SourceFile(path: "AView.swift", bytes: Array("struct A {}\n".utf8))]
        return ChangeReport(TreeChange(from: before, to: after.map { SourceFile(path: $0, bytes: Array($1.utf8)) }))
    }

    @Test func `Markdown output has a row per layer and lists of escaped names`() throws {
        let markdown = try report([
            "AView.swift": "struct A { let b: B }\n", "B_Model.swift": "struct B {}\n",
            "Tests/T.swift": "import Testing\n@Test func t() {}\n",
        ]).rendered(as: .markdown)
        #expect(
            markdown == """
                ### Change

                |  | files added | removed | touched | code lines added | removed | modified |
                |---|---:|---:|---:|---:|---:|---:|
                | View | 0 | 0 | 1 | 0 | 0 | 1 |
                | Model | 1 | 0 | 0 | 1 | 0 | 0 |
                | Tests | 1 | 0 | 0 | 2 | 0 | 0 |
                | all but tests | 1 | 0 | 1 | 1 | 0 | 1 |
                | all | 2 | 0 | 1 | 3 | 0 | 1 |

                ### Files

                - added: B\\_Model.swift
                - added: Tests/T.swift
                - touched: AView.swift

                """
        )
    }

    @Test func `Markdown cuts long lists of names and JSON contains all`() throws {
        let files = (0..<250).map { SourceFile(path: "T\(1000 + $0).swift", bytes: Array("struct T\($0) {}\n".utf8)) }
        let many = ChangeReport(TreeChange(from: [], to: files))
        #expect(try many.rendered(as: .markdown).contains("\n- added: T1099.swift\n- added: 150 more\n"))
        #expect(try many.rendered(as: .json).contains("\"T1249.swift\""))
    }

    @Test func `hostile names are escaped in every format of a change report`() throws {
        let hostile = report(["\u{1B}[2J\u{202E}.swift": "struct A {}\nfunc `\u{9B}\u{202E}`() {}\n"])
        for format in MeasureReport.Format.allCases {
            let shown = try hostile.rendered(as: format).unicodeScalars
            #expect(!shown.contains { ["\u{1B}", "\u{202E}", "\u{9B}"].contains($0) }, "\(format)")
        }
    }
}
