import SourceMeasure

/// The declarations of an architecture and their references, as far as a picture needs them.
package struct TypeGraph: Hashable, Codable, Sendable {
    /// The names, in the order of layers and files.
    package var names: [String]
    /// The declarations that each declaration mentions, as ascending numbers.
    package var edges: [[Int]]
    /// The number of the cycle that contains each declaration, if any.
    package var cycles: [Int?]

    /// Whether a reference is part of a cycle.
    package func isInCycle(from: Int, to: Int) -> Bool { cycles[from] != nil && cycles[from] == cycles[to] }
}

extension TypeGraph {
    package init(of sources: ArchitectureSources) {
        let graph = Structure(of: sources.files, rules: sources.rules).graph
        let layers = sources.rules.sorted(Set(graph.nodes.map(\.layer)))
        let order = layers.flatMap { layer in graph.nodes.indices.filter { graph.nodes[$0].layer == layer } }
        var places = [Int](repeating: 0, count: order.count)
        for (place, node) in order.enumerated() { places[node] = place }
        var cycles = [Int?](repeating: nil, count: order.count)
        for (number, members) in graph.cycles.enumerated() {
            for member in members { cycles[places[member]] = number }
        }
        self.init(
            names: order.map { graph.nodes[$0].name },
            edges: order.map { graph.edges[$0].map { places[$0] }.sorted() },
            cycles: cycles
        )
    }
}
