/// A pass that joins the pieces of a tree to declarations, and finds which mention which.
///
/// A name means the innermost declaration around it, otherwise one in the same file, otherwise the one that shares the
/// most folders.
struct ReferenceFinder {
    /// A declaration with its extensions, or an alias.
    private struct Declaration {
        let path: String
        let kind: ReferenceGraph.Kind
        let file: Int
        let isPrivate: Bool
        var pieces: [Piece] = []
        var bound: Set<String> = []
        /// The declarations that an alias refers to.
        var meanings: Set<Int> = []

        var isType: Bool { kind == .type || kind == .protocol }
    }

    /// The limit for chains of aliases: no real program exceeds it, and it bounds the cost.
    private static let mostAliases = 32

    /// The number of mentions of a name that several declarations have and none is nearest.
    private(set) var ambiguous = 0
    private let paths: [String]
    private let folders: [[Substring]]
    private var declarations: [Declaration] = []
    private var table: [String: [Int]] = [:]

    init(paths: [String], pieces: [Piece]) {
        self.paths = paths
        folders = paths.map { Array($0.split(separator: "/").dropLast()) }
        var known: [[String]: Int] = [:]
        func join(_ piece: Piece, as key: [String]) {
            let number = known[key] ?? declarations.count
            known[key] = number
            if number == declarations.count {
                let (path, kind, file) = (piece.path, piece.kind, piece.file)
                declarations.append(.init(path: path, kind: kind, file: file, isPrivate: piece.isPrivate))
                if kind != .extension { table[path, default: []].append(number) }
            }
            add(piece, to: number)
        }
        for piece in pieces where piece.kind != .extension {
            // Overloads in one folder are one function.
            let place = piece.kind == .function ? folders[piece.file].joined(separator: "/") : "\(piece.file)/"
            join(piece, as: [place, piece.path])
        }
        expandAliases()
        for piece in pieces where piece.kind == .extension {
            let targets = targets(of: piece.path.split(separator: ".").map(String.init), in: "", of: piece.file)
            if let target = targets.first, targets.count == 1, declarations[target].isType {
                add(piece, to: target)
            } else {
                join(piece, as: ["", piece.path])
            }
        }
    }

    private mutating func add(_ piece: Piece, to number: Int) {
        declarations[number].pieces.append(piece)
        declarations[number].bound.formUnion(piece.bound)
    }

    /// Finds the declarations that each alias refers to, directly or by other aliases.
    private mutating func expandAliases() {
        let aliases = declarations.indices.filter { declarations[$0].kind == .alias }
        let direct = Dictionary(uniqueKeysWithValues: aliases.map { ($0, mentioned(by: $0)) })
        for alias in aliases {
            var (seen, waiting): (Set<Int>, [Int]) = ([alias], [alias])
            while let next = waiting.popLast() {
                for target in direct[next] ?? [] {
                    if declarations[target].kind != .alias {
                        declarations[alias].meanings.insert(target)
                    } else if seen.count < Self.mostAliases, seen.insert(target).inserted {
                        waiting.append(target)
                    }
                }
            }
        }
    }

    /// Returns the graph of the declarations without the aliases.
    consuming func find() -> (graph: ReferenceGraph, ambiguous: Int) {
        let edges = declarations.indices.map { number in
            declarations[number].kind == .alias ? [] : mentioned(by: number).subtracting([number])
        }
        let kept = declarations.indices.filter { declarations[$0].kind != .alias }
        let numbers = Dictionary(uniqueKeysWithValues: kept.enumerated().map { ($1, $0) })
        let nodes = namedNodes(kept.map { declarations[$0] })
        let graph = ReferenceGraph(nodes: nodes, edges: kept.map { edges[$0].compactMap { numbers[$0] }.sorted() })
        return (graph, ambiguous)
    }

