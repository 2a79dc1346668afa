extension CellGrid {
    /// About how many bytes it takes to make this grid of one of the same size: one for each cell that differs, and some for
    /// going to each run of them.
    func writingCost(since old: CellGrid) -> Int {
        (0..<rowCount).reduce(0) { sum, row in
            let (new, old) = (self[row], old[row])
            guard new != old else { return sum }
            var (cost, wasEqual) = (0, true)
            for (new, old) in zip(new, old) {
                if new != old { cost += wasEqual ? 9 : 1 }
                wasEqual = new == old
            }
            return sum + cost
        }
    }

    /// With the rows of a range moved up by so many, and blank ones below them, as a terminal does it.
    func scrolled(_ rows: Range<Int>, by count: Int) -> CellGrid {
        var moved = self
        moved.move(rows, upBy: count)
        return moved
    }
}
