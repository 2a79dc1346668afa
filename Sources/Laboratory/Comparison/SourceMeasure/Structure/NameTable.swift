/// A table that resolves names to the declarations of a tree.
///
/// Lookup starts in the type that contains the name, continues in the surrounding types, and ends at the top level.
/// It ignores declarations that are private to another file or in a module that is not imported. Among several
/// visible declarations it prefers the same file, then the same module, then the file that shares the most folders.
/// In `A.B.C`, the last name that is a type counts, and `A` may be a module. Inherited members and inferred types are
/// unknown.
struct NameTable {
    /// The kinds of declaration that a name can refer to.
    enum Meaning: Equatable {
        case node(Int)
        case alias(Int)
        /// A placeholder: the name refers to something that is not a node.
        case hidden
    }

    /// The result of a lookup whose name is declared somewhere.
    enum Finding: Equatable {
        case one(Meaning)
        /// Several declarations are equally near.
        case ambiguous
        /// All declarations of the name are invisible here.
        case outOfView
    }

    struct Candidate {
        let meaning: Meaning
        let file: Int
        let isPrivate: Bool
    }

    let modules: Modules
    private var candidates: [String: [Candidate]] = [:]
    /// The last component of all paths, without parentheses.
    private var lastNames: Set<Substring> = []

    init(modules: Modules) { self.modules = modules }

    mutating func declare(_ path: String, _ candidate: Candidate) {
        candidates[path, default: []].append(candidate)
        let last = path.utf8.lastIndex(of: UInt8(ascii: ".")).map { path[path.utf8.index(after: $0)...] } ?? path[...]
        lastNames.insert(last.hasSuffix("()") ? last.dropLast(2) : last)
    }

    /// Finds the declaration at a path, as seen from a file.
    ///
    /// `reader` is the file that contains the path, if it differs. Returns nil if nothing is declared there, or only
    /// declarations private to other files.
    func find(_ path: String, from file: Int, reader: Int? = nil, inModule module: String? = nil) -> Finding? {
        guard let all = candidates[path] else { return nil }
        if all.count == 1, module == nil {
            guard !all[0].isPrivate || all[0].file == reader ?? file else { return nil }
            return modules.sees(all[0].file, from: file) ? .one(all[0].meaning) : .outOfView
        }
        var visible = all.filter { !$0.isPrivate || $0.file == reader ?? file }
        if let own = visible.first(where: { $0.file == file }), module == nil { return .one(own.meaning) }
        if let module { visible = visible.filter { modules.module(of: $0.file) == module } }
        guard !visible.isEmpty else { return nil }
        let own = visible.filter { modules.module(of: $0.file) == modules.module(of: file) }
        let near = own.isEmpty ? visible.filter { modules.sees($0.file, from: file) } : own
        guard let first = near.first else { return .outOfView }
        if near.allSatisfy({ $0.meaning == first.meaning }) { return .one(first.meaning) }
        let distances = near.map { modules.nearness(of: $0.file, to: file) }
        let nearest = zip(near, distances).filter { $1 == distances.max() }
        return nearest.count == 1 ? .one(nearest[0].0.meaning) : .ambiguous
    }

    /// Finds the declaration that the first of some names refers to inside `scope`, and returns the names left after
    /// it.
    func find(_ names: ArraySlice<Substring>, in scope: String, from file: Int) -> (
        found: Finding, rest: ArraySlice<Substring>
    )? {
        guard let first = names.first else { return nil }
        let (second, rest) = (names.dropFirst().first, names.dropFirst())
        let isDeclared = lastNames.contains(first)
        guard isDeclared || second.map(lastNames.contains) == true else { return nil }
        var isOutOfView = false
        if isDeclared {
            var scope = scope[...]
            while true {
                let found = find(scope.isEmpty ? String(first) : scope + "." + first, from: file)
                if let found, found != .outOfView { return (found, rest) }
                isOutOfView = isOutOfView || found != nil
                if scope.isEmpty { break }
                scope = scope.outerScope
            }
            if let found = find(first + "()", from: file), found != .outOfView { return (found, rest) }
        }
        if let second {
            // `Module.Name`, then a type nested in one that the tree does not declare.
            if modules.isModule(String(first)) {
                let found =
                    find(String(second), from: file, inModule: String(first))
                    ?? find(second + "()", from: file, inModule: String(first))
                if let found { return (found, rest.dropFirst()) }
            }
            if let found = find(first + "." + second, from: file) { return (found, rest.dropFirst()) }
        }
        return isOutOfView ? (.outOfView, rest) : nil
    }
}

extension Substring {
    /// The enclosing path: `A.B` for `A.B.C`, empty for `A`.
    var outerScope: Substring { utf8.lastIndex(of: UInt8(ascii: ".")).map { self[..<$0] } ?? "" }
}

extension String {
    /// The components of `A.B.C`.
    var dottedNames: [Substring] {
        guard utf8.contains(UInt8(ascii: ".")) else { return [self[...]] }
        return utf8.split(separator: UInt8(ascii: ".")).map { Substring($0) }
    }
}
