import CommandLineKit
import HostKit

extension Invocation {
    /// Parses a command line: `arguments` without the program's name, the environment for NO_COLOR, and the sections that the manual page
    /// gets from other modules.
    ///
    /// Options may come before or after the command, as `--option value` or `--option=value`; `--` ends them.
    ///  - Throws: the first error. A command line that asks for help need not be complete.
    init(
        arguments: [String],
        environment: [String: String] = [:],
        manual: [ManualSection] = []
    ) throws(UsageError) {
        var line = try SplitLine(arguments)
        // `help COMMAND` means `COMMAND --help`.
        let isHelp = line.words.first == "help"
        if isHelp { line.words.removeFirst() }
        let row = try line.commandRow()
        if isHelp || line.has(OptionRow.help) {
            self = .print(row.name.isEmpty ? CommandLineHelp.program : CommandLineHelp.command(row))
            return
        }
        if line.has(OptionRow.version) {
            self = .print(ProgramText.version)
            return
        }
        var options = CommandLineOptions()
        options.isColorUnwanted = !(environment["NO_COLOR"] ?? "").isEmpty
        for (option, value) in line.options {
            guard option.commands.contains(row.name) else {
                throw UsageError("\(option.name) does not apply to \(row.name.isEmpty ? "chatting" : row.name)")
            }
            try option.apply(&options, value)
        }
        if line.has(OptionRow.startAt), !options.hasVirtualTime {
            throw UsageError("\(OptionRow.startAt.name) needs --virtual-time: real time starts now")
        }
        let values = try row.values(from: line.words.dropFirst())
        if let text = row.text {
            self = .print(try text(values, manual))
            return
        }
        options.command = try row.make(values)
        options.command = try options.command.taking(options)
        self = .run(options)
    }
}

/// A command line with its options separated from its words.
private struct SplitLine {
    var words: [String] = []
    var options: [(row: OptionRow, value: String)] = []

    init(_ arguments: [String]) throws(UsageError) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if argument == "--" {
                words += rest
                return
            }
            guard argument.hasPrefix("-"), argument != "-" else {
                words.append(argument)
                continue
            }
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let row = try Self.option(named: String(parts[0]))
            guard !has(row) else { throw UsageError("\(row.name) is given twice") }
            options.append((row, try Self.value(of: row, inline: parts.dropFirst().first, rest: &rest)))
        }
    }

    func has(_ row: OptionRow) -> Bool { options.contains { $0.row.name == row.name } }

    func commandRow() throws(UsageError) -> CommandRow {
        guard let word = words.first else { return .none }
        if !word.isEmpty, let row = CommandRow.all.first(where: { $0.name == word }) { return row }
        let names = CommandRow.all.dropFirst().map(\.name)
        guard let near = nearestWord(to: word, in: names) else {
            throw UsageError("There is no command \(quoted(word)); --help lists the commands")
        }
        throw UsageError("There is no command \(quoted(word))", didYouMean: near)
    }

    private static func option(named name: String) throws(UsageError) -> OptionRow {
        if name == "-h" { return .help }
        if let row = OptionRow.all.first(where: { $0.name == name }) { return row }
        let near = nearestWord(to: name, in: OptionRow.all.map(\.name))
        let hint = near == nil ? ": put words that begin with a dash after --; --help lists the options" : ""
        throw UsageError("There is no option \(quoted(name))\(hint)", didYouMean: near)
    }

    private static func value(
        of row: OptionRow,
        inline: Substring?,
        rest: inout ArraySlice<String>
    ) throws(UsageError) -> String {
        if row.value == nil {
            guard inline == nil else { throw UsageError("\(row.name) takes no value") }
            return ""
        }
        if let inline { return String(inline) }
        // A value that begins with two dashes has to follow an equals sign.
        guard let next = rest.first, !next.hasPrefix("--") else {
            throw UsageError("\(row.name) needs a value: \(row.usage)")
        }
        return rest.removeFirst()
    }
}

extension Command {
    /// Returns the command with the values of its options. Throws a `UsageError` for what is missing.
    fileprivate func taking(_ options: CommandLineOptions) throws(UsageError) -> Command {
        switch self {
        case .login(let address, _): return .login(address: address, way: options.loginWay)
        case .show(var excerpt):
            (excerpt.limit, excerpt.before) = (options.excerptLimit, options.excerptEnd)
            return .show(excerpt)
        case .send(var request):
            (request.file, request.answered) = (options.file, options.answered)
            if request.text.isEmpty, request.file == nil {
                throw UsageError("TEXT is missing: viperchat send CONTACT TEXT..., or --file PATH")
            }
            return .send(request)
        case .act(.react(let message, let text, _), let chat):
            return .act(.react(message: message, text: text, isSet: !options.removesReaction), in: chat)
        case .watch(var request):
            request.milliseconds = options.watchTime.map { Int64($0 / .milliseconds(1)) }
            if options.hasVirtualTime, request.milliseconds == nil {
                throw UsageError("watch needs --for in virtual time, which would not end")
            }
            return .watch(request)
        default: return self
        }
    }
}

extension CommandRow {
    /// Returns one value for each argument of the command, but for a last one that may be left out.
    fileprivate func values(from words: ArraySlice<String>) throws(UsageError) -> [String] {
        let takesRest = arguments.last?.hasSuffix("...") ?? false
        if isOptional, words.isEmpty { return [] }
        guard words.count >= arguments.count - (mayEndEarly ? 1 : 0) else {
            throw UsageError("\(bare(arguments[words.count])) is missing: viperchat \(usage)")
        }
        guard takesRest || words.count <= arguments.count else {
            let extra = quoted(words[words.startIndex + arguments.count])
            let hint = arguments.isEmpty ? "" : "; put several words in quotes"
            throw UsageError("\(extra) is unexpected: viperchat \(usage)\(hint)")
        }
        var values = Array(words)
        if takesRest, values.count >= arguments.count {
            values = values.prefix(arguments.count - 1) + [words.dropFirst(arguments.count - 1).joined(separator: " ")]
        }
        for (value, argument) in zip(values, arguments) where value.allSatisfy(\.isWhitespace) {
            throw UsageError("\(bare(argument)) is empty: viperchat \(usage)")
        }
        return values
    }

    private func bare(_ argument: String) -> String {
        argument.replacing("...", with: "")
    }
}

/// The arguments of the process.
enum ProgramArguments {
    /// Returns the arguments without the program's name.
    ///
    /// `CommandLine.arguments` replaces invalid UTF-8 by U+FFFD, which would change a message and miss a file. Throws
    /// a `UsageError` that names the invalid argument.
    static func read() throws(UsageError) -> [String] {
        var words: [String] = []
        for place in 1..<max(1, Int(CommandLine.argc)) {
            guard let bytes = CommandLine.unsafeArgv[place] else { break }
            guard let word = String(validatingCString: bytes) else {
                throw UsageError("\(quoted(String(cString: bytes))), word \(place) of the command line, is not UTF-8")
            }
            words.append(word)
        }
        return words
    }
}
