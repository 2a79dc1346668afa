/// A list of all declarations of a tree, each as a node, an alias or a name that hides others.
struct DeclarationList {
    /// A declaration in a file, identified by its owner's number in that file.
    struct Place {
        let file: Int
        let owner: Int
    }

    let modules: Modules
    private let paths: [String]
    private let outlines: [FileOutline]
    private(set) var table: NameTable
    private(set) var nodes: [ReferenceGraph.Node] = []
    /// The path of each node, and the number of the file that declares it.
    private(set) var origins: [(path: String, file: Int)] = []
    /// The node that each owner of each file belongs to, if any.
    private(set) var nodeOf: [[Int?]]
    private(set) var aliases: [Place] = []
    private var functions: [[String]: Int] = [:]

    init(paths: [String], outlines: [FileOutline]) {
        self.paths = paths
        self.outlines = outlines
        modules = Modules(paths: paths, outlines: outlines)
        table = NameTable(modules: modules)
        nodeOf = outlines.map { Array(repeating: nil, count: $0.owners.count) }
        for file in outlines.indices { declare(file) }
    }

    private mutating func declare(_ file: Int) {
        let outline = outlines[file]
        // A name declared several times in one file, as in the branches of `#if`, is one declaration: it has the
        // first of the kinds and the widest access.
        var found: [Int: (kind: FileOutline.Kind, isPrivate: Bool)] = [:]
        for declaration in outline.declarations {
            let known = found[declaration.owner] ?? (declaration.kind, true)
            let kind = min(known.kind, declaration.kind)
            found[declaration.owner] = (kind, known.isPrivate && declaration.isPrivate)
        }
        for owner in outline.owners.indices {
            guard let (kind, isPrivate) = found[owner] else { continue }
            let path = outline.owners[owner]
            let meaning = meaning(of: kind, at: path, in: Place(file: file, owner: owner), isPrivate: isPrivate)
            if case .node(let node) = meaning { nodeOf[file][owner] = node }
            table.declare(path, .init(meaning: meaning, file: file, isPrivate: isPrivate))
        }
    }

    private mutating func meaning(
        of kind: FileOutline.Kind,
        at path: String,
        in place: Place,
        isPrivate: Bool
    ) -> NameTable.Meaning {
        switch kind {
        case .type: return .node(add(path, .type, in: place.file))
        case .protocolType: return .node(add(path, .protocol, in: place.file))
        case .variable: return .node(add(path, .global, in: place.file))
        case .function:
            // Overloads in one folder are one function; private functions belong to their file.
            let key = [isPrivate ? "\(place.file)" : "", modules.folder(of: place.file), path]
            let node = functions[key] ?? add(path, .function, in: place.file)
            functions[key] = node
            return .node(node)
        case .alias:
            aliases.append(place)
            return .alias(aliases.count - 1)
        case .placeholder: return .hidden
        }
    }

    /// Adds a node and returns its number.
    mutating func add(_ path: String, _ kind: ReferenceGraph.Kind, in file: Int) -> Int {
        nodes.append(.init(name: path, kind: kind, file: paths[file]))
        origins.append((path, file))
        return nodes.count - 1
    }

    /// Assigns an extension to a node.
    mutating func assign(_ node: Int, to place: Place) { nodeOf[place.file][place.owner] = node }

    /// Returns the nodes, with the names that tell them apart.
    func namedNodes() -> [ReferenceGraph.Node] {
        var nodes = nodes
        var files: [String: Set<String>] = [:]
        for (index, node) in nodes.enumerated() {
            switch node.kind {
            case .extension: nodes[index].name = "extension \(node.name)"
            case .script: nodes[index].name = node.file
            case .type, .protocol, .function, .global: break
            }
            files[nodes[index].name, default: []].insert(node.file)
        }
        for (index, node) in nodes.enumerated() where files[node.name, default: []].count > 1 {
            nodes[index].name += " (\(node.file))"
        }
        return nodes
    }
}
