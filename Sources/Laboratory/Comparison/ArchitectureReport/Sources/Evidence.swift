package import SourceMeasure

/// Counts of an architecture's sources and tests that single claims of the ledger need.
package struct Evidence: Hashable, Codable, Sendable {
    /// The counts of one layer.
    package struct Layer: Hashable, Codable, Sendable {
        package var name: String
        package var files = 0
        package var lines = 0
        /// The code lines of the largest file.
        package var largestFile = 0
        /// The code lines of files that name no view.
        package var linesWithoutView = 0
        /// The files that call a function of ScreenKit/Words, all of which make texts for display.
        package var filesMakingTexts = 0
        /// The files that read whether a chat is muted, which every screen of a chat shows.
        package var filesShowingMute = 0
        /// The mentions of types with the session's content, such as `ChatMessage`.
        package var contentMentions = 0
        /// The mentions among them of the content of the list.
        package var listMentions = 0
        /// The stored properties that can change.
        package var variables = 0
        /// The conditions: `if`, `guard` and `switch`.
        package var conditions = 0
        /// The computed properties.
        package var computed = 0
        /// The computed properties that only return a property of something else.
        package var passedOn = 0
    }

    package var layers: [Layer] = []
    /// The number of cases of each enum whose name ends in `Event`.
    package var eventCases: [String: Int] = [:]
    /// The number of assignments to the app's state, by file: to `ChatModelController` or to `state`.
    package var writes: [String: Int] = [:]
    /// The number of calls that show a new view model, by file.
    package var updates: [String: Int] = [:]
    /// The imported modules that belong neither to the package nor to the platform.
    package var foreignModules: [String] = []
    /// The code lines that name a type of the architecture's kit.
    package var kitLines = 0
    /// The number of declarations that the form's controller reaches by names, itself included.
    package var reachOfForm = 0
    /// The architecture's own tests.
    package var tests = 0
    /// The tests in files that name no view.
    package var testsWithoutView = 0

    /// The code lines of files that name no view, which tests can reach without a screen.
    package var linesWithoutView: Int { layers.reduce(0) { $0 + $1.linesWithoutView } }

    package func layer(_ name: String) -> Layer { layers.first { $0.name == name } ?? Layer(name: name) }
}

extension ArchitectureSources {
    /// The types with the session's content.
    private static let contentTypes: Set<String> = ["ChatMessage", "Contact", "ListEntry", "ListPage", "Timeline"]
    private static let platform: Set<String> = ["Foundation", "Observation", "Synchronization"]

    /// Counts what single claims need.
    ///
    /// - Parameters:
    ///   - shared: The files that all architectures use.
    ///   - modules: The names of the package's modules.
    package func evidence(_ shared: [SourceFile] = [], modules: Set<String> = []) -> Evidence {
        let views = viewNames(shared)
        let wordFunctions = Set(shared.filter { $0.path.contains("ScreenKit/Words/") }.flatMap(\.functions))
        var evidence = Evidence()
        for file in files {
            let (name, code) = (rules.layer(of: file.path), CodeTokens(of: file.bytes))
            let (lines, identifiers) = (LineCount.asCloc(file.bytes).code, FileNames(of: file).identifiers)
            let index = evidence.layers.firstIndex { $0.name == name } ?? evidence.layers.count
            if index == evidence.layers.count { evidence.layers.append(.init(name: name)) }
            evidence.layers[index].files += 1
            evidence.layers[index].lines += lines
            evidence.layers[index].largestFile = max(evidence.layers[index].largestFile, lines)
            if identifiers.isDisjoint(with: views) { evidence.layers[index].linesWithoutView += lines }
            if !identifiers.isDisjoint(with: wordFunctions) { evidence.layers[index].filesMakingTexts += 1 }
            if identifiers.contains("isMuted") { evidence.layers[index].filesShowingMute += 1 }
            let content = code.tokens.indices.compactMap { code.followsDot($0) ? nil : code.name(at: $0) }
                .filter(Self.contentTypes.contains)
            evidence.layers[index].contentMentions += content.count
            evidence.layers[index].listMentions += content.count { $0.hasPrefix("List") }
            evidence.layers[index].conditions += code.tokens.indices.count { token in
                ["if", "guard", "switch"].contains { code.isWord($0, at: token) }
            }
            evidence.layers[index].add(code)
            evidence.eventCases.merge(code.eventCases) { max($0, $1) }
            let writes = code.assignments(to: ["ChatModelController", "state"])
            if writes > 0 { evidence.writes[file.path] = writes }
            let updates = code.tokens.indices.count {
                code.isWord("updated", at: $0) && code.followsDot($0) && code.symbol(at: $0 + 1) == .open
            }
            if updates > 0 { evidence.updates[file.path] = updates }
            evidence.foreignModules += code.imports.filter {
                !modules.contains($0) && !Self.platform.contains($0) && !evidence.foreignModules.contains($0)
            }
        }
        let kitTypes = Set(kit?.files.flatMap { FileNames(of: $0).declared.keys } ?? [])
        evidence.kitLines = files.reduce(0) { $0 + $1.lines(naming: kitTypes) }
        evidence.reachOfForm = reachOfForm
        for file in tests {
            let (count, names) = (CodeTokens(of: file.bytes).tests, FileNames(of: file).identifiers)
            evidence.tests += count
            if names.isDisjoint(with: views) { evidence.testsWithoutView += count }
        }
        return evidence
    }

