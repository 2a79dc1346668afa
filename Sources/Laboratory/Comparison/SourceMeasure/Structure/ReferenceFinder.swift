/// A pass that finds which declarations mention which, and counts the mentions that it cannot follow.
struct ReferenceFinder {
    private let outlines: [FileOutline]
    private var resolver: Resolver
    private var mentioned: [Int: Set<Int>] = [:]
    /// The names of each node's members, parameters and local variables.
    private var bound: [Int: Set<String>] = [:]
    private var leftOut = LeftOut()
    private var unclear: (ambiguous: Set<Missed>, outOfView: Set<Missed>) = ([], [])

    private struct Missed: Hashable {
        let node: Int
        let name: String
    }

    init(paths: [String], outlines: [FileOutline]) {
        self.outlines = outlines
        resolver = Resolver(paths: paths, outlines: outlines)
    }

    /// Returns the graph and the counts of what it leaves out.
    consuming func find() -> (graph: ReferenceGraph, leftOut: LeftOut) {
        for (file, outline) in outlines.enumerated() {
            if !outline.isBalanced { leftOut.unbalancedFiles += 1 }
            for binding in outline.bindings {
                guard let node = resolver.declarations.nodeOf[file][binding.owner] else { continue }
                bound[node, default: []].insert(binding.name)
            }
        }
        for file in outlines.indices {
            for mention in outlines[file].mentions { follow(mention, in: file) }
        }
        leftOut.ambiguous = unclear.ambiguous.count
        leftOut.outOfView = unclear.outOfView.count
        let nodes = resolver.declarations.namedNodes()
        let edges = nodes.indices.map { (mentioned[$0] ?? []).sorted() }
        return (ReferenceGraph(nodes: nodes, edges: edges), leftOut)
    }

    private mutating func follow(_ mention: FileOutline.Mention, in file: Int) {
        let scope = outlines[file].owners[mention.owner]
        let source = resolver.declarations.nodeOf[file][mention.owner]
        guard source != nil || mention.owner == 0 else { return }
        switch resolver.target(of: mention.name, in: scope, of: file) {
        case .nodes(let targets):
            for target in targets {
                if !resolver.declarations.nodes[target].isType {
                    let first = String(mention.name.dottedNames.first ?? "")
                    guard mention.mayBeValue, !hides(first, in: source, scope: scope, file: file) else { continue }
                }
                connect(source, to: target, in: file)
            }
        case .ambiguous: if let source { unclear.ambiguous.insert(Missed(node: source, name: mention.name)) }
        case .outOfView: if let source { unclear.outOfView.insert(Missed(node: source, name: mention.name)) }
        case .nothing: break
        }
    }

    /// Whether a member or local name of a declaration, or of one around it, hides `name`.
    private func hides(_ name: String, in node: Int?, scope: String, file: Int) -> Bool {
        if let node, bound[node]?.contains(name) == true { return true }
        var scope = scope[...]
        while case let outer = scope.outerScope, !outer.isEmpty {
            scope = outer
            guard case .one(.node(let outer)) = resolver.declarations.table.find(String(scope), from: file) else {
                continue
            }
            if bound[outer]?.contains(name) == true { return true }
        }
        return false
    }

    /// Adds a reference; a nil `source` is the file's top level, which becomes a node when it first mentions another.
    private mutating func connect(_ source: Int?, to target: Int, in file: Int) {
        let source = source ?? resolver.scriptNode(of: file)
        if source != target { mentioned[source, default: []].insert(target) }
    }
}
