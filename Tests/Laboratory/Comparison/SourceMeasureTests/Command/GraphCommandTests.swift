import SourceMeasure
import SourceTesting
import Testing

@Suite struct GraphCommandTests {
    @Test func `GraphCommand prints the graph of a folder with layers by name or from a file`() throws {
        try TemporaryFolder.with { folder in
            try folder.write("a/A.swift", "struct A {}\n")
            try folder.write("layers", "Screens: A.swift\n")
            let path = "\(folder.path)/a"
            let json = GraphCommand.run(arguments: [path])
            #expect(json.exitCode == 0)
            #expect(json.output.contains("\"layer\":\"Other\""))
            let dot = GraphCommand.run(arguments: [path, "--format", "dot", "--layers", "\(folder.path)/layers"])
            #expect(dot.output.hasPrefix("digraph structure {\n"))
            #expect(dot.output.contains("label=\"Screens\""))
        }
    }

    @Test func `GraphCommand exits with 64 for a wrong command line and 66 for a missing folder`() {
        #expect(GraphCommand.run(arguments: []).exitCode == 64)
        #expect(GraphCommand.run(arguments: ["a", "b"]).problems.first == "Say which one folder to read")
        #expect(GraphCommand.run(arguments: ["a", "--format", "text"]).problems.first?.contains("json, dot") == true)
        let missing = GraphCommand.run(arguments: ["/nowhere/at/all"])
        #expect(missing.exitCode == 66)
        #expect(missing.output.isEmpty)
        #expect(missing.problems == ["/nowhere/at/all is not a folder that can be read"])
    }
}
