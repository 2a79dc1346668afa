import SourceMeasure

/// A tree generated from a seed, written in any order, with any names, in one piece or in extensions.
///
/// It has modules with nested, private and extended types, aliases, free functions and globals that mention each
/// other.
struct TreePlan {
    /// The style in which the tree is written.
    struct Style {
        var prefix = ""
        /// The seed that shuffles files, declarations and members; nil for the plan's own order.
        var order: UInt64?
        /// The seed that moves members to extensions in other files; nil for none.
        var split: UInt64?
    }

    private enum Word: String, CaseIterable {
        case type = "T"
        case alias = "S"
        case function = "f"
        case global = "g"
    }

    private struct Planned {
        let file: Int
        let parent: Int?
        let mentions: [(word: Word, type: Int)]
    }

    private static let modules = ["Alpha", "Beta", "Gamma"]
    private static let filesInModule = 3
    private var types: [Planned] = []

    init(seed: UInt64) {
        var random = Generator(state: seed)
        let count = 18 + random.next(12)
        let files = (0..<count).map { _ in random.next(Self.modules.count * Self.filesInModule) }
        for number in 0..<count {
            let parents = types.indices.filter { types[$0].file == files[number] && types[$0].parent == nil }
            let seen = (0..<count).filter { Self.sees(files[$0], from: files[number]) }
            types.append(
                Planned(
                    file: files[number],
                    parent: random.next(3) == 0 && !parents.isEmpty ? parents[random.next(parents.count)] : nil,
                    mentions: (0..<random.next(4)).map { _ in
                        (Word.allCases[random.next(Word.allCases.count)], seen[random.next(seen.count)])
                    }
                )
            )
        }
    }

    /// Whether a file sees another one's module: Beta imports Alpha, and Gamma imports Beta.
    private static func sees(_ other: Int, from file: Int) -> Bool {
        file / filesInModule == other / filesInModule || file / filesInModule == other / filesInModule + 1
    }

    /// Returns the files, written in a style.
    func files(_ style: Style = Style()) -> [SourceFile] {
        var (split, order) = (Generator(state: style.split ?? 0), Generator(state: style.order ?? 0))
        var sources = [[String]](repeating: [], count: Self.modules.count * Self.filesInModule)
        func shuffled(_ all: [String]) -> [String] { style.order == nil ? all : order.shuffled(all) }
        for (number, type) in types.enumerated().reversed() {
            var inside = ["private let row: \(style.prefix)Row"]
            for (place, mention) in type.mentions.enumerated() {
                let name = name(mention.word, mention.type, style) + (mention.word == .function ? "()" : "")
                let isType = mention.word == .type || mention.word == .alias
                let member = "var \(style.prefix)m\(place): Any { \(isType ? "\(name).self" : name) }"
                guard style.split != nil, split.next(2) == 0 else {
                    inside.append(member)
                    continue
                }
                let file = type.file / Self.filesInModule * Self.filesInModule + split.next(Self.filesInModule)
                sources[file].append("extension \(self.name(.type, number, style)) {\n    \(member)\n}")
            }
            let bare = style.prefix + "T\(number)"
            let whole = "struct \(bare) {\n\(shuffled(inside).map { "    \($0)\n" }.joined())}"
            if let parent = type.parent {
                sources[type.file].append("extension \(name(.type, parent, style)) {\n\(whole)\n}")
            } else {
                sources[type.file].append(whole)
            }
            let path = name(.type, number, style)
            sources[type.file] += [
                "typealias \(name(.alias, number, style)) = \(path)",
                "func \(name(.function, number, style))() -> \(path)? { nil }",
                "let \(name(.global, number, style)): [\(path)] = []",
                "extension String { var \(style.prefix)text\(number): \(path)? { nil } }",
            ]
        }
        let files = sources.indices.map { file in
            let module = file / Self.filesInModule
            let imports = module > 0 ? "import \(Self.modules[module - 1])\n" : ""
            let row = "private struct \(style.prefix)Row { let text\(file): String }"
            let source = imports + shuffled(sources[file] + [row]).joined(separator: "\n\n") + "\n"
            return SourceFile(path: "Sources/\(Self.modules[module])/File\(file).swift", bytes: Array(source.utf8))
        }
        return style.order == nil ? files : order.shuffled(files)
    }

    private func name(_ word: Word, _ type: Int, _ style: Style) -> String {
        let own = style.prefix + word.rawValue + "\(type)"
        guard word == .type, let parent = types[type].parent else { return own }
        return style.prefix + "T\(parent)." + own
    }
}

/// A small random number generator with a single state.
struct Generator {
    var state: UInt64

    mutating func next(_ bound: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % bound
    }

    mutating func shuffled<Element>(_ all: [Element]) -> [Element] {
        var all = all
        for index in all.indices.dropFirst() { all.swapAt(index, next(index + 1)) }
        return all
    }
}
