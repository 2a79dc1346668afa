/// The modules of a tree, as far as imports and folders show them.
///
/// A folder is a module if a file outside it imports its name and no file inside does; a group of files that only
/// shares the name of a library is therefore not a module. A file belongs to the innermost module folder around it.
/// Files outside such folders form one module.
struct Modules {
    private let names: Set<String>
    private let modules: [String]
    private let folders: [[Substring]]
    /// The other modules whose declarations each file sees.
    private let views: [Set<String>]

    /// Creates the modules from the `outlines` of the files at `paths`.
    init(paths: [String], outlines: [FileOutline]) {
        let folders = paths.map { Array($0.split(separator: "/").dropLast()) }
        let imported = outlines.reduce(into: Set<String>()) { $0.formUnion($1.imports) }
        var (outside, inside): (Set<String>, Set<String>) = ([], [])
        for (folder, outline) in zip(folders, outlines) {
            for name in outline.imports {
                if folder.contains(Substring(name)) { inside.insert(name) } else { outside.insert(name) }
            }
        }
        let present = folders.reduce(into: Set<String>()) { found, folder in
            for name in folder where imported.contains(String(name)) { found.insert(String(name)) }
        }
        let names = present.intersection(outside).subtracting(inside)
        self.names = names
        self.folders = folders
        modules = folders.map { folder in folder.last { names.contains(String($0)) }.map(String.init) ?? "" }
        var exports: [String: Set<String>] = [:]
        for (module, outline) in zip(modules, outlines) { exports[module, default: []].formUnion(outline.exports) }
        views = outlines.map { outline in
            var seen = outline.imports.intersection(names)
            var waiting = Array(seen)
            while let next = waiting.popLast() {
                for name in exports[next] ?? [] where seen.insert(name).inserted { waiting.append(name) }
            }
            return seen
        }
    }

    func isModule(_ name: String) -> Bool { names.contains(name) }

    /// Returns the module of a file; empty for the module without a name.
    func module(of file: Int) -> String { modules[file] }

    /// Whether a file sees the declarations of another file's module.
    func sees(_ other: Int, from file: Int) -> Bool {
        modules[file] == modules[other] || views[file].contains(modules[other])
    }

    /// Returns the number of folders that two files share, starting from the outermost.
    func nearness(of other: Int, to file: Int) -> Int {
        zip(folders[other], folders[file]).prefix { $0 == $1 }.count
    }

    /// Returns the folder of a file.
    func folder(of file: Int) -> String { folders[file].joined(separator: "/") }
}
