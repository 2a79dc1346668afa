import SourceMeasure

/// Returns the structure of files, given by path and source.
func structure(_ files: KeyValuePairs<String, String>) -> Structure {
    Structure(of: files.map { SourceFile(path: $0, bytes: Array($1.utf8)) })
}

extension Structure {
    /// The references in the form `A > B`, sorted.
    var arrows: [String] {
        zip(graph.nodes, graph.edges)
            .flatMap { node, targets in targets.map { "\(node.name) > \(graph.nodes[$0].name)" } }
            .sorted()
    }

    /// Returns the sorted names of the nodes of a kind.
    func names(of kind: ReferenceGraph.Kind) -> [String] {
        graph.nodes.filter { $0.kind == kind }.map(\.name).sorted()
    }
}
