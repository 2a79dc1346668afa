import Foundation
import Testing

@testable import SourceMeasure

@Suite struct MeasureReportTests {
    private func entry(_ name: String, _ files: KeyValuePairs<String, String>) -> MeasureReport.Entry {
        let files = files.map { SourceFile(path: $0, bytes: Array($1.utf8)) }
        return (name, SourceMeasurement(of: files))
    }

    private var report: MeasureReport {
        MeasureReport([
            entry("VIPER", ["A/ChatView.swift": "class A { let b: B }\n", "B.swift": "class B { let a: A }\n// c\n"]),
            entry("M|VC", ["C_Model.swift": "enum C {}\n"]),
        ])
    }

    @Test func `Markdown output has tables with escaped names`() throws {
        #expect(
            try report.rendered(as: .markdown) == """
                ### Code

                |  | VIPER | M\\|VC |
                |---|---:|---:|
                | files | 2 | 1 |
                | blank lines | 0 | 0 |
                | comment lines | 1 | 0 |
                | code lines | 2 | 1 |
                | code lines per file | 1.0 | 1.0 |
                | code lines of the largest file | 1 | 1 |
                | largest file | A/ChatView.swift | C\\_Model.swift |

                ### Code lines by layer (files)

                |  | VIPER | M\\|VC |
                |---|---:|---:|
                | View | 1 (1) |  |
                | Model |  | 1 (1) |
                | Other | 1 (1) |  |

                ### Structure

                |  | VIPER | M\\|VC |
                |---|---:|---:|
                | types | 2 | 1 |
                | of which protocols | 0 | 0 |
                | free functions | 0 | 0 |
                | globals | 0 | 0 |
                | types from elsewhere that are extended | 0 | 0 |
                | references | 2 | 0 |
                | cycles | 1 | 0 |
                | declarations in cycles | 2 | 0 |
                | mentions not followed: several bear the name | 0 | 0 |

                ### Cycles, each by its shortest loop

                - VIPER: A > B > A

                """
        )
    }

    @Test func `a large cycle is shown as its shortest loop, and identical files are named`() throws {
        let markdown = try MeasureReport([
            entry("MVC", ["A.swift": "class A { var b: B }\nclass B { var c: C }\nclass C { var a: A; var b: B }\n"]),
            entry("Copies", ["X.swift": "x()\n", "Y.swift": "x()\n", "Z.swift": "x()\n"]),
        ]).rendered(as: .markdown)
        #expect(
            markdown.hasSuffix(
                """
                ### Cycles, each by its shortest loop

                - MVC: B > C > B, one loop of 3 declarations

                ### Not counted: identical files

                - Copies: Y.swift is X.swift
                - Copies: Z.swift is X.swift

                """
            )
        )
    }

    @Test func `of many identical files the first five are named, and all are counted`() throws {
        let copies = (1...9).map { SourceFile(path: "\($0).swift", bytes: Array("x()\n".utf8)) }
        let markdown = try MeasureReport([("Copies", SourceMeasurement(of: copies))]).rendered(as: .markdown)
        #expect(markdown.hasSuffix("- Copies: 6.swift is 1.swift\n- Copies: 3 more, 8 in all\n"))
        #expect(!markdown.contains("7.swift"))
    }

    @Test func `JSON output is one line with sorted keys`() throws {
        let json = try report.rendered(as: .json)
        #expect(
            json.hasPrefix(
                #"{"M|VC":{"ambiguous":0,"blank":0,"code":1,"comment":0,"cycles":[],"extensions":0,"#
                    + #""files":1,"functions":0,"globals":0,"identical":[],"largest":{"code":1,"path":"C_Model.swift"},"#
                    + #""layers":[{"blank":0,"code":1,"comment":0,"files":1,"name":"Model"}],"loops":[],"#
                    + #""meanCode":1,"#
            )
        )
        #expect(json.hasSuffix("}\n"))
        #expect(json.filter { $0 == "\n" }.count == 1)
    }

    @Test func `Markdown special characters with combining accents are escaped`() {
        #expect(escapedForMarkdown("a|\u{301}b*\u{20DD}") == "a\\|\u{301}b\\*\u{20DD}")
    }

    @Test func `hostile names are escaped in every report format`() throws {
        let hostile = MeasureReport([entry("a\u{1B}[2J\u{202E}\u{9B}", ["\u{202E}x\u{E0001}.swift": "a()\n"])])
        for format in MeasureReport.Format.allCases {
            let shown = try hostile.rendered(as: format).unicodeScalars
            #expect(!shown.contains { ["\u{1B}", "\u{202E}", "\u{9B}", "\u{E0001}"].contains($0) }, "\(format)")
        }
        let json = try hostile.rendered(as: .json)
        let decoded = try JSONDecoder().decode([String: SourceMeasurement].self, from: Data(json.utf8))
        #expect(decoded["a\u{1B}[2J\u{202E}\u{9B}"]?.largest?.path == "\u{202E}x\u{E0001}.swift")
    }
}
