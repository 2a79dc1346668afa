extension ReferenceGraph {
    /// More work than this is not done: some seconds' worth.
    private static let mostSteps = 4_000_000_000

    /// The share of all pairs of declarations in which a change to the second may reach the first: the density of the
    /// transitive closure, in which each declaration reaches itself.
    ///
    /// The propagation cost of A. MacCormack, J. Rusnak and C. Baldwin, "Exploring the Structure of Complex Software
    /// Designs: An Empirical Study of Open Source and Proprietary Code", Management Science 52 (7), 2006. It is 1/n
    /// where nothing mentions anything, and 1 where everything is one cycle; 0 without declarations. Nil where the graph
    /// is too large to close: at some twenty thousand declarations. Cost: declarations and references, times the
    /// declarations.
    public var propagationCost: Double? { propagationCost(within: Self.mostSteps) }

    /// Nil when it could take more steps than that.
    func propagationCost(within steps: Int) -> Double? {
        guard !nodes.isEmpty else { return 0 }
        let references = edges.reduce(0) { $0 + $1.count }
        guard nodes.count * (nodes.count + references) <= steps else { return nil }
        var pairs = 0
        var lastReachedFrom = [Int](repeating: -1, count: nodes.count)
        for start in nodes.indices {
            var waiting = [start]
            lastReachedFrom[start] = start
            while let node = waiting.popLast() {
                pairs += 1
                for target in edges[node] where lastReachedFrom[target] != start {
                    lastReachedFrom[target] = start
                    waiting.append(target)
                }
            }
        }
        return Double(pairs) / (Double(nodes.count) * Double(nodes.count))
    }
}
