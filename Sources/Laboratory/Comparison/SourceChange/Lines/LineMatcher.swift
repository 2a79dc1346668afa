/// Finds which elements of two sequences correspond.
struct LineMatcher {
    typealias Match = (left: Int, right: Int)

    /// The search keeps a number for each pair of edits: some tens of megabytes at most.
    static let mostEdits = 2_000

    private let left: [Int]
    private let right: [Int]
    /// How many elements may still be compared; some tenths of a second's worth at the start.
    private var budget = 100_000_000

    init(_ left: [Int], _ right: [Int]) {
        self.left = left
        self.right = right
    }

    /// The pairs in ascending order.
    mutating func matches() -> [Match] {
        // What the other side has nowhere matches nothing, and need not be searched.
        let (inLeft, inRight) = (Set(left), Set(right))
        let keptLeft = left.indices.filter { inRight.contains(left[$0]) }
        let keptRight = right.indices.filter { inLeft.contains(right[$0]) }
        var found: [Match] = []
        match(keptLeft[...], keptRight[...], into: &found, splits: true)
        return found
    }

    /// Matches two runs of positions: what they have in common at both ends, then what is between.
    private mutating func match(_ a: ArraySlice<Int>, _ b: ArraySlice<Int>, into found: inout [Match], splits: Bool) {
        var (a, b) = (a, b)
        while let first = a.first, let other = b.first, left[first] == right[other] {
            found.append((first, other))
            a.removeFirst()
            b.removeFirst()
        }
        var end: [Match] = []
        while let last = a.last, let other = b.last, left[last] == right[other] {
            end.append((last, other))
            a.removeLast()
            b.removeLast()
        }
        if let edits = shortestEdit(Array(a), Array(b)) {
            found += edits
        } else if splits {
            matchBetweenAnchors(a, b, into: &found)
        }
        found += end.reversed()
    }

    /// Splits at the lines that both sides have once, in the longest ascending order of them.
    private mutating func matchBetweenAnchors(_ a: ArraySlice<Int>, _ b: ArraySlice<Int>, into found: inout [Match]) {
        var (nextA, nextB) = (a.startIndex, b.startIndex)
        for (inA, inB) in anchors(a, b) + [(a.endIndex, b.endIndex)] {
            match(a[nextA..<inA], b[nextB..<inB], into: &found, splits: false)
            guard inA < a.endIndex else { return }
            found.append((a[inA], b[inB]))
            (nextA, nextB) = (inA + 1, inB + 1)
        }
    }

    private func anchors(_ a: ArraySlice<Int>, _ b: ArraySlice<Int>) -> [Match] {
        func places(_ slice: ArraySlice<Int>, _ lines: [Int]) -> [Int: Int] {
            var places: [Int: Int] = [:]
            var repeated: Set<Int> = []
            for index in slice.indices where places.updateValue(index, forKey: lines[slice[index]]) != nil {
                repeated.insert(lines[slice[index]])
            }
            return places.filter { !repeated.contains($0.key) }
        }
        let (inA, inB) = (places(a, left), places(b, right))
        let pairs = inA.compactMap { line, place in inB[line].map { (left: place, right: $0) } }
        return longestAscending(pairs.sorted { $0.left < $1.left })
    }

    /// By patience: piles whose tops ascend, each card pointing at the top of the pile before it.
    private func longestAscending(_ pairs: [Match]) -> [Match] {
        var tops: [Int] = []
        var previous = [Int?](repeating: nil, count: pairs.count)
        for (index, pair) in pairs.enumerated() {
            var (low, high) = (0, tops.count)
            while low < high {
                let middle = (low + high) / 2
                if pairs[tops[middle]].right < pair.right { low = middle + 1 } else { high = middle }
            }
            previous[index] = low > 0 ? tops[low - 1] : nil
            if low < tops.count { tops[low] = index } else { tops.append(index) }
        }
        var chain: [Match] = []
        var next = tops.last
        while let index = next {
            chain.append(pairs[index])
            next = previous[index]
        }
        return chain.reversed()
    }

    /// The matches along a shortest edit script, by E. W. Myers, "An O(ND) Difference Algorithm and Its Variations",
    /// 1986; nil when it is longer than `mostEdits`, or takes too long to find.
    private mutating func shortestEdit(_ a: [Int], _ b: [Int]) -> [Match]? {
        guard !a.isEmpty, !b.isEmpty else { return [] }
        // How far each diagonal is reached, for every number of edits so far.
        var reached: [[Int]] = []
        var last = [0]
        for edits in 0...Self.mostEdits where budget > 0 {
            var current = [Int](repeating: 0, count: 2 * edits + 1)
            for diagonal in stride(from: -edits, through: edits, by: 2) {
                let below = diagonal - 1 + edits - 1
                let above = diagonal + 1 + edits - 1
                var x = 0
                if edits > 0 {
                    let down = diagonal == -edits || (diagonal != edits && last[below] < last[above])
                    x = down ? last[above] : last[below] + 1
                }
                let start = x
                while x < a.count, x - diagonal < b.count, x - diagonal >= 0, left[a[x]] == right[b[x - diagonal]] {
                    x += 1
                }
                budget -= 1 + x - start
                current[diagonal + edits] = x
                if x >= a.count, x - diagonal >= b.count {
                    return trace(a, b, reached, diagonal)
                }
            }
            reached.append(current)
            last = current
        }
        return nil
    }

    private func trace(_ a: [Int], _ b: [Int], _ reached: [[Int]], _ end: Int) -> [Match] {
        var matches: [Match] = []
        var (x, y, diagonal) = (a.count, b.count, end)
        for edits in stride(from: reached.count, to: 0, by: -1) {
            let last = reached[edits - 1]
            let below = diagonal - 1 + edits - 1
            let above = diagonal + 1 + edits - 1
            let down = diagonal == -edits || (diagonal != edits && last[below] < last[above])
            let before = down ? last[above] : last[below]
            let start = down ? before : before + 1
            while x > start {
                x -= 1
                y -= 1
                matches.append((a[x], b[y]))
            }
            diagonal += down ? 1 : -1
            x = before
            y = before - diagonal
        }
        while x > 0, y > 0 {
            x -= 1
            y -= 1
            matches.append((a[x], b[y]))
        }
        return matches.reversed()
    }
}
