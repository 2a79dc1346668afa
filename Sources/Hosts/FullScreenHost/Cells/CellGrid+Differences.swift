/// Adjacent cells of a row to be written.
struct CellRun: Equatable, Sendable {
    let row: Int
    let column: Int
    /// The cells; wide glyphs are whole.
    let cells: ArraySlice<Cell>
}

extension CellGrid {
    /// Returns the cells to write in order to turn `old` into this grid: those that differ, with both halves of wide glyphs.
    ///
    /// The runs are ordered from the top, and within a row from the left. Returns all rows if the sizes differ.
    func runs(since old: CellGrid) -> [CellRun] {
        let isSameSize = old.rowCount == rowCount && old.columnCount == columnCount
        return (0..<rowCount).flatMap { row in
            let cells = self[row]
            guard isSameSize else { return [CellRun(row: row, column: 0, cells: cells)] }
            return cells == old[row] ? [] : Self.runs(row, cells, since: old[row])
        }
    }

    private static func runs(_ row: Int, _ new: ArraySlice<Cell>, since old: ArraySlice<Cell>) -> [CellRun] {
        var runs: [CellRun] = []
        var index = new.startIndex
        // A terminal may draw such an emoji over more cells than we count: what follows is written again.
        if let doubt = zip(new, old).enumerated().filter({ $1.0.isDoubtful || $1.1.isDoubtful }).map(\.offset).last,
            let first = new.indices.first(where: { new[$0] != old[$0] }), first - new.startIndex <= doubt
        {
            return [CellRun(row: row, column: first - new.startIndex, cells: new[first...])]
        }
        while let start = new[index...].indices.first(where: { new[$0] != old[$0] }) {
            var end = start
            repeat { end += max(1, new[end].width) } while end < new.endIndex && new[end] != old[end]
            runs.append(CellRun(row: row, column: start - new.startIndex, cells: new[start..<end]))
            index = end
        }
        return runs
    }
}

extension CellGrid {
    /// Estimates the bytes needed to turn a row of `old` into this grid's: one for each cell that differs, more for each
    /// cursor movement and change of style.
    func writingCost(_ row: Int, since old: CellGrid) -> Int {
        var (cost, gap, blanks) = (0, 0, 0)
        var style: CellStyle?
        // The cursor has to move to the first run in any case.
        var isFirst = true
        for (new, old) in zip(self[row], old[row]) {
            guard new != old else {
                gap += 1
                continue
            }
            if isFirst || gap > 0 { cost += isFirst ? Self.moveCost : min(gap, Self.moveCost) }
            (isFirst, gap) = (false, 0)
            // Many blanks are erased by one sequence.
            blanks = new == .blank ? blanks + 1 : 0
            if blanks <= Self.moveCost { cost += 1 }
            if new != .blank, new.style != style {
                cost += Self.styleCost
                style = new.style
            }
        }
        return cost
    }

    private static let moveCost = 6
    private static let styleCost = 6

    /// Returns the grid with the rows of an area moved up and blank rows below them, as a terminal scrolls.
    func scrolled(_ area: CellArea, by count: Int) -> CellGrid {
        var moved = self
        moved.move(area, upBy: count)
        return moved
    }

    /// Counts the rows of an area that are in another grid `count` rows further down.
    func matches(_ area: CellArea, in old: CellGrid, movedBy count: Int) -> Int {
        area.rows.dropLast(count).count { row in
            let new = self[row].dropFirst(area.columns.lowerBound).prefix(area.columns.count)
            let old = old[row + count].dropFirst(area.columns.lowerBound).prefix(area.columns.count)
            return new.elementsEqual(old) && new.contains { $0 != .blank }
        }
    }
}
