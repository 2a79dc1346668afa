package import SourceMeasure

/// The signatures in a set of sources, by name.
package struct Signatures {
    private var byName: [String: Set<Signature>] = [:]

    /// Reads the signatures of `files`. Cost: linear in their length.
    package init(of files: [SourceFile]) {
        for file in files {
            for signature in SignatureReader(SwiftSource(file.bytes)).signatures() {
                byName[signature.name, default: []].insert(signature)
            }
        }
    }

    /// Returns these signatures together with those of more files.
    package func adding(_ files: [SourceFile]) -> Signatures {
        var all = self
        for (name, signatures) in Signatures(of: files).byName { all.byName[name, default: []].formUnion(signatures) }
        return all
    }

    /// Returns the types of a call's arguments, or nil if the signatures that fit the call disagree.
    func types(of labels: [String], for name: String) -> [String]? {
        let possible = Set((byName[name] ?? []).compactMap { $0.types(of: labels) })
        return possible.count == 1 ? possible.first : nil
    }
}
