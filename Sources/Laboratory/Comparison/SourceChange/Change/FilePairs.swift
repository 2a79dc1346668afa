import SourceMeasure

/// The corresponding files of two trees.
struct FilePairs {
    private(set) var added: [SourceFile] = []
    private(set) var removed: [SourceFile] = []
    private(set) var touched: [(old: SourceFile, new: SourceFile)] = []
    private(set) var moved: [(old: SourceFile, new: SourceFile)] = []

    /// Pairs the files of two trees; every list is ordered by path.
    init(from before: [SourceFile], to after: [SourceFile]) {
        let old = Dictionary(before.map { ($0.path, $0) }) { first, _ in first }
        let new = Dictionary(after.map { ($0.path, $0) }) { first, _ in first }
        // Among files with the same bytes, the first removed path pairs with the first added one.
        var gone: [[UInt8]: [SourceFile]] = [:]
        for path in old.keys.sorted(by: >) where new[path] == nil {
            if let file = old[path], !file.bytes.isEmpty { gone[file.bytes, default: []].append(file) }
        }
        var left: Set<String> = []
        for path in new.keys.sorted() {
            guard let file = new[path] else { continue }
            if let before = old[path] {
                if before.bytes != file.bytes { touched.append((before, file)) }
            } else if let before = gone[file.bytes]?.popLast() {
                moved.append((before, file))
                left.insert(before.path)
            } else {
                added.append(file)
            }
        }
        removed = old.keys.sorted().filter { new[$0] == nil && !left.contains($0) }.compactMap { old[$0] }
    }
}
