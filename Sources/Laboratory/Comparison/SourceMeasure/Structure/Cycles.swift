/// Returns the strongly connected components of a graph that have more than one node.
///
/// Each component is in ascending order, and they are ordered by their first node.
func cycles(in edges: [[Int]]) -> [[Int]] {
    components(of: edges).filter { $0.count > 1 }.map { $0.sorted() }.sorted { $0[0] < $1[0] }
}

/// Returns the strongly connected components of a graph, each after those that it has edges to.
///
/// Uses Tarjan's algorithm without recursion. Cost: linear in nodes and edges, for a graph of any depth.
private func components(of edges: [[Int]]) -> [[Int]] {
    let unseen = -1
    var order = [Int](repeating: unseen, count: edges.count)
    var lowest = order
    var isOpen = [Bool](repeating: false, count: edges.count)
    var open: [Int] = []
    var path: [(node: Int, nextEdge: Int)] = []
    var counter = 0
    var found: [[Int]] = []
    for start in edges.indices where order[start] == unseen {
        path.append((start, 0))
        while let (node, nextEdge) = path.last {
            if nextEdge == 0, order[node] == unseen {
                order[node] = counter
                lowest[node] = counter
                counter += 1
                open.append(node)
                isOpen[node] = true
            }
            if nextEdge < edges[node].count {
                path[path.count - 1].nextEdge += 1
                let target = edges[node][nextEdge]
                if order[target] == unseen {
                    path.append((target, 0))
                } else if isOpen[target] {
                    lowest[node] = min(lowest[node], order[target])
                }
                continue
            }
            path.removeLast()
            if let parent = path.last { lowest[parent.node] = min(lowest[parent.node], lowest[node]) }
            guard lowest[node] == order[node], let first = open.lastIndex(of: node) else { continue }
            let component = Array(open[first...])
            open.removeSubrange(first...)
            for member in component { isOpen[member] = false }
            found.append(component)
        }
    }
    return found
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
