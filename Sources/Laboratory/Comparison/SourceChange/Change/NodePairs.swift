import SourceMeasure

/// The corresponding declarations of two trees.
///
/// Declarations correspond if they share kind and name; if there are several, those in the same file are paired
/// first.
struct NodePairs {
    typealias Node = ReferenceGraph.Node

    private struct Key: Hashable, Comparable {
        let path: String
        let kind: String

        static func < (left: Self, right: Self) -> Bool { (left.path, left.kind) < (right.path, right.kind) }
    }

    private(set) var added: [Node] = []
    private(set) var removed: [Node] = []
    /// The declarations that changed, in their new form.
    private(set) var touched: [Node] = []

    init(from before: [Node], to after: [Node]) {
        func key(_ node: Node) -> Key { Key(path: node.path, kind: node.kind.rawValue) }
        let (old, new) = (Dictionary(grouping: before, by: key), Dictionary(grouping: after, by: key))
        for key in Set(old.keys).union(new.keys).sorted() {
            var left = old[key] ?? []
            var unmatched: [Node] = []
            func take(_ node: Node, _ isSame: (Node) -> Bool) -> Bool {
                guard let index = left.firstIndex(where: isSame) else { return false }
                if left.remove(at: index).fingerprint != node.fingerprint { touched.append(node) }
                return true
            }
            for node in new[key] ?? [] where !take(node, { $0.file == node.file }) { unmatched.append(node) }
            for node in unmatched where !take(node, { _ in true }) { added.append(node) }
            removed += left
        }
    }

    func names(where isIncluded: (Node) -> Bool) -> TreeChange.Names {
        TreeChange.Names(
            added: added.filter(isIncluded).map(\.name),
            removed: removed.filter(isIncluded).map(\.name),
            touched: touched.filter(isIncluded).map(\.name)
        )
    }
}
