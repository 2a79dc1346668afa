/// The references between the declarations of a tree.
///
/// A declaration mentions another if the other's name appears in it, in its members or in its extensions, outside
/// comments and strings. Mentions inside a nested type belong to that type, not to its parent. A mention of a
/// `typealias` is a mention of every type it refers to.
///
/// Declarations with the same name in the same file and parent are one declaration, such as the branches of `#if` and
/// local types of several functions.
///
/// The analysis knows names and their positions, but not the types of expressions: `a.b()` is a mention of `a` alone.
/// It does not see calls through variables of inferred types, inherited members, operators, macro expansions,
/// storyboards, imports or the key paths of property wrappers. It reads every branch of `#if`.
public struct Structure: Sendable {
    /// The names of declarations that mention each other in one or more cycles.
    public typealias Cycle = [String]

    /// The declarations and their references.
    public let graph: ReferenceGraph
    /// The number of mentions that were not followed, because several declarations have the name and none is nearest.
    public let ambiguous: Int

    /// Reads the structure of `files`.
    ///
    /// The order of the files does not affect the result. Cost: linear in their length, except for names that many
    /// files declare.
    public init(of files: [SourceFile]) {
        let files = files.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
        let pieces = files.enumerated().flatMap { Outliner(reading: $1.bytes, file: $0).pieces }
        (graph, ambiguous) = ReferenceFinder(paths: files.map(\.path), pieces: pieces).find()
    }

    /// The number of structs, classes, actors, enums and protocols.
    public var types: Int { graph.nodes.count(where: \.isType) }

    /// The number of protocols among `types`.
    public var protocols: Int { graph.nodes.count { $0.kind == .protocol } }

    /// The number of pairs of declarations of which the first mentions the second.
    public var references: Int { graph.edges.reduce(0) { $0 + $1.count } }

    /// The strongly connected components of more than one declaration, as sorted names.
    public var cycles: [Cycle] { nodesOfCycles.map(names(of:)) }

    /// The shortest loop of each cycle, in the order of `cycles`: each declaration mentions the next, and the last mentions
    /// the first.
    public var loops: [[String]] {
        nodesOfCycles.map { names(of: shortestLoop(through: $0, in: graph.edges)) }
    }

    /// The graph's cycles, with nodes and cycles ordered by name.
    private var nodesOfCycles: [[Int]] {
        graph.cycles
            .map { $0.sorted { graph.nodes[$0].name < graph.nodes[$1].name } }
            .sorted { names(of: $0).lexicographicallyPrecedes(names(of: $1)) }
    }

    private func names(of nodes: [Int]) -> [String] { nodes.map { graph.nodes[$0].name } }
}
