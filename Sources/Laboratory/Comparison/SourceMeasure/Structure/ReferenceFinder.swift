/// A pass that finds which declarations mention which, and counts the mentions that it cannot follow.
struct ReferenceFinder {
    private let outlines: [FileOutline]
    private var resolver: Resolver
    private var mentioned: [Int: Set<Int>] = [:]
    /// The names of each node's members, parameters and local variables.
    private var bound: [Int: Set<String>] = [:]
    /// The extended types that have a property of each name.
    private var roots: [String: Set<String>] = [:]
    /// The names that each such property mentions, by file and owner.
    private var propertyNames: [[Int: [String]]] = []
    private var leftOut = LeftOut()
    private var unclear: (ambiguous: Set<Missed>, outOfView: Set<Missed>, shadowed: Set<Missed>) = ([], [], [])
    private var missedKeyPaths: Set<Missed> = []

    private struct Missed: Hashable {
        let node: Int
        let name: String
    }

    init(paths: [String], layers: [String], outlines: [FileOutline]) {
        self.outlines = outlines
        resolver = Resolver(paths: paths, layers: layers, outlines: outlines)
    }

    /// Returns the graph and the counts of what it leaves out.
    consuming func find() -> (graph: ReferenceGraph, leftOut: LeftOut) {
        for (file, outline) in outlines.enumerated() {
            leftOut.implicitMembers += outline.implicitMembers
            if !outline.isBalanced { leftOut.unbalancedFiles += 1 }
            for binding in outline.bindings {
                guard let node = resolver.declarations.nodeOf[file][binding.owner] else { continue }
                bound[node, default: []].insert(binding.name)
            }
        }
        propertyNames = outlines.map { _ in [:] }
        for (path, places) in resolver.declarations.properties {
            for place in places { propertyNames[place.file][place.owner] = [] }
            let root = path[...].outerScope
            roots[String(path.utf8.dropFirst(root.utf8.count + 1)) ?? "", default: []].insert(String(root))
        }
        for (file, outline) in outlines.enumerated() where !propertyNames[file].isEmpty {
            for mention in outline.mentions { propertyNames[file][mention.owner]?.append(mention.name) }
        }
        for file in outlines.indices {
            for mention in outlines[file].mentions { follow(mention, in: file) }
            for keyPath in outlines[file].keyPaths { follow(keyPath, in: file) }
        }
        leftOut.ambiguous = unclear.ambiguous.count
        leftOut.outOfView = unclear.outOfView.count
        leftOut.shadowed = unclear.shadowed.count
        leftOut.keyPaths = missedKeyPaths.map(\.name).sorted()
        let nodes = resolver.declarations.measuredNodes()
        let edges = nodes.indices.map { (mentioned[$0] ?? []).sorted() }
        return (ReferenceGraph(nodes: nodes, edges: edges), leftOut)
    }

    private mutating func follow(_ mention: FileOutline.Mention, in file: Int) {
        let scope = outlines[file].owners[mention.owner].path
        let source = resolver.declarations.nodeOf[file][mention.owner]
        guard source != nil || mention.owner == 0 else { return }
        switch resolver.target(of: mention.name, in: scope, of: file) {
        case .nodes(let targets):
            for target in targets {
                if !resolver.declarations.nodes[target].isType {
                    guard mention.mayBeValue else { continue }
                    let first = String(mention.name.dottedNames.first ?? "")
                    if hides(first, in: source, scope: scope, file: file) {
                        if let source, source != target { unclear.shadowed.insert(Missed(node: source, name: first)) }
                        continue
                    }
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

    /// Resolves a key path to the declarations that the property of that name mentions.
    ///
    /// For a wrapper `Environment`, `\.model` leads to `EnvironmentValues.model`, to a property of a `Container`, or
    /// to the only type that is extended by a property of that name.
    private mutating func follow(_ keyPath: FileOutline.KeyPath, in file: Int) {
        guard let source = resolver.declarations.nodeOf[file][keyPath.owner] else { return }
        let declared = roots[keyPath.key] ?? []
        let root: String?
        if let written = keyPath.root {
            root = declared.contains(written) ? written : nil
        } else {
            let likely = [keyPath.wrapper + "Values", "Container"].first(where: declared.contains)
            root = likely ?? (declared.count == 1 ? declared.first : nil)
        }
        let places = root.flatMap { resolver.declarations.properties[$0 + "." + keyPath.key] } ?? []
        let inView = places.filter { resolver.declarations.modules.sees($0.file, from: file) }
        guard let root, !inView.isEmpty else {
            let name = "@\(keyPath.wrapper)(\\\(keyPath.root ?? "").\(keyPath.key))"
            missedKeyPaths.insert(Missed(node: source, name: name))
            return
        }
        for place in inView {
            for name in propertyNames[place.file][place.owner] ?? [] {
                guard case .nodes(let targets) = resolver.target(of: name, in: root, of: place.file) else { continue }
                for target in targets where resolver.declarations.nodes[target].isType {
                    connect(source, to: target, in: file)
                }
            }
        }
    }
}
