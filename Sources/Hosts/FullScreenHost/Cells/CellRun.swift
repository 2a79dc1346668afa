/// Cells beside each other that have to be written.
struct CellRun: Equatable, Sendable {
    let row: Int
    let column: Int
    /// It begins with no right half, and ends with no left one alone.
    let cells: ArraySlice<Cell>
}

extension CellGrid {
    /// What has to be written to make this grid of `old`: the cells that differ, and no others but the second half of a wide
    /// glyph. From the top, each row from the left; all rows where the size is another.
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
        while let start = new[index...].indices.first(where: { new[$0] != old[$0] }) {
            var end = start
            repeat { end += max(1, new[end].width) } while end < new.endIndex && new[end] != old[end]
            runs.append(CellRun(row: row, column: start - new.startIndex, cells: new[start..<end]))
            index = end
        }
        return runs
    }
}
