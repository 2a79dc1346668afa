/// How many lines two versions of something have in common, and how many they have not.
package struct LineChange: Hashable, Codable, Sendable {
    package var added = 0
    package var removed = 0
    /// Lines in the place of others.
    package var modified = 0
    package var same = 0

    package init(added: Int = 0, removed: Int = 0, modified: Int = 0, same: Int = 0) {
        self.added = added
        self.removed = removed
        self.modified = modified
        self.same = same
    }

    package static func += (left: inout Self, right: Self) {
        left.added += right.added
        left.removed += right.removed
        left.modified += right.modified
        left.same += right.same
    }
}

extension LineChange {
    /// Compares two lists of lines, as `cloc --diff` does: along a longest common subsequence, and where lines were
    /// removed and others added at one place, as many as there are of both are modified.
    ///
    /// Cost: the pairs of lines that are the same, up to a bound; past that, lines that both have once are held for the
    /// same, the rest is compared between them, and what is still too much counts as different.
    package init(from old: [ArraySlice<UInt8>], to new: [ArraySlice<UInt8>]) {
        var numbers: [ArraySlice<UInt8>: Int] = [:]
        func number(_ line: ArraySlice<UInt8>) -> Int {
            let number = numbers[line] ?? numbers.count
            numbers[line] = number
            return number
        }
        let (left, right) = (old.map(number), new.map(number))
        self.init()
        var (fromLeft, fromRight) = (0, 0)
        for (inLeft, inRight) in LineMatcher(left, right).matches + [(left.count, right.count)] {
            let (gone, come) = (inLeft - fromLeft, inRight - fromRight)
            modified += min(gone, come)
            removed += max(0, gone - come)
            added += max(0, come - gone)
            (fromLeft, fromRight) = (inLeft + 1, inRight + 1)
        }
        same = left.count - removed - modified
    }
}
