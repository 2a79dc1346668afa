import SourceMeasure

/// A file that counts for no architecture, and the architectures that use it.
struct SharedFile: Hashable {
    var path: String
    /// The architectures that use the file directly or through other shared files, in order.
    var users: [String]
}

extension SharedFile {
    /// Finds the files that each architecture reaches, by names alone; omits files that none reaches.
    ///
    /// A file offers the types that it declares. A file without types that other files can see offers its functions
    /// and properties instead. A file is used if such a name appears outside comments and strings.
    static func all(
        among files: [SourceFile],
        usedBy versions: [(name: String, files: [SourceFile])]
    ) -> [SharedFile] {
        let shared = files.map { (file: $0, names: FileNames(of: $0)) }
        let offers = shared.map { $0.names.visible.isEmpty ? $0.names.members : $0.names.visible }
        var users = [[String]](repeating: [], count: shared.count)
        for version in versions {
            var reached: Set<Int> = []
            var waiting = [version.files.reduce(into: Set<String>()) { $0.formUnion(FileNames(of: $1).identifiers) }]
            while let names = waiting.popLast() {
                for index in shared.indices where !reached.contains(index) && !offers[index].isDisjoint(with: names) {
                    reached.insert(index)
                    waiting.append(shared[index].names.identifiers)
                }
            }
            for index in reached { users[index].append(version.name) }
        }
        return zip(shared, users).compactMap { shared, users in
            users.isEmpty ? nil : SharedFile(path: shared.file.path, users: users)
        }
    }
}
