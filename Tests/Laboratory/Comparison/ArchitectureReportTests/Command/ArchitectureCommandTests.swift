import SourceMeasure
import Testing

@testable import ArchitectureReport

@Suite struct ArchitectureCommandTests {
    @Test(arguments: [
        (["--format", "pdf"], "There is no format pdf; there are markdown, json, html"),
        (["--format"], "--format needs a value after it"),
        (["--seeds", "0"], "--seeds wants a whole number from 1 to 1000"),
        (["--seeds", "1", "--seeds", "2"], "--seeds is given twice"),
        (["--color"], "There is no option --color"),
        (["mesure"], "There is no command mesure; did you mean measure?"),
        (["dance"], "There is no command dance"),
        (["--fromat", "json"], "There is no option --fromat; did you mean --format?"),
        (["\u{1B}[2J"], "There is no command \\u{1B}[2J"),
    ])
    func `a wrong command line exits with 64 and names the mistake`(arguments: [String], sentence: String) {
        let outcome = CompareCommand.run(arguments: arguments)
        #expect(outcome.exitCode == 64 && outcome.problems.first == sentence)
    }

    @Test func `wrong command lines and missing sources have distinct exit codes`() {
        #expect(ArchitectureCommand.run(arguments: ["--nonsense"]) == 64)
        #expect(ArchitectureCommand.run(arguments: ["--package", "/nowhere"]) == 66)
        #expect(ArchitectureCommand.run(arguments: ["--output", "/nowhere/at/all"]) == 73)
        #expect(ArchitectureCommand.run(arguments: ["--output="]) == 64)
        #expect(ArchitectureCommand.run(arguments: ["--help"]) == 0)
        #expect(ArchitectureCommand.run(arguments: ["measure"]) == 64)
        #expect(ArchitectureCommand.run(arguments: ["measure", "A=/nowhere", "--output"]) == 64)
        #expect(ArchitectureCommand.run(arguments: ["measure", "A=/nowhere"]) == 66)
        #expect(ArchitectureCommand.run(arguments: ["scenarios", "Nowhere"]) == 64)
        #expect(ArchitectureCommand.run(arguments: ["scenarios", "--seeds", "0"]) == 64)
        #expect(ArchitectureCommand.run(arguments: ["sessions", "Nowhere"]) == 64)
        #expect(ArchitectureCommand.run(arguments: ["sessions", "--seed", "one"]) == 64)
        #expect(ArchitectureCommand.run(arguments: ["change", "/nowhere", "/nowhere"]) == 66)
        #expect(ArchitectureCommand.run(arguments: ["change", "/nowhere"]) == 64)
    }
}
