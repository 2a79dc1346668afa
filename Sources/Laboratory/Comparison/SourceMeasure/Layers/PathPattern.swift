/// A path prefix, or a pattern with `*` (any part of one name), `**` (any part of a path) and `?` (one byte of a
/// name).
struct PathPattern: Sendable {
    private enum Element: Equatable {
        case byte(UInt8)
        case anyInName
        case manyInName
        case manyInPath
        /// `**/`: no folder, or both elements together for one or more whole folders.
        case folders, insideFolders
    }

    private let elements: [Element]
    private let isPrefix: Bool
    private let isOfName: Bool

    init(_ text: String) {
        isPrefix = !text.contains { "*?".contains($0) }
        isOfName = !isPrefix && !text.contains("/")
        var bytes = Array(text.utf8)
        if bytes.starts(with: Array("./".utf8)) { bytes.removeFirst(2) }
        if isPrefix, bytes.last == .slash { bytes.removeLast() }
        var elements: [Element] = []
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "?"): elements.append(.anyInName)
            case .star where elements.last == .manyInName: elements[elements.count - 1] = .manyInPath
            case .star where elements.last == .manyInPath: continue
            case .star: elements.append(.manyInName)
            case .slash where elements.last == .manyInPath:
                elements.removeLast()
                elements += [.folders, .insideFolders]
            default: elements.append(.byte(byte))
            }
        }
        self.elements = elements
    }

    func matches(_ path: String) -> Bool {
        var path = Array(path.utf8)
        if isOfName, let slash = path.lastIndex(of: .slash) { path.removeSubrange(...slash) }
        // The pattern positions that the path so far can reach. Cost: at most the path's length times the pattern's.
        var reached = [Bool](repeating: false, count: elements.count + 1)
        reached[0] = true
        passOver(&reached)
        for byte in path {
            if isPrefix, reached[elements.count], byte == .slash { return true }
            var next = [Bool](repeating: false, count: elements.count + 1)
            for (index, element) in elements.enumerated() where reached[index] {
                switch element {
                case .byte(byte): next[index + 1] = true
                case .anyInName where byte != .slash: next[index + 1] = true
                case .manyInName where byte != .slash: next[index] = true
                case .manyInPath: next[index] = true
                case .insideFolders:
                    next[index] = true
                    if byte == .slash { next[index + 1] = true }
                default: continue
                }
            }
            passOver(&next)
            reached = next
        }
        return reached[elements.count]
    }

    /// Lets each star also match nothing.
    private func passOver(_ reached: inout [Bool]) {
        for (index, element) in elements.enumerated() where reached[index] {
            switch element {
            case .manyInName, .manyInPath: reached[index + 1] = true
            case .folders:
                reached[index + 1] = true
                reached[index + 2] = true
            default: continue
            }
        }
    }
}
