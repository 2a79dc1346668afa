/// Follows names to the declarations that they stand for, through aliases.
struct Resolver {
    /// What a name comes to.
    enum Target: Equatable {
        /// Several where an alias stands for several, none where it stands for what the tree does not declare.
        case nodes([Int])
        case ambiguous
        case outOfView
        /// No declaration of the tree, as far as can be told.
        case nothing
    }

    /// Longer chains of aliases are no program's, and would only cost time.
    private static let mostAliases = 32

    private(set) var declarations: DeclarationList
    private let outlines: [FileOutline]
    /// Per alias, the nodes that it stands for.
    private var meanings: [[Int]] = []

    /// `layers` holds each file's layer.
    init(paths: [String], layers: [String], outlines: [FileOutline]) {
        self.outlines = outlines
        declarations = DeclarationList(paths: paths, layers: layers, outlines: outlines)
        expandAliases()
        assignExtensions()
    }

    /// What a name stands for inside of the declaration at `scope` in a file.
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

    /// Goes on to the types nested in what was found, as far as the names behind it are types.
    private func follow(_ names: ArraySlice<Substring>, from start: [Int], in file: Int) -> [Int] {
        var found = start
        for name in names {
            guard found.count == 1 else { break }
            let origin = declarations.origins[found[0]]
            let path = origin.path + "." + name
            // Nested where its parent is declared, else in an extension that the file sees.
            var next = declarations.table.find(path, from: origin.file, reader: file)
            if next == nil || next == .outOfView { next = declarations.table.find(path, from: file) }
            guard case .one(let meaning)? = next, case let inner = nodes(of: meaning), !inner.isEmpty else { break }
            found = inner
        }
        return found
    }

    /// The node of the code at a file's top level, new or not.
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
        // What each mentions by itself, then what the aliases among that mention in turn.
        var direct: [(nodes: [Int], aliases: [Int])] = []
        for (alias, place) in declarations.aliases.enumerated() {
            var found: (nodes: [Int], aliases: [Int]) = ([], [])
            let scope = outlines[place.file].owners[place.owner].path
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

    /// Gives each extension to the type it extends, or to a node of its module's own if that is not the tree's.
    private mutating func assignExtensions() {
        var foreign: [[String]: Int] = [:]
        for (file, outline) in outlines.enumerated() {
            for owner in outline.extended.sorted() where declarations.nodeOf[file][owner] == nil {
                let path = outline.owners[owner].path
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
