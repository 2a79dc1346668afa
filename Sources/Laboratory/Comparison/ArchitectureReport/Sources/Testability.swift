package import SourceMeasure

extension ArchitectureSources {
    /// Counts the code lines of files that mention no view, which tests can reach without a screen.
    ///
    /// A view is a class of PhoneKit among the `shared` files that is no model, or a class or actor declared in the layer
    /// `View`.
    package func linesWithoutView(_ shared: [SourceFile] = []) -> Int {
        let names = files.map(FileNames.init)
        let own = zip(files, names).filter { rules.layer(of: $0.0.path) == "View" }.flatMap { _, file in
            file.declared(as: ["class", "actor"])
        }
        let phone = shared.filter { $0.path.contains("/PhoneKit/") && !$0.path.contains("/PhoneKit/Models/") }.flatMap {
            FileNames(of: $0).declared(as: ["class"])
        }
        // A protocol of the architecture may have the name of a view.
        let views = Set(own + phone).subtracting(names.flatMap { $0.declared(as: ["protocol"]) })
        return zip(files, names).filter { $1.identifiers.isDisjoint(with: views) }.reduce(0) {
            $0 + LineCount.asCloc($1.0.bytes).code
        }
    }
}
