extension ReferenceGraph {
    /// The maximum number of steps, equal to a few seconds of work.
    private static let mostSteps = 4_000_000_000

    /// The share of all pairs of declarations in which a change to the second can reach the first.
    ///
    /// This is the density of the transitive closure, in which each declaration reaches itself. It is the propagation
    /// cost of A. MacCormack, J. Rusnak and C. Baldwin, "Exploring the Structure of Complex Software Designs: An
    /// Empirical Study of Open Source and Proprietary Code", Management Science 52 (7), 2006.
    ///
    /// The value is 1/n if there are no mentions, 1 if all declarations form one cycle, and 0 without declarations.
    /// It is nil if the graph is too large, at some twenty thousand declarations. Cost: declarations and references,
    /// times the declarations.
    public var propagationCost: Double? { propagationCost(within: Self.mostSteps) }

    /// Returns the propagation cost, or nil if the computation may take more than `steps` steps.
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
