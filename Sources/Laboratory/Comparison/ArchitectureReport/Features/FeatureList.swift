import CommandWords

/// Which commit added which feature to which version: a line `VERSION FEATURE REVISION` for each.
///
/// A version's name may hold spaces, a revision be a range, `FROM..TO`; `#` begins a comment.
struct FeatureList {
    struct Line: Equatable {
        let version: String
        let feature: String
        let revision: String
    }

    /// A line that says nothing.
    struct Mistake: Error, Equatable {
        let line: Int
        let sentence: String
    }

    let lines: [Line]

    /// Reads the lines of `text`, in their order. Throws the first `Mistake`: fewer than three words, a version that is none
    /// of `versions`, or a version's feature that stands there twice.
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
