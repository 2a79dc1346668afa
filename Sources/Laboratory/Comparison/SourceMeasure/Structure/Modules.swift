/// Which files make up a module, as far as imports and folders tell.
///
/// A folder is a module when a file outside of it imports its name, and none inside does: so a group of files called
/// like a library is none. A file's module is the innermost such folder around it; files in none are one module.
struct Modules {
    private let names: Set<String>
    private let modules: [String]
    private let folders: [[Substring]]
    /// Per file, the modules whose declarations it sees beside its own.
    private let views: [Set<String>]

    /// `outlines` are those of the files at `paths`.
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

    /// The module of a file, empty where it is in none that has a name.
    func module(of file: Int) -> String { modules[file] }

    /// Whether declarations of another file's module are in view.
    func sees(_ other: Int, from file: Int) -> Bool {
        modules[file] == modules[other] || views[file].contains(modules[other])
    }

    /// How many folders the two files have in common, from the outermost on.
    func nearness(of other: Int, to file: Int) -> Int {
        zip(folders[other], folders[file]).prefix { $0 == $1 }.count
    }

    /// The folder of a file.
    func folder(of file: Int) -> String { folders[file].joined(separator: "/") }
}
