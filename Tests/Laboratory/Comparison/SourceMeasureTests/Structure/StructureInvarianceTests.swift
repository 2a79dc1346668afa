import SourceMeasure
import Testing

/// The structure of a tree does not depend on names, order or the number of extensions.
@Suite struct StructureInvarianceTests {
    /// All figures that must not change, independent of names.
    private struct Figures: Equatable {
        let nodes: [String]
        let references: [String]
        let cycles: [Int]
        let ambiguous: Int

        /// Measures `files`, whose names all begin with `prefix`.
        init(_ files: [SourceFile], prefix: String) {
            let found = Structure(of: files)
            let plain = { (name: String) in name.split(separator: prefix, omittingEmptySubsequences: false).joined() }
            nodes = found.graph.nodes.map { "\($0.kind) \(plain($0.name))" }.sorted()
            references = found.arrows.map(plain).sorted()
            cycles = found.cycles.map(\.count).sorted()
            ambiguous = found.ambiguous
        }
    }

    @Test(arguments: 1...24) func `names, order and extensions do not change figures`(_ seed: UInt64) {
        let plan = TreePlan(seed: seed)
        let plain = Figures(plan.files(TreePlan.Style(prefix: "Qx")), prefix: "Qx")
        #expect(plain.references.count > 20)
        let renamed = Figures(plan.files(TreePlan.Style(prefix: "zebra_")), prefix: "zebra_")
        #expect(renamed == plain)
        for order in 1...2 as ClosedRange<UInt64> {
            let shuffled = TreePlan.Style(prefix: "Qx", order: seed * 7 + order)
            #expect(Figures(plan.files(shuffled), prefix: "Qx") == plain)
            let split = TreePlan.Style(prefix: "Qx", order: seed * 7 + order, split: seed * 11 + order)
            #expect(Figures(plan.files(split), prefix: "Qx") == plain)
        }
    }
}
