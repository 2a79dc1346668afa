/// A source of a table's cells.
public protocol TableViewDataSource<Cell>: AnyObject {
    associatedtype Cell

    func numberOfRows(in table: TableView<Cell>) -> Int
    /// Returns the cell for a visible row.
    func cell(forRow row: Int, in table: TableView<Cell>) -> Cell
}

/// An observer of a table and of the user's touches.
public protocol TableViewDelegate<Cell>: AnyObject {
    associatedtype Cell

    /// Called after each drawing with the visible rows.
    func table(_ table: TableView<Cell>, didShow rows: Range<Int>)
    /// Called for each action of the user on a visible row.
    func table(_ table: TableView<Cell>, didPerform action: RowAction, on row: Int)
    /// Called when the user scrolls past the last row.
    func tableDidReachEnd(_ table: TableView<Cell>)
}

/// An action of the user on a row: a tap, or a choice after a long press.
public enum RowAction: Hashable, Sendable {
    case select
    case delete
    case edit(to: String)
    case reply(with: String)
    case react(with: String)
}

/// A list of rows on a tall screen. It creates cells for visible rows only.
public final class TableView<Cell> {
    /// The end of the list that is visible first.
    public enum Anchor { case top, bottom }

    /// The number of rows that fit the screen. Each scrolling shows as many more.
    public static var page: Int { 50 }

    /// The source of the cells, queried at each drawing. Without it, nothing is drawn.
    public weak var dataSource: (any TableViewDataSource<Cell>)?
    /// The observer of visible rows and the user's touches.
    public weak var delegate: (any TableViewDelegate<Cell>)?
    /// Whether the app could supply more rows than so far.
    public var hasFurtherRows = false
    /// The visible cells; `nil` until the table is first drawn.
    public private(set) var cells: [Cell]?
    /// The rows of the visible cells.
    public private(set) var visibleRows = 0..<0

    unowned let view: View
    private let anchor: Anchor
    private var rowCount = 0
    private var room = TableView.page
    private var isStale = false

    init(in view: View, from anchor: Anchor) {
        (self.view, self.anchor) = (view, anchor)
    }

    /// Creates every visible cell again.
    public func reloadData() {
        draw { _ in nil }
    }

    /// Creates cells for new and changed rows, and keeps the others.
    ///
    /// `old` are the rows as last drawn. Cost: linear in the number of visible rows.
    public func reload<Row: Identifiable & Equatable>(from old: [Row], to new: [Row]) {
        guard let cells, visibleRows.upperBound <= old.count else { return reloadData() }
        var known: [Row.ID: (row: Row, cell: Cell)] = [:]
        for (index, cell) in zip(visibleRows, cells) { known[old[index].id] = (old[index], cell) }
        draw { index in
            let row = new[index]
            return known[row.id].flatMap { $0.row == row ? $0.cell : nil }
        }
    }

    /// Creates the cells of some visible rows again.
    public func reloadRows(where isMeant: (Int) -> Bool) {
        guard let cells, !isStale, visibleRows.contains(where: isMeant) else { return }
        let known = Dictionary(uniqueKeysWithValues: zip(visibleRows, cells))
        draw { isMeant($0) ? nil : known[$0] }
    }

    /// Simulates the user's tap on the first visible row whose cell matches.
    public func tap(where isMeant: (Cell) -> Bool) { perform(.select, where: isMeant) }

    /// Simulates the user's action on the first visible row whose cell matches.
    public func perform(_ action: RowAction, where isMeant: (Cell) -> Bool) {
        guard let index = cells?.firstIndex(where: isMeant) else { return }
        delegate?.table(self, didPerform: action, on: visibleRows.lowerBound + index)
    }

    /// Simulates the user scrolling for more rows.
    public func scroll() {
        room += Self.page
        if hasHiddenRows { reloadData() } else { delegate?.tableDidReachEnd(self) }
    }

    /// Whether scrolling would show more rows.
    public var hasMore: Bool { hasHiddenRows || hasFurtherRows }

    /// Draws the changes made while the screen was covered.
    func didMoveToWindow() {
        if isStale { reloadData() }
    }

    private var hasHiddenRows: Bool { visibleRows.count < rowCount }

    private func draw(_ kept: (Int) -> Cell?) {
        guard let dataSource else { return }
        isStale = !view.isInWindow
        if isStale { return }
        rowCount = dataSource.numberOfRows(in: self)
        let count = min(room, rowCount)
        visibleRows = anchor == .top ? 0..<count : rowCount - count..<rowCount
        cells = visibleRows.map { kept($0) ?? make($0, from: dataSource) }
        view.note(true)
        delegate?.table(self, didShow: visibleRows)
    }

    private func make(_ row: Int, from dataSource: any TableViewDataSource<Cell>) -> Cell {
        view.drawing?.cellCount += 1
        return dataSource.cell(forRow: row, in: self)
    }
}
