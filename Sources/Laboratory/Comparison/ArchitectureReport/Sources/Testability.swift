package import SourceMeasure

/// What of a version can be tested without a screen, and what a test of one screen has to bring.
///
/// A view is a class of PhoneKit, or a class or an actor declared in the layer `View`: a value needs no screen, and for a
/// protocol a double can stand in. A file can be tested without a screen when its code names no view.
package struct Testability: Hashable, Codable, Sendable {
    package var linesWithoutView: Int
    package var screens: [Screen]

    /// What making one screen takes, by its initializers' parameters, those of `run`, and so on for every type of the
    /// version among them, down to stored properties where no initializer is written. Parameters with a default are not
    /// counted.
    package struct Screen: Hashable, Codable, Sendable {
        package var type: String
        /// Protocols, whether the version's own or the transport's: each wants a double.
        package var doubles: [String]
        /// Classes and actors of the version or of what all versions share: each comes along as it is.
        package var objects: [String]
    }
}

extension Testability {
    /// `shared` are the sources of what every version may use: their classes and actors are real objects too.
    package init(of sources: VersionSources, shared: [SourceFile] = []) {
        let names = sources.files.map(FileNames.init)
        let layers = sources.files.map { sources.rules.layer(of: $0.path) }
        let own = zip(names, layers).filter { $1 == "View" }.flatMap { file, _ in file.declared(as: ["class", "actor"])
        }
        let phone = shared.filter { $0.path.contains("/PhoneKit/") }.flatMap {
            FileNames(of: $0).declared(as: ["class"])
        }
        // What a version calls by the same name is a protocol of its own.
        let views = Set(own + phone).subtracting(names.flatMap { $0.declared(as: ["protocol"]) })
        let withoutView = zip(sources.files, names).filter { $1.identifiers.isDisjoint(with: views) }
        self.init(
            linesWithoutView: withoutView.reduce(0) { $0 + LineCount.asCloc($1.0.bytes).code },
            screens: sources.screens.map { Screen($0, among: names, shared: shared.map(FileNames.init)) }
        )
    }
}

extension Testability.Screen {
    fileprivate init(_ type: String, among files: [FileNames], shared: [FileNames]) {
        let references = Set(files.flatMap { $0.declared(as: ["class", "actor"]) })
        let protocols = Set(files.flatMap { $0.declared(as: ["protocol"]) })
        let foreign = Set(shared.flatMap { $0.declared(as: ["class", "actor"]) })
        let own = references.union(foreign).union(files.flatMap { $0.declared(as: ["struct"]) })
        var (doubles, seen): (Set<String>, Set<String>) = ([], [])
        var waiting = [type]
        while let next = waiting.popLast() {
            guard seen.insert(next).inserted else { continue }
            let isInitialized = files.contains { $0.initialized.contains(next) }
            let taken = files.flatMap { ($0.requirements[next] ?? []) + (isInitialized ? [] : $0.stored[next] ?? []) }
            for requirement in taken {
                if requirement.isAny || protocols.contains(requirement.type) {
                    doubles.insert(requirement.type)
                } else if own.contains(requirement.type) {
                    waiting.append(requirement.type)
                }
            }
        }
        self.init(
            type: type,
            doubles: doubles.sorted(),
            objects: seen.intersection(references.union(foreign)).subtracting([type]).sorted()
        )
    }
}
