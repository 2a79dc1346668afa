extension CellWriter {
    /// A scroll done by the terminal itself, and the grid that it then shows.
    struct Move {
        let text: String
        let grid: CellGrid
        let cost: Int
    }

    /// Returns the move with the fewest bytes in total; nil if writing the cells is cheaper.
    ///
    /// A terminal moves whole rows, so cells beside the moving area have to be written again. Rows at the top may be cheaper
    /// to write than to move: the move begins at the row with the lowest cost. A terminal with margins moves the area alone.
    static func bestMove(
        _ old: CellGrid,
        to frame: Frame,
        by capabilities: TerminalCapabilities,
        hasMargins: Bool
    ) -> Move? {
        guard let moving = frame.moving, let scrollUp = capabilities.scrollUp else { return nil }
        let area = CellArea(
            rows: moving.rows.clamped(to: 0..<old.rowCount),
            columns: moving.columns.clamped(to: 0..<old.columnCount)
        )
        guard area.rows.count > 2 else { return nil }
        let unmoved = area.rows.map { frame.grid.writingCost($0, since: old) }
        let plainCost = unmoved.reduce(0, +)
        // A cheap update is not worth a search for a cheaper one.
        guard plainCost > worthLooking, let count = bestCount(old, to: frame.grid, area) else { return nil }
        var moves: [Move] = []
        if hasMargins, let scrollColumnsUp = capabilities.scrollColumnsUp {
            let (text, grid) = (scrollColumnsUp(area, count, old.rowCount), old.scrolled(area, by: count))
            let cost = area.rows.reduce(text.utf8.count) { $0 + frame.grid.writingCost($1, since: grid) }
            moves.append(Move(text: text, grid: grid, cost: cost))
        }
        var rows = CellArea(rows: area.rows, columns: old.area.columns)
        let whole = old.scrolled(rows, by: count)
        var (cost, best) = (plainCost, (top: area.rows.upperBound, cost: plainCost))
        for row in area.rows.reversed() {
            cost += frame.grid.writingCost(row, since: whole) - unmoved[row - area.rows.lowerBound]
            if cost < best.cost { best = (row, cost) }
        }
        rows.rows = best.top..<area.rows.upperBound
        if rows.rows.count > count {
            let text = scrollUp(rows.rows, count, old.rowCount)
            moves.append(Move(text: text, grid: old.scrolled(rows, by: count), cost: best.cost + text.utf8.count))
        }
        return moves.filter { $0.cost < plainCost }.min { $0.cost < $1.cost }
    }

    /// Returns the distance by which most rows have moved; nil if none has.
    private static func bestCount(_ old: CellGrid, to new: CellGrid, _ area: CellArea) -> Int? {
        let counts = (1...min(area.rows.count / 2, countLimit)).map { count in
            (count: count, matches: new.matches(area, in: old, movedBy: count))
        }
        return counts.filter { $0.matches > 0 }.max { $0.matches < $1.matches }?.count
    }

    /// More lines than this rarely arrive at once.
    private static let countLimit = 8
    private static let worthLooking = 80
}
