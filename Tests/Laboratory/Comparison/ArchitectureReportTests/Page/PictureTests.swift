import SourceMeasure
import Testing

@testable import ArchitectureReport

@Suite struct PictureTests {
    private let graph = TypeGraph(names: ["A", "B", "C"], edges: [[1, 2], [0], []], cycles: [0, 0, nil])

    @Test func `GraphCircle draws every declaration and reference and marks those in cycles`() {
        let markup = GraphCircle(graph: graph, center: (100, 100), radius: 50).markup
        #expect(markup.count(of: "<circle") == 3 && markup.count(of: "class=\"node cycle\"") == 2)
        #expect(markup.count(of: "M") == 3)
        #expect(markup.contains("class=\"edge\"") && markup.contains("class=\"edge cycle\""))
        // The first is at the top; references in cycles are drawn over the others.
        #expect(markup.contains("cx=\"100.0\" cy=\"50.0\""))
        #expect(markup.hasPrefix("<path d=\"M100.0 50.0"))
    }

    @Test func `the picture contains every escaped name and no element outside its bounds`() throws {
        let entries = (1...8).map { GraphPicture.Entry(name: "A<\($0)>", graph: graph, words: "3 declarations") }
        let svg = GraphPicture(entries: entries).svg
        for number in 1...8 { #expect(svg.contains("A&lt;\(number)&gt;")) }
        #expect(svg.contains("viewBox=\"0 0 1200 630\""))
        for (name, limit) in [("cx", 1200.0), ("cy", 630), ("x", 1200), ("y", 630)] {
            let values = svg.split(separator: " \(name)=\"").dropFirst().map { Double($0.prefix { $0 != "\"" }) ?? -1 }
            #expect(values.allSatisfy { (0...limit).contains($0) }, "\(name)")
        }
    }

    @Test func `PictureCommand rejects missing packages and unexpected arguments`() {
        let outcome = PictureCommand.run(arguments: ["--package", "/nowhere"], usage: "")
        #expect(outcome.exitCode == 66 && outcome.output.isEmpty)
        #expect(PictureCommand.run(arguments: ["word"], usage: "").exitCode == 64)
    }
}

extension String {
    fileprivate func count(of part: String) -> Int {
        split(separator: part, omittingEmptySubsequences: false).count - 1
    }
}
