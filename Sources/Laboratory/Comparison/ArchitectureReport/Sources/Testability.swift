package import SourceMeasure

extension ArchitectureSources {
    /// Counts the code lines of files that mention no view, which tests can reach without a screen.
    ///
    /// A view is a class of PhoneKit among the `shared` files that is no model, or a class or actor declared in the layer
    /// `View`.
    package func linesWithoutView(_ shared: [SourceFile] = []) -> Int {
        let views = viewNames(shared)
        return files.filter { FileNames(of: $0).identifiers.isDisjoint(with: views) }.reduce(0) {
            $0 + LineCount.asCloc($1.bytes).code
        }
    }

    /// The names of views, those of the phone among the `shared` files.
    func viewNames(_ shared: [SourceFile]) -> Set<String> {
        let names = files.map(FileNames.init)
        let own = zip(files, names).filter { rules.layer(of: $0.0.path) == "View" }.flatMap { _, file in
            file.declared(as: ["class", "actor"])
        }
        let phone = shared.filter { $0.path.contains("/PhoneKit/") && !$0.path.contains("/PhoneKit/Models/") }.flatMap {
            FileNames(of: $0).declared(as: ["class"])
        }
        // A protocol of the architecture may have the name of a view.
        return Set(own + phone).subtracting(names.flatMap { $0.declared(as: ["protocol"]) })
    }
}
