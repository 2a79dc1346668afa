import Testing

@testable import SourceMeasure

@Suite struct CyclesTests {
    @Test func `cycles finds nodes that reach themselves through others`() {
        #expect(cycles(in: []).isEmpty)
        #expect(cycles(in: [[0], [0], [1]]).isEmpty)
        #expect(cycles(in: [[1], [2], [0, 3], [4], [3], [0]]) == [[0, 1, 2], [3, 4]])
        #expect(cycles(in: [[], [3], [1], [2], [1, 0]]) == [[1, 2, 3]])
        #expect(cycles(in: [[2], [0], [3, 1], []]) == [[0, 1, 2]])
    }

    @Test func `shortestLoop prefers fewer nodes, then the earlier start`() {
        #expect(shortestLoop(through: [0, 1, 2], in: [[1], [2], [0]]) == [0, 1, 2])
        #expect(shortestLoop(through: [2, 0, 1], in: [[1], [2], [0]]) == [2, 0, 1])
        #expect(shortestLoop(through: [0, 1, 2, 3], in: [[1], [2, 3], [0], [1]]) == [1, 3])
        #expect(shortestLoop(through: [0, 1, 2, 3], in: [[1, 2], [0], [3], [0, 2]]) == [0, 1])
        #expect(shortestLoop(through: [0, 1], in: [[2], [0], [1]]).isEmpty, "the loop leaves the nodes")
        #expect(shortestLoop(through: [0, 1], in: [[1], []]).isEmpty)
    }

    @Test func `cycles agrees with reachability on random graphs`() {
        var state: UInt64 = 1
        for _ in 0..<300 {
            let edges = (0..<8).map { _ in
                (0..<8).filter { _ in
                    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                    return (state >> 33) % 6 == 0
                }
            }
            var reaches = edges.map { targets in (0..<8).map(targets.contains) }
            for middle in 0..<8 {
                for from in 0..<8 where reaches[from][middle] {
                    for to in 0..<8 where reaches[middle][to] { reaches[from][to] = true }
                }
            }
            let expected = (0..<8)
                .map { node in (0..<8).filter { $0 == node || (reaches[node][$0] && reaches[$0][node]) } }
            #expect(cycles(in: edges) == expected.enumerated().filter { $1.count > 1 && $1[0] == $0 }.map(\.element))
        }
    }

    @Test func `a cycle of 50,000 nodes uses no stack`() {
        let count = 50_000
        #expect(cycles(in: (0..<count).map { [($0 + 1) % count] }).first?.count == count)
    }
}
