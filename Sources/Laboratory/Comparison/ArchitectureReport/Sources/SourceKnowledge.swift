package import SourceMeasure

/// Which files know where news comes from.
///
/// A file knows of a source when its code names one of these: the source's protocol (`PushSource`, `SocketSource`), a
/// name declared to hold it (`pushes: any PushSource`), or a type of the version with the source's word in its name
/// (`PushController`). `navigation.push(_:)` is none of them.
package struct SourceKnowledge: Hashable, Codable, Sendable {
    package var push: [String]
    package var socket: [String]

    /// The files that know of a source today: those that a third source of the same kind would have to be added to, or
    /// written beside.
    package var either: [String] { (push + socket.filter { !push.contains($0) }).sorted() }
}

extension SourceKnowledge {
    package init(of files: [SourceFile]) {
        let names = files.map(FileNames.init)
        func knowing(_ type: String, _ word: String) -> [String] {
            var known: Set = [type]
            for file in names {
                known.formUnion(file.holders[type] ?? [])
                known.formUnion(file.declared.keys.filter { $0.contains(word) })
            }
            return zip(files, names).filter { !$1.identifiers.isDisjoint(with: known) }.map(\.0.path).sorted()
        }
        self.init(push: knowing("PushSource", "Push"), socket: knowing("SocketSource", "Socket"))
    }
}
