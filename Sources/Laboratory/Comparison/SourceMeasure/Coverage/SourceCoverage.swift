/// The number of lines that can be executed, and of those that were.
public struct LineCoverage: Hashable, Codable, Sendable {
    /// The number of lines that can be executed.
    public internal(set) var coverable = 0
    /// The number of lines that were executed at least once.
    public internal(set) var covered = 0

    package init(coverable: Int = 0, covered: Int = 0) {
        self.coverable = coverable
        self.covered = covered
    }

    /// The share of lines that were executed, or nil if there are no lines to execute.
    public var share: Double? { coverable == 0 ? nil : Double(covered) / Double(coverable) }

    package static func += (left: inout Self, right: Self) {
        left.coverable += right.coverable
        left.covered += right.covered
    }
}

/// The test coverage of one tree of Swift sources, from the toolchain's profile.
///
/// Only lines of code count, as Swift reads them: the profile also gives counts to comments and blank lines inside
/// functions. The JSON can be stored, and later checked against the sources by its fingerprint.
public struct SourceCoverage: Hashable, Codable, Sendable {
    /// The coverage of one file.
    public struct File: Hashable, Codable, Sendable {
        /// The path inside the tree.
        public let path: String
        /// The coverage of the file's lines of code.
        public let lines: LineCoverage
    }

    /// The coverage of one layer.
    public struct Layer: Hashable, Codable, Sendable {
        /// The layer's name in the rules.
        public let name: String
        /// The coverage of all files of the layer that the profile contains.
        public let lines: LineCoverage
    }

    /// The coverage of all files that the profile contains.
    public let lines: LineCoverage
    /// The files that the profile contains, ordered by path.
    public let files: [File]
    /// The layers of those files, in the order of the rules.
    public let layers: [Layer]
    /// The ordered paths of files that the profile does not contain: they have nothing to execute, or were not
    /// compiled.
    public let unknown: [String]
    /// The ordered paths of files that are shorter than in the profile: they have changed since.
    public let outdated: [String]
    /// The result of `fingerprint(of:)` for the measured files.
    public let fingerprint: String

    /// Measures `files`, whose paths are relative to `folder`, an absolute path.
    public init(of files: [SourceFile], in folder: String, by profile: CoverageProfile, rules: LayerRules = .byName) {
        var total = LineCoverage()
        var byLayer: [String: LineCoverage] = [:]
        var measured: [File] = []
        var (unknown, outdated): ([String], [String]) = ([], [])
        for file in files {
            let path = folder + "/" + file.path
            guard let found = profile.coverage(of: path, lines: LineCount.swiftCodeLines(file.bytes)) else {
                unknown.append(file.path)
                continue
            }
            let newlines = file.bytes.count { $0 == .newline }
            if profile.lastLine(of: path) > newlines + 1 { outdated.append(file.path) }
            total += found
            byLayer[rules.layer(of: file.path), default: LineCoverage()] += found
            measured.append(File(path: file.path, lines: found))
        }
        lines = total
        self.files = measured
        layers = rules.sorted(Set(byLayer.keys)).map { Layer(name: $0, lines: byLayer[$0] ?? LineCoverage()) }
        self.unknown = unknown
        self.outdated = outdated
        fingerprint = Self.fingerprint(of: files)
    }

    /// Returns a string that changes with the code and the order of the files, but not with comments, layout or file
    /// names.
    public static func fingerprint(of files: [SourceFile]) -> String {
        let whole = files.reduce(CodeTokens.emptyFingerprint) { whole, file in
            let code = CodeTokens(of: file.bytes)
            return whole &* 31 &+ code.fingerprint(of: code.tokens.indices)
        }
        return String(whole, radix: 16)
    }
}
