import Testing

@testable import SourceMeasure

@Suite struct PropagationCostTests {
    private func cost(_ edges: [[Int]]) -> Double? {
        let nodes = edges.indices.map { ReferenceGraph.Node(name: "\($0)", kind: .type, file: "") }
        return ReferenceGraph(nodes: nodes, edges: edges).propagationCost
    }

    @Test func `propagation cost is the density of the reflexive transitive closure`() {
        #expect(cost([]) == 0)
        #expect(cost([[], [], [], []]) == 0.25)
        #expect(cost([[1], [2], [0]]) == 1)
        // A to B and C, B to D, C to E, E to F: 6 + 2 + 3 + 1 + 2 + 1 of 36.
        #expect(cost([[1, 2], [3], [4], [], [5], []]) == 15.0 / 36)
    }

    @Test func `propagation cost agrees with the transitive closure of random graphs`() {
        var state: UInt64 = 7
        for round in 0..<120 {
            let count = 1 + round
            let edges = (0..<count).map { node in
                (0..<count).filter { target in
                    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                    return target != node && (state >> 33) % UInt64(2 * count) < UInt64(round % 5)
                }
            }
            var reaches = (0..<count).map { node in (0..<count).map { $0 == node || edges[node].contains($0) } }
            for middle in 0..<count {
                for from in 0..<count where reaches[from][middle] {
                    for to in 0..<count where reaches[middle][to] { reaches[from][to] = true }
                }
            }
            let pairs = reaches.joined().count { $0 }
            #expect(cost(edges) == Double(pairs) / Double(count * count))
        }
    }

    @Test func `propagation cost is nil beyond the step limit`() {
        let nodes = (0..<200).map { ReferenceGraph.Node(name: "\($0)", kind: .type, file: "") }
        let chain = ReferenceGraph(nodes: nodes, edges: (0..<200).map { $0 < 199 ? [$0 + 1] : [] })
        #expect(chain.propagationCost(within: 200 * (200 + 199)) == Double(200 * 201 / 2) / Double(200 * 200))
        #expect(chain.propagationCost(within: 200 * (200 + 199) - 1) == nil)
    }
}
