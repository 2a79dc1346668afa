import SourceMeasure

/// The structure of files, each a path and a source.
func structure(_ files: KeyValuePairs<String, String>) -> Structure {
    Structure(of: files.map { SourceFile(path: $0, bytes: Array($1.utf8)) })
}

extension Structure {
    /// The references as `A > B`, in order.
    var arrows: [String] {
        zip(graph.nodes, graph.edges)
            .flatMap { node, targets in targets.map { "\(node.name) > \(graph.nodes[$0].name)" } }
            .sorted()
    }

    /// The names of the nodes of a kind, in order.
    func names(of kind: ReferenceGraph.Kind) -> [String] {
        graph.nodes.filter { $0.kind == kind }.map(\.name).sorted()
    }
}
