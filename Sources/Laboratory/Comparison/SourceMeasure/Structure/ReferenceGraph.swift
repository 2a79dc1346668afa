/// The graph of a tree's declarations and their mentions of each other.
public struct ReferenceGraph: Hashable, Sendable {
    /// The kind of a node.
    public enum Kind: String, Hashable, Codable, Sendable {
        /// A struct, class, actor or enum, with all its extensions.
        case type
        case `protocol`
        /// A free function, with its overloads in the same folder.
        case function
        /// A variable or constant outside types and functions.
        case global
        /// The extensions of a type outside the tree.
        case `extension`
        /// A `typealias`, which no graph contains: a mention of it is a mention of the types it refers to.
        case alias
    }

    /// A declaration of the tree.
    public struct Node: Hashable, Sendable {
        /// The name with its parent types, and with its file if several declarations share the name.
        public internal(set) var name: String
        /// The kind of the declaration: a type, a function and so on.
        public let kind: Kind
        /// The path of the file that declares it; the first if there are several.
        public let file: String

        /// Whether the node is a struct, class, actor, enum or protocol.
        public var isType: Bool { kind == .type || kind == .protocol }
    }

    /// The nodes, in the order of their files.
    public let nodes: [Node]
    /// The nodes that each node mentions, as ascending numbers; no node mentions itself.
    public let edges: [[Int]]
    /// The strongly connected components of more than one node, each in ascending order, ordered by their first node.
    public let cycles: [[Int]]

    init(nodes: [Node], edges: [[Int]]) {
        self.nodes = nodes
        self.edges = edges
        cycles = SourceMeasure.cycles(in: edges)
    }
}
