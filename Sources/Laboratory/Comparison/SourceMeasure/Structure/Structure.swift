/// How the declarations of a tree hang together.
///
/// A declaration mentions another when the other's name stands in it, in its members or in its extensions, outside of
/// comments and strings. What a nested type mentions is its own, not its parent's. A mention of a `typealias` is one of
/// all that it stands for. A property wrapper's key path is a mention of what the property is declared to be that it
/// leads to. Declarations that bear one name in one file and one parent are one: the branches of a condition, and the
/// local types of several functions. What an analysis without types cannot follow is told, and counted, by `LeftOut`.
public struct Structure: Sendable {
    /// Declarations that mention each other, in a circle or several.
    public typealias Cycle = [String]

    /// The declarations and their references.
    public let graph: ReferenceGraph
    /// What could not be followed.
    public let leftOut: LeftOut

    /// Reads the structure of `files`, each in the layer that `rules` give its path.
    ///
    /// The same for the same files in any order. Cost: linear in their length, but for names that many files declare.
    public init(of files: [SourceFile], rules: LayerRules = .byName) {
        let files = files.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
        let outlines = files.map { FileOutline(of: $0.bytes) }
        let layers = files.map { rules.layer(of: $0.path) }
        (graph, leftOut) = ReferenceFinder(paths: files.map(\.path), layers: layers, outlines: outlines).find()
    }

    /// Structs, classes, actors, enums and protocols.
    public var types: Int { graph.nodes.count(where: \.isType) }

    /// Those of the types that are protocols.
    public var protocols: Int { graph.nodes.count { $0.kind == .protocol } }

    /// Pairs of declarations of which the first mentions the second.
    public var references: Int { graph.edges.reduce(0) { $0 + $1.count } }

    /// The strongly connected components of more than one declaration, by their names in order.
    public var cycles: [Cycle] {
        graph.cycles
            .map { $0.map { graph.nodes[$0].name }.sorted() }
            .sorted { $0.lexicographicallyPrecedes($1) }
    }

    /// Per layer, in no order: how many types it has, and how many references enter and leave it.
    var coupling: [String: LayerCoupling] {
        var coupling: [String: LayerCoupling] = [:]
        for (node, targets) in zip(graph.nodes, graph.edges) {
            if node.isType { coupling[node.layer, default: LayerCoupling()].types += 1 }
            for target in targets where graph.nodes[target].layer != node.layer {
                coupling[node.layer, default: LayerCoupling()].fanOut += 1
                coupling[graph.nodes[target].layer, default: LayerCoupling()].fanIn += 1
            }
        }
        return coupling
    }
}

/// What enters and leaves a layer.
struct LayerCoupling {
    var types = 0
    /// References from declarations of other layers to declarations of this one.
    var fanIn = 0
    /// References from declarations of this layer to declarations of others.
    var fanOut = 0
}
