/// How many of some lines can be executed, and how many were.
public struct LineCoverage: Hashable, Codable, Sendable {
    /// How many can be executed.
    public internal(set) var coverable = 0
    /// How many of those were executed, once or more often.
    public internal(set) var covered = 0

    package init(coverable: Int = 0, covered: Int = 0) {
        self.coverable = coverable
        self.covered = covered
    }

    /// The share that was executed, nil where there is nothing to execute.
    public var share: Double? { coverable == 0 ? nil : Double(covered) / Double(coverable) }

    package static func += (left: inout Self, right: Self) {
        left.coverable += right.coverable
        left.covered += right.covered
    }
}

/// What tests execute of one tree of Swift sources, by the toolchain's profile.
///
/// Only lines of code count, as Swift reads them: the profile gives comments and blank lines inside of a function a
/// count too. As JSON it can be kept, and be held against the sources later by its fingerprint.
public struct SourceCoverage: Hashable, Codable, Sendable {
    /// One file's share.
    public struct File: Hashable, Codable, Sendable {
        /// The path inside the tree.
        public let path: String
        /// Of the file's lines of code.
        public let lines: LineCoverage
    }

    /// One layer's share.
    public struct Layer: Hashable, Codable, Sendable {
        /// The layer's name, as the rules have it.
        public let name: String
        /// Of the lines of all its files that the profile knows.
        public let lines: LineCoverage
    }

    /// Of the lines of all files that the profile knows.
    public let lines: LineCoverage
    /// Those that the profile knows, in the order of their paths.
    public let files: [File]
    /// The layers of those, in the order of their rules.
    public let layers: [Layer]
    /// Paths of the files that the profile does not know, in order: nothing in them can be executed, or they were not
    /// compiled.
    public let unknown: [String]
    /// Paths of the files that are shorter than the profile has them, in order: they have changed since.
    public let outdated: [String]
    /// What `fingerprint(of:)` gave for the files that were measured.
    public let fingerprint: String

    /// Measures `files`, whose paths begin in `folder`, which is absolute.
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

    /// A word that changes with the code of the files and with their order, but not with comments, layout or names.
    public static func fingerprint(of files: [SourceFile]) -> String {
        let whole = files.reduce(CodeTokens.emptyFingerprint) { whole, file in
            let code = CodeTokens(of: file.bytes)
            return whole &* 31 &+ code.fingerprint(of: code.tokens.indices)
        }
        return String(whole, radix: 16)
    }
}
