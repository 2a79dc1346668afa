extension ReferenceGraph {
    /// More work than this is not done: some seconds' worth.
    private static let mostSteps = 4_000_000_000

    /// The share of all pairs of declarations in which a change to the second may reach the first: the density of the
    /// transitive closure, in which each declaration reaches itself.
    ///
    /// The propagation cost of A. MacCormack, J. Rusnak and C. Baldwin, "Exploring the Structure of Complex Software
    /// Designs: An Empirical Study of Open Source and Proprietary Code", Management Science 52 (7), 2006. It is 1/n
    /// where nothing mentions anything, and 1 where everything is one cycle; 0 without declarations. Nil where the graph
    /// is too large to close: at some hundred thousand declarations with references. Cost: declarations and
    /// references, times the declarations, by 64.
    public var propagationCost: Double? { propagationCost(within: Self.mostSteps) }

    /// Nil when it would take more steps than that.
    func propagationCost(within steps: Int) -> Double? {
        guard !nodes.isEmpty else { return 0 }
        let components = components(of: edges)
        let sizes = components.map(\.count)
        var component = [Int](repeating: 0, count: nodes.count)
        for (number, members) in components.enumerated() {
            for member in members { component[member] = number }
        }
        // What each component mentions; all of that comes before it.
        let targets = components.enumerated().map { number, members in
            Set(members.flatMap { edges[$0] }.map { component[$0] }).subtracting([number]).sorted()
        }
        let sources = targets.indices.filter { !targets[$0].isEmpty }
        let reached = Set(targets.joined()).sorted()
        let references = targets.reduce(0) { $0 + $1.count }
        guard (sources.count + references) * (reached.count / 64 + 1) <= steps else { return nil }
        var pairs = sizes.reduce(0.0) { $0 + Double($1) * Double($1) }
        // Which components are reached, by blocks of the reached: never more than one block of bits for each is held.
        let blockWords = 64
        for start in stride(from: 0, to: reached.count, by: blockWords * 64) {
            let block = reached[start..<min(reached.count, start + blockWords * 64)]
            var places: [Int: Int] = [:]
            for (place, target) in block.enumerated() { places[target] = place }
            let weights = block.map { sizes[$0] }
            var bits = [UInt64](repeating: 0, count: sizes.count * blockWords)
            for node in sources {
                for target in targets[node] {
                    for word in 0..<blockWords { bits[node * blockWords + word] |= bits[target * blockWords + word] }
                    if let place = places[target] {
                        bits[node * blockWords + place / 64] |= 1 << UInt64(place % 64)
                    }
                }
                var weight = 0
                for word in 0..<blockWords {
                    var left = bits[node * blockWords + word]
                    while left != 0 {
                        weight += weights[word * 64 + left.trailingZeroBitCount]
                        left &= left - 1
                    }
                }
                pairs += Double(weight) * Double(sizes[node])
            }
        }
        return pairs / (Double(nodes.count) * Double(nodes.count))
    }
}
