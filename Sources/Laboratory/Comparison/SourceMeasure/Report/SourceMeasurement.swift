/// What one tree of Swift sources comes to: its lines, its layers and its structure.
///
/// As JSON, `files`, `blank`, `comment` and `code` are a contract, and agree with `cloc --include-lang=Swift`: like
/// `cloc`, it counts no file that is empty, and one that equals another only once.
public struct SourceMeasurement: Hashable, Codable, Sendable {
    /// Files that were counted: neither empty nor equal to one before.
    public let files: Int
    /// Blank lines, as `cloc` counts them.
    public let blank: Int
    /// Lines with comment and no code, likewise.
    public let comment: Int
    /// Lines with code, likewise.
    public let code: Int
    /// Code lines per file, to one decimal; 0 without files.
    public let meanCode: Double
    /// The file with the most code lines, the first of several by path.
    public let largest: LargestFile?
    /// Code lines as the compiler reads them: `cloc` takes what looks like a comment in a string for one.
    public let codeAsSwift: Int
    /// Files that equal one that was counted.
    public let duplicates: Int
    /// The layers that have files, in the order of their rules.
    public let layers: [Layer]
    /// Structs, classes, actors, enums and protocols.
    public let types: Int
    /// Those of the types that are protocols.
    public let protocols: Int
    /// Functions outside of every type, overloads in one folder as one.
    public let functions: Int
    /// Variables and constants outside of every type and function.
    public let globals: Int
    /// Types from elsewhere that are extended, per module.
    public let extensions: Int
    /// Pairs of declarations of which the first mentions the second.
    public let references: Int
    /// Sets of declarations that mention each other in circles.
    public let cycles: [Structure.Cycle]
    /// The share of all pairs of declarations in which a change to one may reach the other, as
    /// `ReferenceGraph.propagationCost` has it, to four decimals.
    public let propagationCost: Double?
    /// The type with the most code lines over all its extensions, the first of several by name.
    public let largestType: LargestType?
    /// What the references leave out.
    public let leftOut: LeftOut

    /// The four numbers that are a contract.
    public var count: LineCount { LineCount(files: files, blank: blank, comment: comment, code: code) }

    /// The file with the most code.
    public struct LargestFile: Hashable, Codable, Sendable {
        /// The path inside the tree.
        public let path: String
        /// Its code lines, as `cloc` counts them.
        public let code: Int
    }

    /// The type with the most code.
    public struct LargestType: Hashable, Codable, Sendable {
        /// With the parents it is nested in, and its file where several declarations have one name.
        public let name: String
        /// Without the lines of types nested in it.
        public let code: Int
        /// How many declarations and extensions it consists of.
        public let pieces: Int
    }

    /// One layer's share.
    public struct Layer: Hashable, Codable, Sendable {
        /// The name that the rules give it; `Other` for what no rule names.
        public let name: String
        /// Files that were counted in it.
        public let files: Int
        /// Their blank lines, as `cloc` counts them.
        public let blank: Int
        /// Their lines with comment and no code, likewise.
        public let comment: Int
        /// Their lines with code, likewise.
        public let code: Int
        /// Structs, classes, actors, enums and protocols whose first declaration is in them.
        public let types: Int
        /// References from declarations of other layers to declarations of this one.
        public let fanIn: Int
        /// References from declarations of this layer to declarations of others.
        public let fanOut: Int
    }

    /// Measures `files`.
    public init(of files: [SourceFile], rules: LayerRules = .byName) {
        var seen: Set<[UInt8]> = []
        let counted = files.filter { !$0.bytes.isEmpty && seen.insert($0.bytes).inserted }
        var total = LineCount()
        var asSwift = LineCount()
        var byLayer: [String: LineCount] = [:]
        var largest: LargestFile?
        for file in counted {
            let count = LineCount.asCloc(file.bytes)
            total += count
            asSwift += LineCount.asSwift(file.bytes)
            byLayer[rules.layer(of: file.path), default: LineCount()] += count
            if count.code > largest?.code ?? -1 { largest = LargestFile(path: file.path, code: count.code) }
        }
        let structure = Structure(of: counted, rules: rules)
        self.files = total.files
        blank = total.blank
        comment = total.comment
        code = total.code
        meanCode = total.files == 0 ? 0 : (Double(total.code) * 10 / Double(total.files)).rounded() / 10
        self.largest = largest
        codeAsSwift = asSwift.code
        duplicates = files.count { !$0.bytes.isEmpty } - counted.count
        layers = rules.sorted(Set(byLayer.keys)).map { name in
            let count = byLayer[name] ?? LineCount()
            let coupling = structure.coupling[name] ?? LayerCoupling()
            return Layer(
                name: name,
                files: count.files,
                blank: count.blank,
                comment: count.comment,
                code: count.code,
                types: coupling.types,
                fanIn: coupling.fanIn,
                fanOut: coupling.fanOut
            )
        }
        types = structure.types
        protocols = structure.protocols
        functions = structure.graph.nodes.count { $0.kind == .function }
        globals = structure.graph.nodes.count { $0.kind == .global }
        extensions = structure.graph.nodes.count { $0.kind == .extension }
        references = structure.references
        cycles = structure.cycles
        propagationCost = structure.graph.propagationCost.map { ($0 * 10_000).rounded() / 10_000 }
        largestType = structure.graph.nodes.lazy.filter(\.isType)
            .max { ($0.codeLines, $1.name) < ($1.codeLines, $0.name) }
            .map { LargestType(name: $0.name, code: $0.codeLines, pieces: $0.pieces) }
        leftOut = structure.leftOut
    }
}