    /// The names of views: classes of PhoneKit among the `shared` files that are no models, and classes and actors of the
    /// layer `View`.
    private func viewNames(_ shared: [SourceFile]) -> Set<String> {
        let names = files.map(FileNames.init)
        let own = zip(files, names).filter { rules.layer(of: $0.0.path) == "View" }.flatMap { _, file in
            file.declared(as: ["class", "actor"])
        }
        let phone = shared.filter { $0.path.contains("/PhoneKit/") && !$0.path.contains("/PhoneKit/Models/") }.flatMap {
            FileNames(of: $0).declared(as: ["class"])
        }
        // A protocol of the architecture may have the name of a view.
        return Set(own + phone).subtracting(names.flatMap { $0.declared(as: ["protocol"]) })
    }

    /// The number of declarations that the controller of the form for a new chat reaches by names; 0 without one.
    private var reachOfForm: Int {
        let graph = Structure(of: files).graph
        guard
            let form = graph.nodes.firstIndex(where: {
                $0.name == "CreateChatViewController" || $0.name == "FormViewController"
            })
        else { return 0 }
        var (reached, waiting): (Set<Int>, [Int]) = ([form], [form])
        while let next = waiting.popLast() {
            for target in graph.edges[next] where reached.insert(target).inserted { waiting.append(target) }
        }
        return reached.count
    }
}

extension Evidence.Layer {
    /// Counts the properties of a file's types and extensions, without those of nested types.
    fileprivate mutating func add(_ code: CodeTokens) {
        var depth = 0
        for index in code.tokens.indices {
            switch code.symbol(at: index) {
            case UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: "}"): depth -= 1
            default: break
            }
            guard depth == 1, code.isWord("var", at: index), code.name(at: index + 1) != nil else { continue }
            var next = index + 2
            while next < code.tokens.count, !code.beginsLine(next),
                code.symbol(at: next).map("={}".utf8.contains) != true
            { next += 1 }
            guard code.symbol(at: next) == UInt8(ascii: "{"), !code.beginsLine(next) else {
                variables += 1
                continue
            }
            computed += 1
            var body = next + 1
            while code.name(at: body) != nil || code.symbol(at: body).map(".?".utf8.contains) == true { body += 1 }
            if code.symbol(at: body) == UInt8(ascii: "}"), body > next + 2 { passedOn += 1 }
        }
    }
}

extension CodeTokens {
    fileprivate var imports: [String] {
        tokens.indices.compactMap { index in
            guard isWord("import", at: index), symbol(at: index - 1) != UInt8(ascii: ".") else { return nil }
            return name(at: index + 1) ?? name(at: index + 2)
        }
    }

    fileprivate var tests: Int {
        tokens.indices.count { symbol(at: $0) == UInt8(ascii: "@") && isWord("Test", at: $0 + 1) }
    }

    /// The number of cases of each enum whose name ends in `Event`.
    fileprivate var eventCases: [String: Int] {
        var (found, depth, current): ([String: Int], Int, String?) = ([:], 0, nil)
        for index in tokens.indices {
            switch symbol(at: index) {
            case UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: "}"):
                depth -= 1
                if depth == 0 { current = nil }
            default: break
            }
            if depth == 0, isWord("enum", at: index), let name = name(at: index + 1), name.hasSuffix("Event") {
                current = name
            }
            if depth == 1, let current, isWord("case", at: index) { found[current, default: 0] += 1 }
        }
        return found
    }

    /// Returns the number of assignments to one of `names`, or to what they contain: `a.b[c]?.d = e`.
    fileprivate func assignments(to names: Set<String>) -> Int {
        tokens.indices.count { start in
            guard let name = name(at: start), names.contains(name), !followsDot(start),
                !["let", "var"].contains(where: { isWord($0, at: start - 1) })
            else { return false }
            var index = start + 1
            while let mark = symbol(at: index), ".?![".utf8.contains(mark) {
                if mark == UInt8(ascii: "!"), symbol(at: index + 1) == UInt8(ascii: "=") { return false }
                index += 1
                if mark == UInt8(ascii: "."), self.name(at: index) != nil { index += 1 }
                if mark == UInt8(ascii: "[") {
                    while index < tokens.count, symbol(at: index) != UInt8(ascii: "]") { index += 1 }
                    index += 1
                }
            }
            if symbol(at: index).map("+-".utf8.contains) == true { index += 1 }
            return index > start + 1 && symbol(at: index) == UInt8(ascii: "=")
                && symbol(at: index + 1) != UInt8(ascii: "=")
        }
    }
}

extension SourceFile {
    /// The names of the file's functions.
    fileprivate var functions: [String] {
        let code = CodeTokens(of: bytes)
        return code.tokens.indices.compactMap { code.isWord("func", at: $0) ? code.name(at: $0 + 1) : nil }
    }

    /// Returns the number of code lines that mention one of `names`.
    fileprivate func lines(naming names: Set<String>) -> Int {
        guard !names.isEmpty else { return 0 }
        return LineCount.codeLines(bytes).count { line in
            !FileNames(of: SourceFile(path: path, bytes: Array(line))).identifiers.isDisjoint(with: names)
        }
    }
}
