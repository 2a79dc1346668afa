import Foundation
import SourceMeasure
import Testing

@Suite struct GraphReportTests {
    private let sources: KeyValuePairs = [
        "AView.swift": "class A { let b: B }\nextension A { func f() { make() } }",
        "BModel.swift": "class B { let a: A }\nfunc make() {}",
    ]

    @Test func `DOT output has a box per declaration, layers as clusters and cycles in red`() throws {
        let dot = try GraphReport(structure(sources)).rendered(as: .dot)
        #expect(
            dot == """
                digraph structure {
                    rankdir=LR;
                    node [shape=box, fontname="sans-serif"];
                    subgraph cluster_0 {
                        label="View";
                        n0 [label="A", color=red];
                    }
                    subgraph cluster_1 {
                        label="Model";
                        n1 [label="B", color=red];
                        n2 [label="make()"];
                    }
                    n0 -> n1 [color=red];
                    n0 -> n2;
                    n1 -> n0 [color=red];
                }

                """
        )
    }

    @Test func `JSON output has nodes, edges and omissions`() throws {
        let json = try GraphReport(structure(sources)).rendered(as: .json)
        #expect(json.hasSuffix("}\n"))
        let read = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
        let nodes = try #require(read["nodes"] as? [[String: Any]])
        #expect(nodes.map { $0["name"] as? String } == ["A", "B", "make()"])
        #expect(nodes.map { $0["kind"] as? String } == ["type", "type", "function"])
        #expect(nodes.map { $0["file"] as? String } == ["AView.swift", "BModel.swift", "BModel.swift"])
        #expect(nodes.map { $0["layer"] as? String } == ["View", "Model", "Model"])
        #expect(nodes.map { $0["codeLines"] as? Int } == [2, 1, 1])
        #expect(nodes.map { $0["pieces"] as? Int } == [2, 1, 1])
        let edges = try #require(read["edges"] as? [[String: Any]])
        #expect(edges.map { "\($0["from"] ?? "") > \($0["to"] ?? "")" } == ["A > B", "A > make()", "B > A"])
        #expect(edges.map { $0["isInCycle"] as? Bool } == [true, false, true])
        #expect((read["leftOut"] as? [String: Any])?["ambiguous"] as? Int == 0)
    }

    @Test func `hostile names are escaped in graph output`() throws {
        let found = structure(["x\"\u{301}];\\\u{202E}.swift": "func `a\"\u{301} \\ \u{202E}b`() {}"])
        let dot = try GraphReport(found).rendered(as: .dot)
        #expect(dot.unicodeScalars.count { $0 == "\"" } == 2 + 2 + 2 + 1)
        #expect(
            dot.utf8.split(separator: UInt8(ascii: "\n")).contains {
                $0.ends(with: "\\\"\u{301} \\\\ \\\\u{202E}b()\"];".utf8)
            }
        )
        for format in GraphReport.Format.allCases {
            #expect(!(try GraphReport(found).rendered(as: format)).unicodeScalars.contains("\u{202E}"))
        }
    }

    @Test func `the same sources in any order give the same bytes`() throws {
        for seed in 1...5 as ClosedRange<UInt64> {
            let files = TreePlan(seed: seed).files()
            let (first, second) = (GraphReport(Structure(of: files)), GraphReport(Structure(of: files.reversed())))
            for format in GraphReport.Format.allCases {
                #expect(try first.rendered(as: format) == second.rendered(as: format))
            }
        }
    }
}

extension BidirectionalCollection where Element: Equatable {
    fileprivate func ends(with suffix: some BidirectionalCollection<Element>) -> Bool {
        reversed().starts(with: suffix.reversed())
    }
}
