/// Matches the elements of two sequences along a longest common subsequence, the same one that `cloc` finds.
///
/// The algorithm is from J. W. Hunt and T. G. Szymanski, "A Fast Algorithm for Computing Longest Common
/// Subsequences", 1977: for each length of a chain of matches, it stores the earliest end on the right. Cost: the
/// pairs of equal elements between the common ends, up to a bound.
struct LineMatcher {
    typealias Match = (left: Int, right: Int)

    /// The number of pairs of equal elements to examine at most: about a second and some hundred megabytes.
    private static let budget = 10_000_000

    private let left: [Int]
    private(set) var matches: [Match] = []

    /// Matches the common ends of both sequences, then the elements between them unless they are too many; in ascending
    /// order.
    init(_ left: [Int], _ right: [Int]) {
        self.left = left
        let start = zip(left, right).prefix { $0 == $1 }.count
        let end = zip(left[start...].reversed(), right[start...].reversed()).prefix { $0 == $1 }.count
        let (innerLeft, innerRight) = (start..<left.count - end, start..<right.count - end)
        var places: [Int: [Int]] = [:]
        for place in innerRight.reversed() { places[right[place], default: []].append(place) }
        let pairs = innerLeft.reduce(0) { $0 + (places[left[$1]]?.count ?? 0) }
        matches = (0..<start).map { ($0, $0) }
        if pairs <= Self.budget { matches += longest(innerLeft, places) }
        matches += (0..<end).map { (innerLeft.upperBound + $0, innerRight.upperBound + $0) }
    }

    /// Returns the longest chain of matches.
    ///
    /// `places` contains the positions of each element on the right, in descending order.
    private func longest(_ a: Range<Int>, _ places: [Int: [Int]]) -> [Match] {
        struct Link {
            let left, right, previous: Int32
        }
        var links: [Link] = []
        // The earliest end for each length of a chain, and the chain's last link.
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
