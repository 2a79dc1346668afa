/// How the types of a tree hang together.
///
/// A type mentions another when the other's name stands in its declaration, its members or its extensions, outside of
/// comments and strings. What a nested type mentions is its own, not its parent's. Types that bear one name in one file
/// and one parent are one type: the branches of a condition, and the local types of several functions.
public struct Structure: Sendable {
    /// Types that mention each other, in a circle or several.
    public typealias Cycle = [String]

    /// Structs, classes, actors, enums and protocols.
    public let types: Int
    public let protocols: Int
    /// Pairs of types of which the first mentions the second.
    public let references: Int
    /// The strongly connected components of more than one type, by their names in order.
    public let cycles: [Cycle]
    /// Per layer, in no order: how many types it has, and how many references enter and leave it.
    let coupling: [String: LayerCoupling]

    private let identifiers: [Set<String>]

    /// Reads the structure of `files`, each in the layer that `rules` give its path.
    public init(of files: [SourceFile], rules: LayerRules = .byName) {
        let layers = files.map { rules.layer(of: $0.path) }
        let outlines = files.map { FileOutline(of: $0.bytes) }
        let table = TypeTable(outlines: outlines, layers: layers)
        var mentioned = [Set<Int>](repeating: [], count: table.types.count)
        for (file, outline) in outlines.enumerated() {
            for mention in outline.mentions {
                guard let owner = table.owner(mention.owner, in: file), let type = table.type(mention, in: file),
                    owner != type
                else { continue }
                mentioned[owner].insert(type)
            }
        }
        let edges = mentioned.map { $0.sorted() }
        var coupling: [String: LayerCoupling] = [:]
        for (owner, targets) in edges.enumerated() {
            let layer = layers[table.types[owner].file]
            coupling[layer, default: LayerCoupling()].types += 1
            for target in targets {
                let other = layers[table.types[target].file]
                guard other != layer else { continue }
                coupling[layer, default: LayerCoupling()].fanOut += 1
                coupling[other, default: LayerCoupling()].fanIn += 1
            }
        }
        self.coupling = coupling
        types = table.types.count
        protocols = table.types.count(where: \.isProtocol)
        references = edges.reduce(0) { $0 + $1.count }
        cycles = SourceMeasure.cycles(in: edges)
            .map { $0.map { table.types[$0].path }.sorted() }
            .sorted { $0.lexicographicallyPrecedes($1) }
        identifiers = outlines.map(\.identifiers)
    }

    /// How many files know at least one of the names: in code, not in comments or strings.
    public func files(thatMention names: Set<String>) -> Int {
        identifiers.count { !$0.isDisjoint(with: names) }
    }
}

/// What enters and leaves a layer.
struct LayerCoupling {
    var types = 0
    /// References from types of other layers to types of this one.
    var fanIn = 0
    /// References from types of this layer to types of others.
    var fanOut = 0
}
