extension CellGrid {
    /// About how many bytes it takes to make a row of this grid of a row of another: one for each cell that differs, some for
    /// going to each run of them, and some for each change of style.
    func writingCost(_ row: Int, since old: CellGrid) -> Int {
        var (cost, gap, blanks) = (0, 0, 0)
        var style: CellStyle?
        // The first run has to be gone to, wherever it is.
        var isFirst = true
        for (new, old) in zip(self[row], old[row]) {
            guard new != old else {
                gap += 1
                continue
            }
            if isFirst || gap > 0 { cost += isFirst ? Self.goingCost : min(gap, Self.goingCost) }
            (isFirst, gap) = (false, 0)
            // Many blanks are written as one.
            blanks = new == .blank ? blanks + 1 : 0
            if blanks <= Self.goingCost { cost += 1 }
            if new != .blank, new.style != style {
                cost += Self.styleCost
                style = new.style
            }
        }
        return cost
    }

    private static let goingCost = 6
    private static let styleCost = 6

    /// With the rows of an area moved up by so many, and blank ones below them, as a terminal does it.
    func scrolled(_ area: CellArea, by count: Int) -> CellGrid {
        var moved = self
        moved.move(area, upBy: count)
        return moved
    }

    /// How many rows of an area stand, in another grid, so many rows further down.
    func matches(_ area: CellArea, in old: CellGrid, movedBy count: Int) -> Int {
        area.rows.dropLast(count).count { row in
            let new = self[row].dropFirst(area.columns.lowerBound).prefix(area.columns.count)
            let old = old[row + count].dropFirst(area.columns.lowerBound).prefix(area.columns.count)
            return new.elementsEqual(old) && new.contains { $0 != .blank }
        }
    }
}
