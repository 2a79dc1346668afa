package import SourceMeasure

/// The changes from one tree of Swift sources to another.
///
/// The JSON is a contract. Files correspond by path. If a file was removed and one with the same bytes was added, the
/// file was moved and is otherwise unchanged.
package struct TreeChange: Hashable, Codable, Sendable {
    /// Sorted paths of files.
    package struct Files: Hashable, Codable, Sendable {
        package var added: [String] = []
        package var removed: [String] = []
        /// The files that differ, even if only in a comment.
        package var touched: [String] = []
        /// The moved files, each as `OLD > NEW`.
        package var moved: [String] = []
    }

    /// The changes in one layer.
    package struct Layer: Hashable, Codable, Sendable {
        package var name: String
        package var files = NumberOf()
        /// The changed code lines, as `cloc --diff` counts them; `same` includes only files that were changed.
        package var lines = LineChange()
    }

    /// The number of added, removed and changed items.
    package struct NumberOf: Hashable, Codable, Sendable {
        package var added = 0
        package var removed = 0
        package var touched = 0
    }

    package private(set) var files = Files()
    /// The layers with changes, in the order of the rules.
    package private(set) var layers: [Layer] = []
    /// The sum of all layers.
    package private(set) var total = Layer(name: "all")
    /// The sum of all layers except `LayerRules.tests`.
    package private(set) var sources = Layer(name: "all but tests")

    /// Compares two trees. Of identical files in one tree, only the first counts, as in a measurement.
    ///
    /// Cost: like measuring both, plus comparing the files that differ.
    package init(from before: [SourceFile], to after: [SourceFile], rules: LayerRules = .byName) {
        let (before, after) = (before.separatingIdentical().counted, after.separatingIdentical().counted)
        var byLayer: [String: Layer] = [:]
        func change(_ layer: String, _ body: (inout Layer) -> Void) {
            body(&byLayer[layer, default: Layer(name: layer)])
        }
        let pairs = FilePairs(from: before, to: after)
        files = Files(
            added: pairs.added.map(\.path),
            removed: pairs.removed.map(\.path),
            touched: pairs.touched.map(\.new.path),
            moved: pairs.moved.map { "\($0.old.path) > \($0.new.path)" }
        )
        for file in pairs.added {
            change(rules.layer(of: file.path)) {
                $0.files.added += 1
                $0.lines += LineChange(added: LineCount.codeLines(file.bytes).count)
            }
        }
        for file in pairs.removed {
            change(rules.layer(of: file.path)) {
                $0.files.removed += 1
                $0.lines += LineChange(removed: LineCount.codeLines(file.bytes).count)
            }
        }
        for (old, new) in pairs.touched {
            change(rules.layer(of: new.path)) {
                $0.files.touched += 1
                $0.lines += LineChange(from: LineCount.codeLines(old.bytes), to: LineCount.codeLines(new.bytes))
            }
        }
        layers = rules.sorted(Set(byLayer.keys)).compactMap { byLayer[$0] }
        for layer in layers {
            total += layer
            if layer.name != LayerRules.tests { sources += layer }
        }
    }
}

extension TreeChange.Layer {
    fileprivate static func += (left: inout Self, right: Self) {
        left.files += right.files
        left.lines += right.lines
    }
}

extension TreeChange.NumberOf {
    fileprivate static func += (left: inout Self, right: Self) {
        left.added += right.added
        left.removed += right.removed
        left.touched += right.touched
    }
}
