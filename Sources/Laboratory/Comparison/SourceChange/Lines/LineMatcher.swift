/// Finds which elements of two sequences correspond: along a longest common subsequence, the one that `cloc` finds.
///
/// By J. W. Hunt and T. G. Szymanski, "A Fast Algorithm for Computing Longest Common Subsequences", 1977: for each
/// length of a chain of matches, where on the right it can end soonest. Cost: the pairs of equal elements between
/// common ends, up to a bound.
struct LineMatcher {
    typealias Match = (left: Int, right: Int)

    private let left: [Int]
    private let right: [Int]
    /// How many pairs of equal elements may still be looked at: a second's worth, and some hundred megabytes.
    private var budget = 10_000_000
    private(set) var matches: [Match] = []

    /// Matches all of both, in ascending order.
    init(_ left: [Int], _ right: [Int]) {
        self.left = left
        self.right = right
        match(left.indices, right.indices, splits: true)
    }

    /// Matches what two runs have in common at both ends, then what is between. Where that would be too much, it is
    /// split at what both have once; what is still too much corresponds to nothing.
    private mutating func match(_ a: Range<Int>, _ b: Range<Int>, splits: Bool) {
        let start = zip(left[a], right[b]).prefix { $0 == $1 }.count
        let (a, b) = (a.dropFirst(start), b.dropFirst(start))
        let end = zip(left[a].reversed(), right[b].reversed()).prefix { $0 == $1 }.count
        let (innerA, innerB) = (a.dropLast(end), b.dropLast(end))
        matches += (0..<start).map { (a.startIndex - start + $0, b.startIndex - start + $0) }
        var places: [Int: [Int]] = [:]
        for place in innerB.reversed() { places[right[place], default: []].append(place) }
        let pairs = innerA.reduce(0) { $0 + (places[left[$1]]?.count ?? 0) }
        if pairs <= budget {
            budget -= pairs
            matches += longest(innerA, places)
        } else if splits {
            let numbers = Dictionary(innerA.map { (left[$0], 1) }, uniquingKeysWith: +)
            let anchors = longest(innerA, places.filter { $1.count == 1 && numbers[$0] == 1 })
            var (nextA, nextB) = (innerA.startIndex, innerB.startIndex)
            for anchor in anchors {
                match(nextA..<anchor.left, nextB..<anchor.right, splits: false)
                matches.append(anchor)
                (nextA, nextB) = (anchor.left + 1, anchor.right + 1)
            }
            match(nextA..<innerA.endIndex, nextB..<innerB.endIndex, splits: false)
        }
        matches += (0..<end).map { (innerA.endIndex + $0, innerB.endIndex + $0) }
    }

    /// The longest chain of matches; `places` has, in descending order, where on the right an element stands.
    private func longest(_ a: Range<Int>, _ places: [Int: [Int]]) -> [Match] {
        struct Link {
            let left, right, previous: Int32
        }
        var links: [Link] = []
        // Per length of a chain, where it can end soonest, and its last link.
        var ends: [(place: Int, link: Int)] = []
        for index in a {
            for place in places[left[index]] ?? [] {
                var (length, longer) = (0, ends.count)
                while length < longer {
                    let middle = (length + longer) / 2
                    if ends[middle].place < place { length = middle + 1 } else { longer = middle }
                }
                guard length == ends.count || ends[length].place > place else { continue }
                let previous = length > 0 ? ends[length - 1].link : -1
                links.append(Link(left: Int32(index), right: Int32(place), previous: Int32(previous)))
                let end = (place, links.count - 1)
                if length < ends.count { ends[length] = end } else { ends.append(end) }
            }
        }
        var chain: [Match] = []
        var next = ends.last?.link ?? -1
        while next >= 0 {
            chain.append((Int(links[next].left), Int(links[next].right)))
            next = Int(links[next].previous)
        }
        return chain.reversed()
    }
}
