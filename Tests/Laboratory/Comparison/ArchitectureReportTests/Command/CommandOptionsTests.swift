import SourceMeasure
import Testing

@testable import ArchitectureReport

@Suite struct CommandOptionsTests {
    @Test func `options are parsed in both forms`() throws {
        let options = try CommandOptions(["--format=html", "--output", "page.html", "--seeds", "3", "--package=/p"])
        #expect(options.format == .html && options.output == "page.html")
        #expect(options.seeds == 3 && options.package == "/p" && !options.wantsHelp)
        #expect(try CommandOptions([]).format == .markdown)
    }

    @Test(arguments: [
        (["--format", "pdf"], "There is no format pdf; there are markdown, json, html"),
        (["--format"], "--format needs a value after it"),
        (["--output="], "--output needs a value after it"),
        (["--seeds", "0"], "--seeds wants a whole number from 1 to 1000"),
        (["--seeds", "1", "--seeds", "2"], "--seeds is given twice"),
        (["--color"], "There is no option --color"),
        (["mesure"], "There is no command mesure; did you mean measure?"),
        (["dance"], "There is no command dance"),
        (["--fromat", "json"], "There is no option --fromat; did you mean --format?"),
        (["\u{1B}[2J"], "There is no command \\u{1B}[2J"),
    ])
    func `a wrong command line throws an error that names the mistake`(arguments: [String], sentence: String) {
        let mistake = #expect(throws: CommandArguments.Mistake.self) { try CommandOptions(arguments) }
        #expect(mistake?.sentence == sentence)
    }

    @Test func `wrong command lines and missing sources have distinct exit codes`() {
        #expect(ArchitectureCommand.run(arguments: ["--nonsense"]) == 64)
        #expect(ArchitectureCommand.run(arguments: ["--package", "/nowhere"]) == 66)
        #expect(ArchitectureCommand.run(arguments: ["--output", "/nowhere/at/all"]) == 73)
        #expect(ArchitectureCommand.run(arguments: ["features"]) == 64)
        #expect(ArchitectureCommand.run(arguments: ["features", "MVP", "mute", "HEAD", "--package", "/nowhere"]) == 66)
        #expect(ArchitectureCommand.run(arguments: ["measure"]) == 64)
        #expect(ArchitectureCommand.run(arguments: ["measure", "A=/nowhere", "--output"]) == 64)
        #expect(ArchitectureCommand.run(arguments: ["measure", "A=/nowhere"]) == 66)
        #expect(ArchitectureCommand.run(arguments: ["scenarios", "Nowhere"]) == 64)
        #expect(ArchitectureCommand.run(arguments: ["scenarios", "--seeds", "0"]) == 64)
        #expect(ArchitectureCommand.run(arguments: ["change", "/nowhere", "/nowhere"]) == 66)
        #expect(ArchitectureCommand.run(arguments: ["change", "/nowhere"]) == 64)
    }
}
