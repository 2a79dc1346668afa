/// A resolver that follows names, through aliases, to the declarations that they refer to.
struct Resolver {
    /// The result of resolving a name.
    enum Target: Equatable {
        /// The nodes of a declaration; several if an alias names several, none if an alias names types outside the
        /// tree.
        case nodes([Int])
        case ambiguous
        case outOfView
        /// No declaration of the tree, as far as the analysis can see.
        case nothing
    }

    /// The limit for chains of aliases: no real program exceeds it, and it bounds the cost.
    private static let mostAliases = 32

    private(set) var declarations: DeclarationList
    private let outlines: [FileOutline]
    /// The nodes that each alias refers to.
    private var meanings: [[Int]] = []

    init(paths: [String], outlines: [FileOutline]) {
        self.outlines = outlines
        declarations = DeclarationList(paths: paths, outlines: outlines)
        expandAliases()
        assignExtensions()
    }

    /// Resolves a name inside the declaration at `scope` of a file.
    func target(of name: String, in scope: String, of file: Int) -> Target {
        let names = name.dottedNames
        guard let (found, rest) = declarations.table.find(names[...], in: scope, from: file) else { return .nothing }
        switch found {
        case .ambiguous: return .ambiguous
        case .outOfView: return .outOfView
        case .one(let meaning): return .nodes(follow(rest, from: nodes(of: meaning), in: file))
        }
    }

    private func nodes(of meaning: NameTable.Meaning) -> [Int] {
        switch meaning {
        case .node(let node): [node]
        case .alias(let alias): meanings.isEmpty ? [] : meanings[alias]
        case .hidden: []
        }
    }

    /// Continues to nested types, as long as the remaining names are types.
    private func follow(_ names: ArraySlice<Substring>, from start: [Int], in file: Int) -> [Int] {
        var found = start
        for name in names {
            guard found.count == 1 else { break }
            let origin = declarations.origins[found[0]]
            let path = origin.path + "." + name
            // Nested in its parent's declaration, otherwise in an extension that the file sees.
            var next = declarations.table.find(path, from: origin.file, reader: file)
            if next == nil || next == .outOfView { next = declarations.table.find(path, from: file) }
            guard case .one(let meaning)? = next, case let inner = nodes(of: meaning), !inner.isEmpty else { break }
            found = inner
        }
        return found
    }

    /// Returns the node of a file's top level, and adds it if it is new.
    mutating func scriptNode(of file: Int) -> Int {
        if let known = declarations.nodeOf[file][0] { return known }
        let node = declarations.add("", .script, in: file)
        declarations.assign(node, to: .init(file: file, owner: 0))
        return node
    }

    private mutating func expandAliases() {
        var mentions = [[String]](repeating: [], count: declarations.aliases.count)
        var numbers: [[Int: Int]] = outlines.map { _ in [:] }
        for (alias, place) in declarations.aliases.enumerated() { numbers[place.file][place.owner] = alias }
        for (file, outline) in outlines.enumerated() where !numbers[file].isEmpty {
            for mention in outline.mentions {
                if let alias = numbers[file][mention.owner] { mentions[alias].append(mention.name) }
            }
        }
        // First the direct mentions of each alias, then those of the aliases among them.
        var direct: [(nodes: [Int], aliases: [Int])] = []
        for (alias, place) in declarations.aliases.enumerated() {
            var found: (nodes: [Int], aliases: [Int]) = ([], [])
            let scope = outlines[place.file].owners[place.owner]
            for name in mentions[alias] {
                let names = name.dottedNames
                let target = declarations.table.find(names[...], in: scope, from: place.file)
                switch target?.found {
                case .one(.node(let node)): found.nodes += follow(target?.rest ?? [], from: [node], in: place.file)
                case .one(.alias(let other)): found.aliases.append(other)
                case .one(.hidden), .ambiguous, .outOfView, nil: continue
                }
            }
            direct.append((found.nodes, found.aliases.sorted()))
        }
        meanings = direct.indices.map { alias in
            var seen: Set = [alias]
            var waiting = [alias]
            var nodes: Set<Int> = []
            var next = 0
            while next < waiting.count {
                nodes.formUnion(direct[waiting[next]].nodes)
                for other in direct[waiting[next]].aliases where seen.count < Self.mostAliases {
                    if seen.insert(other).inserted { waiting.append(other) }
                }
                next += 1
            }
            return nodes.sorted()
        }
    }

    /// Assigns each extension to the type that it extends, or to a node of its module if the tree does not declare
    /// the type.
    private mutating func assignExtensions() {
        var foreign: [[String]: Int] = [:]
        for (file, outline) in outlines.enumerated() {
            for owner in outline.extended.sorted() where declarations.nodeOf[file][owner] == nil {
                let path = outline.owners[owner]
                let place = DeclarationList.Place(file: file, owner: owner)
                switch target(of: path, in: "", of: file) {
                case .nodes(let found) where found.count == 1 && declarations.nodes[found[0]].isType:
                    declarations.assign(found[0], to: place)
                case .ambiguous: continue
                case .nodes, .outOfView, .nothing:
                    let key = [declarations.modules.module(of: file), path]
                    let node = foreign[key] ?? declarations.add(path, .extension, in: file)
                    foreign[key] = node
                    declarations.assign(node, to: place)
                }
            }
        }
    }
}
