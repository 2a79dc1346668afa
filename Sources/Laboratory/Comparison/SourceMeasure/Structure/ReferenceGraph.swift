/// The declarations of a tree, and which of them mention which.
public struct ReferenceGraph: Hashable, Sendable {
    /// What a node is.
    public enum Kind: String, Hashable, Codable, Sendable {
        /// A struct, class, actor or enum, with all its extensions.
        case type
        case `protocol`
        /// A free function, with those that overload it in the same folder.
        case function
        /// A variable or constant outside of every type and function.
        case global
        /// The extensions that one module makes of a type that the tree does not declare.
        case `extension`
        /// The code at a file's top level.
        case script
    }

    /// One declaration.
    public struct Node: Hashable, Sendable {
        /// With the parents it is nested in, and its file where several declarations have one name.
        public internal(set) var name: String
        /// The name without a file.
        package internal(set) var path = ""
        /// What is declared: a type, a function and so on.
        public let kind: Kind
        /// The path of the file that declares it; of several, the first.
        public let file: String
        /// The layer of that file.
        public let layer: String
        /// Its lines of code in all its declarations and extensions, without those of types nested in it, as Swift
        /// reads them.
        public internal(set) var codeLines = 0
        /// How many declarations and extensions it consists of.
        public internal(set) var pieces = 0
        /// A number that changes with its code, and with nothing else.
        package internal(set) var fingerprint: UInt64 = 0

        /// A struct, class, actor, enum or protocol.
        public var isType: Bool { kind == .type || kind == .protocol }
    }

    /// In the order of their files.
    public let nodes: [Node]
    /// For each node, by their numbers in ascending order, the nodes that it mentions. None mentions itself.
    public let edges: [[Int]]
    /// The strongly connected components of more than one node, each in ascending order, by their first.
    public let cycles: [[Int]]

    init(nodes: [Node], edges: [[Int]]) {
        self.nodes = nodes
        self.edges = edges
        cycles = SourceMeasure.cycles(in: edges)
    }
}
