extension RandomAccessCollection {
    /// The first index whose element satisfies `predicate`, when all that do stand behind all that do not.
    func partitioningIndex(where predicate: (Element) -> Bool) -> Index {
        var (low, count) = (startIndex, count)
        while count > 0 {
            let middle = index(low, offsetBy: count / 2)
            if predicate(self[middle]) {
                count /= 2
            } else {
                low = index(after: middle)
                count -= count / 2 + 1
            }
        }
        return low
    }
}

extension Array {
    /// Those after `start` that are not after `end`, of elements in ascending order.
    func stretch(after start: Int, until end: Int?, by sequence: (Element) -> Int) -> ArraySlice<Element> {
        let first = partitioningIndex { sequence($0) > start }
        let last = end.map { end in partitioningIndex { sequence($0) > end } } ?? count
        return self[first..<Swift.max(first, last)]
    }
}
