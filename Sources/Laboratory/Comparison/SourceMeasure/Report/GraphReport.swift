import CommandLineKit

/// A rendered graph of a tree's declarations.
public struct GraphReport: Sendable {
    /// The output format of a graph.
    public enum Format: String, CaseIterable, Sendable {
        /// An object with `nodes`, `edges` and `leftOut`.
        case json
        /// The Graphviz language: a box for each declaration, grouped by layer, with cycles in red.
        case dot
    }

    private struct Contents: Encodable {
        struct Node: Encodable {
            let name: String
            let kind: ReferenceGraph.Kind
            let file: String
            let layer: String
            let codeLines: Int
            let pieces: Int
        }

        struct Edge: Encodable {
            let from: String
            let to: String
            /// Whether both ends are in the same cycle.
            let isInCycle: Bool
        }

        let nodes: [Node]
        let edges: [Edge]
        let leftOut: LeftOut
    }

    private let graph: ReferenceGraph
    private let leftOut: LeftOut

    /// Creates a report on `structure`.
    public init(_ structure: Structure) {
        graph = structure.graph
        leftOut = structure.leftOut
    }

    /// Returns the graph, ending in a newline; the same sources always give the same bytes.
    public func rendered(as format: Format) throws -> String {
        switch format {
        case .json: try encodedAsJSON(contents)
        case .dot: dot
        }
    }

    private var contents: Contents {
        let cycleOf = cycleOf
        let edges = zip(graph.nodes.indices, graph.edges).flatMap { from, targets in
            targets.map { to in
                Contents.Edge(
                    from: graph.nodes[from].name,
                    to: graph.nodes[to].name,
                    isInCycle: cycleOf[from] != nil && cycleOf[from] == cycleOf[to]
                )
            }
        }
        let nodes = graph.nodes.map {
            Contents.Node(
                name: $0.name,
                kind: $0.kind,
                file: $0.file,
                layer: $0.layer,
                codeLines: $0.codeLines,
                pieces: $0.pieces
            )
        }
        return Contents(nodes: nodes, edges: edges, leftOut: leftOut)
    }

    /// The number of the cycle that contains each node, for nodes in cycles.
    private var cycleOf: [Int: Int] {
        var found: [Int: Int] = [:]
        for (number, members) in graph.cycles.enumerated() {
            for member in members { found[member] = number }
        }
        return found
    }

    private var dot: String {
        let cycleOf = cycleOf
        var text = "digraph structure {\n    rankdir=LR;\n    node [shape=box, fontname=\"sans-serif\"];\n"
        var layers: [String] = []
        var members: [String: [Int]] = [:]
        for (number, node) in graph.nodes.enumerated() {
            if members[node.layer] == nil { layers.append(node.layer) }
            members[node.layer, default: []].append(number)
        }
        for (number, layer) in layers.enumerated() {
            text += "    subgraph cluster_\(number) {\n        label=\(quoted(layer));\n"
            for member in members[layer] ?? [] {
                let color = cycleOf[member] == nil ? "" : ", color=red"
                text += "        n\(member) [label=\(quoted(graph.nodes[member].name))\(color)];\n"
            }
            text += "    }\n"
        }
        for (from, targets) in graph.edges.enumerated() {
            for to in targets {
                let isInCycle = cycleOf[from] != nil && cycleOf[from] == cycleOf[to]
                text += "    n\(from) -> n\(to)\(isInCycle ? " [color=red]" : "");\n"
            }
        }
        return text + "}\n"
    }

    private func quoted(_ text: String) -> String {
        // Escapes scalar by scalar: a quote with a combining accent is a different character, but still ends the
        // name.
        let escaped = printable(text).unicodeScalars.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : "\($0)" }
        return "\"" + escaped.joined() + "\""
    }
}
