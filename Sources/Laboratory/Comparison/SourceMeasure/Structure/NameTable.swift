/// The declarations of a tree, and which of them a name stands for.
///
/// A name is looked up in the type where it stands, then in those around that one, then outside. What is private to
/// another file is not in view, nor is what stands in a module that is not imported. Of several declarations in view
/// the same file's wins, then the same module's, then the one whose file shares most folders. In `A.B.C` the last name
/// that is a type counts, and `A` may be a module. What inheritance or type inference would bring into view is not
/// known here.
struct NameTable {
    /// What is declared somewhere.
    enum Meaning: Equatable {
        case node(Int)
        case alias(Int)
        /// A placeholder, or a property: what bears the name is not a node.
        case hidden
    }

    /// What a name stands for, where something of that name is declared.
    enum Finding: Equatable {
        case one(Meaning)
        /// Several declarations are equally near.
        case ambiguous
        /// None of the declarations is in view.
        case outOfView
    }

    struct Candidate {
        let meaning: Meaning
        let file: Int
        let isPrivate: Bool
    }

    let modules: Modules
    private var candidates: [String: [Candidate]] = [:]
    /// The last names of all paths, without parentheses.
    private var lastNames: Set<Substring> = []

    init(modules: Modules) { self.modules = modules }

    mutating func declare(_ path: String, _ candidate: Candidate) {
        candidates[path, default: []].append(candidate)
        let last = path.utf8.lastIndex(of: UInt8(ascii: ".")).map { path[path.utf8.index(after: $0)...] } ?? path[...]
        lastNames.insert(last.hasSuffix("()") ? last.dropLast(2) : last)
    }

    /// What is declared at a path, seen from a file; `reader` is the file where the path is written, if that is another.
    /// Nil when nothing is, or only in private.
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

    /// What the first of some names stands for inside of `scope`, and the names that are left behind it.
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
            // `Module.Name`, then a type nested in one that is not the tree's.
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
    /// `A.B` of `A.B.C`, and nothing of `A`.
    var outerScope: Substring { utf8.lastIndex(of: UInt8(ascii: ".")).map { self[..<$0] } ?? "" }
}

extension String {
    /// The names in `A.B.C`.
    var dottedNames: [Substring] {
        guard utf8.contains(UInt8(ascii: ".")) else { return [self[...]] }
        return utf8.split(separator: UInt8(ascii: ".")).map { Substring($0) }
    }
}
