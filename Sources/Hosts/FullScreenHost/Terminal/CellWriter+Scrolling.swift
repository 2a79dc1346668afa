extension CellWriter {
    /// A move that the terminal does by itself: which rows or cells, and what it then shows.
    struct Move {
        let text: String
        let grid: CellGrid
        let cost: Int
    }

    /// The move that leaves the fewest bytes to write, if it is worth its own.
    ///
    /// A terminal moves whole rows, so what stands beside the moving area is moved too, and written again. Rows further up
    /// may be cheaper to write than to move: the move begins where that pays best. A terminal with margins moves the
    /// area alone.
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
        // What costs next to nothing anyway is not worth looking for another way.
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

    /// By how many rows most of them have moved; nil where none has.
    private static func bestCount(_ old: CellGrid, to new: CellGrid, _ area: CellArea) -> Int? {
        let counts = (1...min(area.rows.count / 2, countLimit)).map { count in
            (count: count, matches: new.matches(area, in: old, movedBy: count))
        }
        return counts.filter { $0.matches > 0 }.max { $0.matches < $1.matches }?.count
    }

    /// More lines than this hardly come at once.
    private static let countLimit = 8
    private static let worthLooking = 80
}
