/// A measurement of one tree of Swift sources: its lines, layers and structure.
///
/// In the JSON, `files`, `blank`, `comment` and `code` are a contract and agree with `cloc --include-lang=Swift`.
/// Like `cloc`, it ignores empty files and counts identical files once.
public struct SourceMeasurement: Hashable, Codable, Sendable {
    /// The number of counted files, without empty files and duplicates.
    public let files: Int
    /// Blank lines, as `cloc` counts them.
    public let blank: Int
    /// Lines with a comment and no code, as `cloc` counts them.
    public let comment: Int
    /// Lines with code, as `cloc` counts them.
    public let code: Int
    /// The mean code lines per file, to one decimal; 0 without files.
    public let meanCode: Double
    /// The file with the most code lines; if several tie, the first by path.
    public let largest: LargestFile?
    /// The files that were not counted because they are identical to a counted one, in the order of the tree.
    public let identical: [IdenticalFile]
    /// The layers that contain files, in the order of the rules.
    public let layers: [Layer]
    /// The number of structs, classes, actors, enums and protocols.
    public let types: Int
    /// The number of protocols among `types`.
    public let protocols: Int
    /// The number of functions outside types; overloads in one folder count once.
    public let functions: Int
    /// The number of variables and constants outside types and functions.
    public let globals: Int
    /// The number of extended types that the tree does not declare.
    public let extensions: Int
    /// The number of pairs of declarations of which the first mentions the second.
    public let references: Int
    /// The sets of declarations that mention each other in cycles.
    public let cycles: [Structure.Cycle]
    /// The shortest loop of each cycle, in the order of `cycles`.
    public let loops: [[String]]
    /// The number of mentions that were not followed, because several declarations have the name and none is nearest.
    public let ambiguous: Int

    /// The four numbers that are a contract.
    public var count: LineCount { LineCount(files: files, blank: blank, comment: comment, code: code) }

    /// The file with the most code.
    public struct LargestFile: Hashable, Codable, Sendable {
        /// The path inside the tree.
        public let path: String
        /// The file's code lines, as `cloc` counts them.
        public let code: Int
    }

    /// A file that was left out.
    public struct IdenticalFile: Hashable, Codable, Sendable {
        /// The path of the file inside the tree.
        public let path: String
        /// The path of the counted file with the same bytes.
        public let counted: String
    }

    /// The measurement of one layer.
    public struct Layer: Hashable, Codable, Sendable {
        /// The layer's name in the rules; `Other` for files that match no rule.
        public let name: String
        /// The number of counted files in the layer.
        public let files: Int
        /// The layer's blank lines, as `cloc` counts them.
        public let blank: Int
        /// The layer's lines with a comment and no code, as `cloc` counts them.
        public let comment: Int
        /// The layer's lines with code, as `cloc` counts them.
        public let code: Int
    }

    /// Measures `files`.
    public init(of files: [SourceFile], rules: LayerRules = .byName) {
        let (counted, identical) = files.separatingIdentical()
        var total = LineCount()
        var byLayer: [String: LineCount] = [:]
        var largest: LargestFile?
        for file in counted {
            let count = LineCount.asCloc(file.bytes)
            total += count
            byLayer[rules.layer(of: file.path), default: LineCount()] += count
            if count.code > largest?.code ?? -1 { largest = LargestFile(path: file.path, code: count.code) }
        }
        let structure = Structure(of: counted)
        self.files = total.files
        blank = total.blank
        comment = total.comment
        code = total.code
        meanCode = total.files == 0 ? 0 : (Double(total.code) * 10 / Double(total.files)).rounded() / 10
        self.largest = largest
        self.identical = identical.map { IdenticalFile(path: $0.file.path, counted: $0.counted.path) }
        layers = rules.sorted(Set(byLayer.keys)).map { name in
            let count = byLayer[name] ?? LineCount()
            return Layer(name: name, files: count.files, blank: count.blank, comment: count.comment, code: count.code)
        }
        types = structure.types
        protocols = structure.protocols
        functions = structure.graph.nodes.count { $0.kind == .function }
        globals = structure.graph.nodes.count { $0.kind == .global }
        extensions = structure.graph.nodes.count { $0.kind == .extension }
        references = structure.references
        cycles = structure.cycles
        loops = structure.loops
        ambiguous = structure.ambiguous
    }
}
