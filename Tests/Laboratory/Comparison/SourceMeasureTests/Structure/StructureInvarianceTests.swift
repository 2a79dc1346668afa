import SourceMeasure
import Testing

/// The structure of a tree does not depend on names, order or the number of extensions.
@Suite struct StructureInvarianceTests {
    /// All figures that must not change, independent of names.
    private struct Figures: Equatable {
        let nodes: [String]
        let references: [String]
        let cycles: [Int]
        let propagationCost: Double?
        let coupling: [String]
        let ambiguous: Int
        let outOfView: Int
        let shadowed: Int

        /// Measures `files`, whose names all begin with `prefix`.
        init(_ files: [SourceFile], prefix: String) throws {
            let rules = try LayerRules(parsing: "Low: Sources/Alpha\nMiddle: Sources/Beta\nHigh: Sources/Gamma")
            let found = Structure(of: files, rules: rules)
            let plain = { (name: String) in name.split(separator: prefix, omittingEmptySubsequences: false).joined() }
            nodes = found.graph.nodes.map { "\($0.kind) \(plain($0.name)) in \($0.layer)" }.sorted()
            references = found.arrows.map(plain).sorted()
            cycles = found.cycles.map(\.count).sorted()
            propagationCost = found.graph.propagationCost
            coupling = SourceMeasurement(of: files, rules: rules).layers
                .map { "\($0.name): \($0.types) types, \($0.fanIn) in, \($0.fanOut) out" }
            ambiguous = found.leftOut.ambiguous
            outOfView = found.leftOut.outOfView
            shadowed = found.leftOut.shadowed
        }
    }

    @Test(arguments: 1...24) func `names, order and extensions do not change figures`(_ seed: UInt64) throws {
        let plan = TreePlan(seed: seed)
        let plain = try Figures(plan.files(TreePlan.Style(prefix: "Qx")), prefix: "Qx")
        #expect(plain.references.count > 20)
        let renamed = try Figures(plan.files(TreePlan.Style(prefix: "zebra_")), prefix: "zebra_")
        #expect(renamed == plain)
        for order in 1...2 as ClosedRange<UInt64> {
            let shuffled = TreePlan.Style(prefix: "Qx", order: seed * 7 + order)
            #expect(try Figures(plan.files(shuffled), prefix: "Qx") == plain)
            let split = TreePlan.Style(prefix: "Qx", order: seed * 7 + order, split: seed * 11 + order)
            #expect(try Figures(plan.files(split), prefix: "Qx") == plain)
        }
    }

    @Test(arguments: 1...20) func `code lines and pieces of a type do not depend on file order`(_ seed: UInt64) {
        let plan = TreePlan(seed: seed)
        func nodes(_ style: TreePlan.Style) -> [String: ReferenceGraph.Node] {
            let graph = Structure(of: plan.files(style)).graph
            return Dictionary(uniqueKeysWithValues: graph.nodes.map { ($0.name, $0) })
        }
        let plain = nodes(TreePlan.Style(split: seed))
        for node in nodes(TreePlan.Style(order: seed, split: seed)).values {
            #expect(node.codeLines == plain[node.name]?.codeLines)
            #expect(node.pieces == plain[node.name]?.pieces)
        }
    }
}
