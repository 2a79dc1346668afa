/// The types of a tree, and which of them a name stands for.
///
/// A name is looked up in the type where it stands, then in those around that one, then outside. Where it has several
/// declarations, one in the same file wins, then one in the same layer; else the name stays unresolved, as does one
/// that an alias, an associated type or a generic parameter hides. In `A.B.C` the last name that is a type counts.
/// What inheritance, imports or type inference would bring into view is not known here.
struct TypeTable {
    struct Entry {
        let path: String
        let isProtocol: Bool
        let file: Int
    }

    let types: [Entry]
    private let layers: [String]
    /// Per path, what is declared there: a type's number, or nil for an alias, and the file.
    private var declarations: [String: [(type: Int?, file: Int)]] = [:]

    /// `layers` holds each file's layer.
    init(outlines: [FileOutline], layers: [String]) {
        self.layers = layers
        var types: [Entry] = []
        for (file, outline) in outlines.enumerated() {
            let byPath = Dictionary(grouping: outline.declarations, by: \.path)
            for (path, found) in byPath.sorted(by: { $0.key < $1.key }) {
                // Declared several times in one file, on conditions: one type.
                if let kind = found.map(\.kind).min(by: { $0.rank < $1.rank }), kind != .alias {
                    declarations[path, default: []].append((types.count, file))
                    types.append(Entry(path: path, isProtocol: kind == .protocolType, file: file))
                } else {
                    declarations[path, default: []].append((nil, file))
                }
            }
        }
        self.types = types
    }

    /// The type at an extension's or a declaration's path, as it is written.
    func owner(_ path: String, in file: Int) -> Int? {
        if let found = find(path, in: file) { return found.type }
        // `extension Module.Name`
        guard let dot = path.firstIndex(of: ".") else { return nil }
        return find(String(path[path.index(after: dot)...]), in: file)?.type
    }

    /// The type that a mention stands for.
    func type(_ mention: FileOutline.Mention, in file: Int) -> Int? {
        var names = mention.name.split(separator: ".")[...]
        guard let first = names.popFirst() else { return nil }
        var scope = Substring(mention.owner)
        var found = find(scope + "." + first, in: file)
        while found == nil, !scope.isEmpty {
            scope = scope.lastIndex(of: ".").map { scope[..<$0] } ?? ""
            found = find(scope.isEmpty ? String(first) : scope + "." + first, in: file)
        }
        guard var type = found?.type else { return nil }
        while let name = names.popFirst(), let nested = find(types[type].path + "." + name, in: file)?.type {
            type = nested
        }
        return type
    }

    /// Nil when nothing is declared there; a nil type when it is an alias or ambiguous.
    private func find(_ path: String, in file: Int) -> (type: Int?, file: Int)? {
        guard let all = declarations[path] else { return nil }
        if all.count == 1 { return all[0] }
        let near = all.filter { $0.file == file }
        if near.count == 1 { return near[0] }
        let alike = all.filter { layers[$0.file] == layers[file] }
        return alike.count == 1 ? alike[0] : (nil, file)
    }
}

extension FileOutline.Kind {
    /// Which kind a path has that is declared as several.
    fileprivate var rank: Int {
        switch self {
        case .type: 0
        case .protocolType: 1
        case .alias: 2
        }
    }
}
