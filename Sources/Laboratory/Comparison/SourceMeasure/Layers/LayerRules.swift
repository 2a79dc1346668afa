/// The rules that map files to the layers of an architecture.
public struct LayerRules: Sendable {
    /// The layer of files that match no rule.
    public static let other = "Other"
    /// The layer of tests, by name.
    public static let tests = "Tests"

    private struct Rule {
        let layer: String
        let pattern: PathPattern
    }

    private let rules: [Rule]
    private let order: [String]

    /// The rules that use only file and folder names.
    ///
    /// Files below a folder whose name ends in `Tests` belong to Tests. For all others the last word of the file name
    /// decides, before any `+`, and otherwise the nearest folder's name, singular or plural.
    /// `ChatListViewController.swift` is a Controller, `Views/Bubble.swift` a View.
    public static let byName = LayerRules(rules: [], order: knownLayers)

    private static let knownLayers = [
        "Interactor", "Presenter", "Entity", "Router", "View", "Controller", "ViewModel", "Model", "Module", "Builder",
        "Event", "Handler", "Endpoint", "Service", "Store", tests,
    ]

    private init(rules: [Rule], order: [String]) {
        self.rules = rules
        self.order = order
    }

    /// Reads lines of the form `Layer: pattern, pattern`.
    ///
    /// The first pattern that matches decides; if none matches, file names decide. A pattern is a path inside the tree
    /// (`Views/Chat` matches all below it), or one with `*` for any part of a name. A pattern with a star and no slash
    /// is matched against the file name alone.
    public init(parsing text: String) {
        var (rules, order): ([Rule], [String]) = ([], [])
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: ":", maxSplits: 1).map(String.init)
            guard parts.count == 2 else { continue }
            rules += parts[1].split(separator: ",").map {
                Rule(layer: parts[0], pattern: PathPattern(String($0.drop { $0 == " " })))
            }
            if !order.contains(parts[0]) { order.append(parts[0]) }
        }
        self.init(rules: rules, order: order + Self.knownLayers.filter { !order.contains($0) })
    }

    /// Returns the layer of the file at a path inside the tree.
    public func layer(of path: String) -> String {
        if let rule = rules.first(where: { $0.pattern.matches(path) }) { return rule.layer }
        var parts = path.split(separator: "/")
        guard let file = parts.popLast() else { return Self.other }
        if parts.contains(where: { $0.hasSuffix(Self.tests) }) { return Self.tests }
        let stem = file.hasSuffix(".swift") ? file.dropLast(6) : file
        let named = Self.longestSuffix(of: stem.prefix { $0 != "+" })
        return named ?? parts.reversed().lazy.compactMap(Self.longestSuffix).first ?? Self.other
    }

    /// Returns `layers` in the order of the rules, with `other` last.
    package func sorted(_ layers: Set<String>) -> [String] {
        order.filter { $0 != Self.other && layers.contains($0) } + (layers.contains(Self.other) ? [Self.other] : [])
    }

    private static func longestSuffix(of name: Substring) -> String? {
        knownLayers.filter { layer in
            let plural = layer.hasSuffix("y") ? layer.dropLast() + "ies" : layer + "s"
            return name.hasSuffix(layer) || name.hasSuffix(plural)
        }.max { $0.count < $1.count }
    }
}
