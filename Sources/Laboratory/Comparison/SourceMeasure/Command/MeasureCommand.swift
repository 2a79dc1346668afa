import CommandWords

/// `measure NAME=DIR [NAME=DIR...] [--layers FILE] [--format text|markdown|json]`: lines and structure of any Swift
/// sources, side by side.
public enum MeasureCommand {
    /// What the command line says about itself.
    public static let usage = "measure NAME=DIR [NAME=DIR...] [--layers FILE] [--format text|markdown|json]"

    /// What to print, and how to exit.
    public struct Outcome: Sendable {
        /// For standard output.
        public let output: String
        /// Sentences for standard error.
        public let problems: [String]
        /// 0 when all went well; 64 when the command line or the file of layers is wrong, and nothing was measured;
        /// 66 when something could not be read, or a folder holds no Swift file, and the rest was measured.
        public let exitCode: Int32
    }

    /// Runs the command; `arguments` are those after `measure`. A program that has options besides gives its own
    /// `usage`.
    public static func run(arguments: [String], usage: String = MeasureCommand.usage) -> Outcome {
        do {
            let request = try Request(arguments)
            if request.wantsHelp { return Outcome(output: "usage: \(usage)\n", problems: [], exitCode: 0) }
            return try measure(request)
        } catch let mistake as Request.Mistake {
            return Outcome(output: "", problems: [mistake.sentence, "usage: \(usage)"], exitCode: 64)
        } catch {
            return Outcome(
                output: "",
                problems: ["The report could not be written: \(plainText(of: error))"],
                exitCode: 70
            )
        }
    }

    private static func measure(_ request: Request) throws -> Outcome {
        var problems: [String] = []
        let rules = try rules(from: request.layersFile, problems: &problems)
        var entries: [MeasureReport.Entry] = []
        for (name, folder) in request.trees {
            let tree = SourceTree(reading: folder)
            problems += tree.problems
            guard tree.isReadable else { continue }
            guard !tree.files.isEmpty else {
                problems.append("\(printable(folder)) holds no Swift file that can be measured")
                continue
            }
            entries.append(.init(name: name, measurement: SourceMeasurement(of: tree.files, rules: rules)))
        }
        let output =
            entries.isEmpty && request.format != .json ? "" : try MeasureReport(entries).rendered(as: request.format)
        return Outcome(output: output, problems: problems, exitCode: problems.isEmpty ? 0 : 66)
    }

    private static func rules(from file: String?, problems: inout [String]) throws -> LayerRules {
        guard let file else { return .byName }
        do {
            let text = String(decoding: try FileStatus.contents(of: file, limit: 1 << 20), as: UTF8.self)
            return try LayerRules(parsing: text)
        } catch let mistake as LayerRules.Mistake {
            throw Request.Mistake(sentence: "\(printable(file)):\(mistake.line): \(mistake.description)")
        } catch let unreadable as UnreadableFile {
            problems.append("\(printable(file)) \(unreadable.reason); the layers are told by the files' names instead")
            return .byName
        }
    }
}
