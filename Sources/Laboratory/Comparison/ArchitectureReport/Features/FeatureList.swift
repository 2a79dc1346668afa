import CommandLineKit

/// A list of the commits that added features to architectures: a line `VERSION FEATURE REVISION` for each.
///
/// The name of an architecture may contain spaces, and a revision may be a range, `FROM..TO`. `#` begins a comment.
struct FeatureList {
    struct Line: Equatable {
        let version: String
        let feature: String
        let revision: String
    }

    /// An invalid line.
    struct Mistake: Error, Equatable {
        let line: Int
        let sentence: String
    }

    let lines: [Line]

    /// Parses the lines of `text`, in order.
    ///
    /// Throws the first `Mistake`: fewer than three words, an architecture not in `versions`, or a repeated feature
    /// of the same architecture.
    init(parsing text: String, versions: [String]) throws(Mistake) {
        var found: [Line] = []
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (index, line) in lines.enumerated() {
            let words = line.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace).map(String.init)
            if words.isEmpty { continue }
            func mistake(_ sentence: String) -> Mistake { Mistake(line: index + 1, sentence: sentence) }
            guard words.count >= 3 else { throw mistake("a line reads \"VERSION FEATURE REVISION\"") }
            let version = words.dropLast(2).joined(separator: " ")
            guard versions.contains(version) else {
                throw mistake("there is no version \(echoed(version))\(suggestion(for: version, among: versions))")
            }
            let new = Line(version: version, feature: words[words.count - 2], revision: words[words.count - 1])
            guard !found.contains(where: { ($0.version, $0.feature) == (new.version, new.feature) }) else {
                throw mistake("\(echoed(version)) has its \(echoed(new.feature)) already")
            }
            found.append(new)
        }
        self.lines = found
    }
}
