extension CellGrid {
    /// How many cells differ from those of a grid of the same size.
    func changeCount(since old: CellGrid) -> Int {
        (0..<rowCount).reduce(0) { sum, row in
            let (new, old) = (self[row], old[row])
            return new == old ? sum : sum + zip(new, old).reduce(0) { $0 + ($1.0 == $1.1 ? 0 : 1) }
        }
    }

    /// With the rows of a range moved up by so many, and blank ones below them, as a terminal does it.
    func scrolled(_ rows: Range<Int>, by count: Int) -> CellGrid {
        var moved = self
        moved.move(rows, upBy: count)
        return moved
    }
}
