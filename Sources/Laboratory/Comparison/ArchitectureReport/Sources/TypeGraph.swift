import SourceMeasure

/// The declarations of a version and which of them mention which, as much of it as a picture takes.
package struct TypeGraph: Hashable, Codable, Sendable {
    /// In the order of their layers and files.
    package var names: [String]
    /// For each declaration, by their numbers in ascending order, those that it mentions.
    package var edges: [[Int]]
    /// For each declaration the number of the cycle that it lies in, if it does.
    package var cycles: [Int?]

    /// Whether a reference runs within a cycle.
    package func isInCycle(from: Int, to: Int) -> Bool { cycles[from] != nil && cycles[from] == cycles[to] }
}

extension TypeGraph {
    package init(of sources: VersionSources) {
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
