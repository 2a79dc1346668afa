/// Returns the strongly connected components of a graph that have more than one node.
///
/// Each component is in ascending order, and they are ordered by their first node.
func cycles(in edges: [[Int]]) -> [[Int]] {
    components(of: edges).filter { $0.count > 1 }.map { $0.sorted() }.sorted { $0[0] < $1[0] }
}

/// Returns the strongly connected components of a graph.
///
/// Uses Kosaraju's two passes without recursion. Cost: linear in nodes and edges, for a graph of any depth.
private func components(of edges: [[Int]]) -> [[Int]] {
    var reversed = [[Int]](repeating: [], count: edges.count)
    for (node, targets) in edges.enumerated() {
        for target in targets { reversed[target].append(node) }
    }
    var seen = [Bool](repeating: false, count: edges.count)
    /// Returns the nodes that `start` reaches and that no earlier search has, each after those found from it.
    func search(from start: Int, along edges: [[Int]]) -> [Int] {
        guard !seen[start] else { return [] }
        var (path, found): ([(node: Int, next: Int)], [Int]) = ([(start, 0)], [])
        seen[start] = true
        while let (node, next) = path.last {
            if next == edges[node].count {
                found.append(node)
                path.removeLast()
                continue
            }
            path[path.count - 1].next += 1
            let target = edges[node][next]
            if !seen[target] {
                seen[target] = true
                path.append((target, 0))
            }
        }
        return found
    }
    let order = edges.indices.flatMap { search(from: $0, along: edges) }
    seen = [Bool](repeating: false, count: edges.count)
    return order.reversed().map { search(from: $0, along: reversed) }
}

/// Returns the shortest loop through some of `nodes`, without repeating its first node at the end.
///
/// Among loops of the same length, the loop with the earliest start in `nodes` wins. Returns an empty array if there is
/// no loop. Cost: at most the number of nodes times their edges; a loop of two nodes ends the search.
func shortestLoop(through nodes: [Int], in edges: [[Int]]) -> [Int] {
    let members = Set(nodes)
    var best: [Int] = []
    for start in nodes where best.count != 2 {
        var parents = [start: start]
        var frontier = [start]
        var length = 1
        search: while !frontier.isEmpty, best.isEmpty || length < best.count {
            var next: [Int] = []
            for node in frontier {
                for target in edges[node] where members.contains(target) {
                    if target == start {
                        best = chain(to: node, from: parents)
                        break search
                    }
                    if parents[target] == nil {
                        parents[target] = node
                        next.append(target)
                    }
                }
            }
            frontier = next
            length += 1
        }
    }
    return best
}

/// Returns the nodes from the start of a search to `node`; the start is its own parent.
private func chain(to node: Int, from parents: [Int: Int]) -> [Int] {
    var nodes = [node]
    while let last = nodes.last, let parent = parents[last], parent != last { nodes.append(parent) }
    return nodes.reversed()
}
