/// The number of lines that two versions of a text have in common, and of those that differ.
package struct LineChange: Hashable, Codable, Sendable {
    package var added = 0
    package var removed = 0
    /// Lines that replace others.
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
    /// Compares two lists of lines as `cloc --diff` does.
    ///
    /// Lines correspond along a longest common subsequence. If lines were removed and others added at the same
    /// place, as many pairs as possible count as modified.
    ///
    /// Cost: proportional to the pairs of equal lines, up to a bound. Beyond it, all lines between the common ends count
    /// as different.
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