    private mutating func mentioned(by number: Int) -> Set<Int> {
        var found: Set<Int> = []
        for piece in declarations[number].pieces {
            for mention in piece.mentions {
                for target in targets(of: mention.names, in: declarations[number].path, of: piece.file) {
                    let isValue = [.function, .global].contains(declarations[target].kind)
                    if isValue, !mention.mayBeValue || hides(mention.names[0], in: number) { continue }
                    found.insert(target)
                }
            }
        }
        return found
    }

    /// Whether a member or local name of a declaration, or of one around it, hides `name`.
    private func hides(_ name: String, in number: Int) -> Bool {
        var path = declarations[number].path[...]
        if declarations[number].bound.contains(name) { return true }
        while let dot = path.lastIndex(of: ".") {
            path = path[..<dot]
            let outer = table[String(path), default: []]
            if outer.contains(where: { declarations[$0].bound.contains(name) }) { return true }
        }
        return false
    }

    /// Returns what a name in the declaration at `scope` refers to: several declarations if it is an alias of several.
    private mutating func targets(of names: [String], in scope: String, of file: Int) -> Set<Int> {
        guard var (found, rest) = start(of: names, in: scope, of: file) else { return [] }
        // In `A.B.C`, the last name that is a type counts.
        while let next = rest.popFirst() {
            let type = declarations[found].kind == .alias ? declarations[found].meanings.first : found
            guard let type, let inner = pick(declarations[type].path + "." + next, from: declarations[type].file),
                !declarations[inner].isPrivate || declarations[inner].file == file
            else { break }
            found = inner
        }
        let isExpanded = declarations[found].kind == .alias && !declarations[found].meanings.isEmpty
        return isExpanded ? declarations[found].meanings : [found]
    }

    /// Finds the declaration that the first of some names refers to, and returns the names left after it.
    private mutating func start(of names: [String], in scope: String, of file: Int) -> (Int, ArraySlice<String>)? {
        var scope = scope[...]
        while true {
            if let found = pick((scope.isEmpty ? "" : scope + ".") + names[0], from: file) {
                return (found, names.dropFirst())
            }
            guard !scope.isEmpty else { break }
            scope = scope.lastIndex(of: ".").map { scope[..<$0] } ?? ""
        }
        if let found = pick(names[0] + "()", from: file) { return (found, names.dropFirst()) }
        guard names.count > 1 else { return nil }
        // A type nested in one that the tree does not declare, or `Module.Name`.
        if let found = pick(names[0] + "." + names[1], from: file) { return (found, names.dropFirst(2)) }
        guard folders.contains(where: { $0.contains(names[0][...]) }) else { return nil }
        return pick(names[1], from: file).map { ($0, names.dropFirst(2)) }
    }

    /// Returns the nearest declaration at a path that a file sees; nil if there is none, or several.
    private mutating func pick(_ path: String, from file: Int) -> Int? {
        let seen = table[path, default: []].filter { !declarations[$0].isPrivate || declarations[$0].file == file }
        if seen.count < 2 { return seen.first }
        if let own = seen.first(where: { declarations[$0].file == file }) { return own }
        let shared = seen.map { zip(folders[declarations[$0].file], folders[file]).prefix { $0 == $1 }.count }
        let nearest = zip(seen, shared).filter { $1 == shared.max() }
        if nearest.count > 1 { ambiguous += 1 }
        return nearest.count == 1 ? nearest[0].0 : nil
    }

    /// Returns the nodes, with the names that tell them apart.
    private func namedNodes(_ kept: [Declaration]) -> [ReferenceGraph.Node] {
        var nodes = kept.map { declaration in
            let isExtension = declaration.kind == .extension
            return ReferenceGraph.Node(
                name: (isExtension ? "extension " : "") + declaration.path,
                kind: declaration.kind,
                file: paths[declaration.file]
            )
        }
        let counts = nodes.reduce(into: [:]) { $0[$1.name, default: 0] += 1 }
        for index in nodes.indices where counts[nodes[index].name, default: 0] > 1 {
            nodes[index].name += " (\(nodes[index].file))"
        }
        return nodes
    }
}
