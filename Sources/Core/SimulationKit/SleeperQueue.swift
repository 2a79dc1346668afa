/// A task that sleeps until a deadline.
struct Sleeper {
    let deadline: VirtualClock.Instant
    let order: Int
    let continuation: CheckedContinuation<Void, any Error>
}

/// The sleeping tasks in the order of their deadlines, then in the order in which they fell asleep.
///
/// A binary heap of keys, and a table of the sleepers that were not removed. Every operation costs at most O(log n).
struct SleeperQueue {
    private struct Key {
        let deadline: VirtualClock.Instant
        let order: Int

        static func < (lhs: Key, rhs: Key) -> Bool { (lhs.deadline, lhs.order) < (rhs.deadline, rhs.order) }
    }

    private var heap: [Key] = []
    private var sleepers: [Int: Sleeper] = [:]

    mutating func insert(_ sleeper: Sleeper) {
        sleepers[sleeper.order] = sleeper
        heap.append(Key(deadline: sleeper.deadline, order: sleeper.order))
        var child = heap.count - 1
        while child > 0, heap[child] < heap[(child - 1) / 2] {
            heap.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    /// Removes a sleeper; its key stays in the heap until it is the first.
    mutating func remove(_ order: Int) -> Sleeper? {
        sleepers.removeValue(forKey: order)
    }

    mutating func takeFirst(by end: VirtualClock.Instant?) -> Sleeper? {
        while let first = heap.first {
            if let sleeper = sleepers[first.order] {
                if let end, end < first.deadline { return nil }
                removeFirst()
                sleepers[first.order] = nil
                return sleeper
            }
            removeFirst()
        }
        return nil
    }

    private mutating func removeFirst() {
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
        var parent = 0
        while true {
            var least = 2 * parent + 1
            if least + 1 < heap.count, heap[least + 1] < heap[least] { least += 1 }
            guard least < heap.count, heap[least] < heap[parent] else { return }
            heap.swapAt(parent, least)
            parent = least
        }
    }
}
