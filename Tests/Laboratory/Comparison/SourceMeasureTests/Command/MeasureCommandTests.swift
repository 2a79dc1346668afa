import Foundation
import SourceMeasure
import SourceTesting
import Testing

@Suite struct MeasureCommandTests {
    @Test func `MeasureCommand prints the measurements of several trees`() throws {
        try TemporaryFolder.with { folder in
            try folder.write("a/A.swift", "a()\n\n// b\n")
            try folder.write("b/B.swift", "b()\n")
            let trees = ["X=\(folder.path)/a", "Y=Z=\(folder.path)/b"]
            #expect(MeasureCommand.run(arguments: trees).exitCode == 66)
            let outcome = MeasureCommand.run(arguments: [trees[0], "Y=\(folder.path)/b", "--format", "json"])
            #expect(outcome.exitCode == 0)
            #expect(outcome.problems.isEmpty)
            let decoded = try JSONDecoder().decode([String: SourceMeasurement].self, from: Data(outcome.output.utf8))
            #expect(decoded["X"]?.count == LineCount(files: 1, blank: 1, comment: 1, code: 1))
            #expect(decoded["Y"]?.code == 1)
            #expect(MeasureCommand.run(arguments: trees.dropLast()).output.hasPrefix("### Code\n"))
        }
    }

    @Test(arguments: [
        ([], "at least one NAME=DIR"),
        (["x"], "x should be NAME=DIR"),
        (["=x"], "=x should be NAME=DIR"),
        (["x="], "x= should be NAME=DIR"),
        (["x=.", "x=.."], "The name x is given twice"),
        (["x=.", "--format"], "--format needs a value"),
        (["x=.", "--format", "yaml"], "There is no format yaml; there are markdown, json"),
        (["x=.", "--format="], "--format needs a value"),
        (["x=.", "--format", "a", "--format", "b"], "--format is given twice"),
        (["x=.", "--output", "a"], "There is no option --output"),
        (["x=.", "--formt", "json"], "There is no option --formt; did you mean --format?"),
        (["\u{1B}[2J"], "\\u{1B}[2J should be NAME=DIR"),
    ])
    func `a wrong command line exits with 64 and explains the error`(_ arguments: [String], _ words: String) {
        let outcome = MeasureCommand.run(arguments: arguments)
        #expect(outcome.exitCode == 64)
        #expect(outcome.output.isEmpty)
        #expect(outcome.problems.first?.contains(words) == true)
        #expect(outcome.problems.last == "usage: \(MeasureCommand.usage)")
    }

    @Test func `--help prints the usage and exits with 0`() {
        let outcome = MeasureCommand.run(arguments: ["--help"])
        #expect(outcome.exitCode == 0)
        #expect(outcome.output == "usage: \(MeasureCommand.usage)\n")
    }

    @Test func `a program's own usage replaces the default one`() {
        #expect(MeasureCommand.run(arguments: ["--help"], usage: "a b").output == "usage: a b\n")
        #expect(MeasureCommand.run(arguments: ["x"], usage: "a b").problems.last == "usage: a b")
    }

    @Test func `an unreadable file exits with 66 and the rest is measured`() throws {
        try TemporaryFolder.with { folder in
            try folder.write("a/A.swift", "a()\n")
            try folder.link("a/B.swift", to: "nowhere")
            let arguments = ["X=\(folder.path)/a", "Y=\(folder.path)/b", "--format", "json"]
            let outcome = MeasureCommand.run(arguments: arguments)
            #expect(outcome.exitCode == 66)
            #expect(outcome.problems.count == 2)
            let decoded = try JSONDecoder().decode([String: SourceMeasurement].self, from: Data(outcome.output.utf8))
            #expect(decoded.keys.sorted() == ["X"])
            #expect(decoded["X"]?.code == 1)
            #expect(MeasureCommand.run(arguments: ["Y=\(folder.path)/b"]).output.isEmpty)
        }
    }

    @Test func `a folder without Swift files exits with 66 and gets no column`() throws {
        try TemporaryFolder.with { folder in
            try folder.write("a/notes.txt", "a()\n")
            try folder.write("b/B.swift", "b()\n")
            let outcome = MeasureCommand.run(arguments: ["X=\(folder.path)/a"])
            #expect(outcome.exitCode == 66 && outcome.output.isEmpty)
            #expect(outcome.problems == ["\(folder.path)/a holds no Swift file that can be measured"])
            let both = MeasureCommand.run(arguments: ["X=\(folder.path)/a", "Y=\(folder.path)/b"])
            #expect(both.exitCode == 66 && both.output.contains("Y") && !both.output.contains("X"))
        }
    }

    @Test func `a very long argument is shortened in the error`() {
        let problem = MeasureCommand.run(arguments: [String(repeating: "x", count: 1_000_000)]).problems.first
        #expect(problem.map { $0.count < 120 } == true)
    }
}
