package import SourceMeasure

/// The part of an architecture that tests can reach without a screen, and the objects that a test of one screen
/// needs.
///
/// A view is a class of PhoneKit, or a class or actor declared in the layer `View`. A value needs no screen, and a
/// test double can replace a protocol. A file can be tested without a screen if its code mentions no view.
package struct Testability: Hashable, Codable, Sendable {
    package var linesWithoutView: Int
    package var screens: [Screen]

    /// The objects needed to create one screen.
    ///
    /// They are the parameters of its initializers and of `run`, and recursively those of every type of the
    /// architecture among them. Without a written initializer the stored properties count. Parameters with a default
    /// do not count.
    package struct Screen: Hashable, Codable, Sendable {
        package var type: String
        /// The protocols, of the architecture or of the transport; each needs a test double.
        package var doubles: [String]
        /// The classes and actors, of the architecture or shared; a test uses the real ones.
        package var objects: [String]
    }
}

extension Testability {
    /// Measures `sources`; `shared` are the sources that every architecture may use, whose classes and actors also
    /// count.
    package init(of sources: ArchitectureSources, shared: [SourceFile] = []) {
        let names = sources.files.map(FileNames.init)
        let layers = sources.files.map { sources.rules.layer(of: $0.path) }
        let own = zip(names, layers).filter { $1 == "View" }.flatMap { file, _ in file.declared(as: ["class", "actor"])
        }
        let phone = shared.filter { $0.path.contains("/PhoneKit/") }.flatMap {
            FileNames(of: $0).declared(as: ["class"])
        }
        // A protocol of the architecture may have the name of a view.
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
