/// Supplies a table with its cells.
public protocol TableViewDataSource<Cell>: AnyObject {
    associatedtype Cell

    func numberOfRows(in table: TableView<Cell>) -> Int
    /// Asked for visible rows only.
    func cell(forRow row: Int, in table: TableView<Cell>) -> Cell
}

/// Is told what becomes of a table.
public protocol TableViewDelegate<Cell>: AnyObject {
    associatedtype Cell

    /// These rows can be seen from now on; called after each drawing.
    func table(_ table: TableView<Cell>, didShow rows: Range<Int>)
    func table(_ table: TableView<Cell>, didSelect row: Int)
    /// A person has pressed a row long, to take it away.
    func table(_ table: TableView<Cell>, didDelete row: Int)
    /// A person has pressed a row long, and written another text in its place.
    func table(_ table: TableView<Cell>, didEdit row: Int, to text: String)
    /// A person has scrolled to the last row, and on.
    func tableDidReachEnd(_ table: TableView<Cell>)
}

extension TableViewDelegate {
    /// Nothing, where no row can be taken away.
    public func table(_ table: TableView<Cell>, didDelete row: Int) {}

    /// Nothing, where no row can be changed.
    public func table(_ table: TableView<Cell>, didEdit row: Int, to text: String) {}
}

/// A list of rows on a tall screen, which makes cells for those alone that can be seen.
public final class TableView<Cell> {
    /// Which end a person sees first.
    public enum Anchor { case top, bottom }

    /// How many rows the screen has room for; each scrolling shows as many more.
    public static var page: Int { 50 }

    /// Asked at each drawing; while there is none, nothing is drawn.
    public weak var dataSource: (any TableViewDataSource<Cell>)?
    /// Told what can be seen, and what a person does with a row.
    public weak var delegate: (any TableViewDelegate<Cell>)?
    /// Whether the app could supply more rows than it has so far.
    public var hasFurtherRows = false
    /// The cells that can be seen; nil until the table is first drawn.
    public private(set) var cells: [Cell]?
    /// Which rows these are.
    public private(set) var visibleRows = 0..<0

    unowned let view: View
    private let anchor: Anchor
    private let keepsCells: Bool
    private var rowCount = 0
    private var room = TableView.page
    private var isStale = false

    init(in view: View, from anchor: Anchor, keepsCells: Bool) {
        (self.view, self.anchor, self.keepsCells) = (view, anchor, keepsCells)
    }

    /// Makes every visible cell anew.
    public func reloadData() {
        draw { _ in nil }
    }

    /// Makes cells for rows that are new or have changed, and keeps the others where the phone keeps any.
    ///
    /// `old` are the rows as they were last drawn. Cost: linear in what can be seen.
    public func reload<Row: Identifiable & Equatable>(from old: [Row], to new: [Row]) {
        guard keepsCells, let cells, visibleRows.upperBound <= old.count else { return reloadData() }
        var known: [Row.ID: (row: Row, cell: Cell)] = [:]
        for (index, cell) in zip(visibleRows, cells) { known[old[index].id] = (old[index], cell) }
        draw { index in
            let row = new[index]
            return known[row.id].flatMap { $0.row == row ? $0.cell : nil }
        }
    }

    /// Makes the cells of some of the visible rows anew.
    public func reloadRows(where isMeant: (Int) -> Bool) {
        guard let cells, !isStale, visibleRows.contains(where: isMeant) else { return }
        let known = Dictionary(uniqueKeysWithValues: zip(visibleRows, cells))
        draw { isMeant($0) ? nil : known[$0] }
    }

    /// What a person does: selects the first row that can be seen whose cell is meant.
    public func tap(where isMeant: (Cell) -> Bool) {
        guard let index = cells?.firstIndex(where: isMeant) else { return }
        delegate?.table(self, didSelect: visibleRows.lowerBound + index)
    }

    /// What a person does: takes the row away whose cell is meant.
    public func delete(where isMeant: (Cell) -> Bool) {
        guard let index = cells?.firstIndex(where: isMeant) else { return }
        delegate?.table(self, didDelete: visibleRows.lowerBound + index)
    }

    /// What a person does: writes another text into the row whose cell is meant.
    public func edit(to text: String, where isMeant: (Cell) -> Bool) {
        guard let index = cells?.firstIndex(where: isMeant) else { return }
        delegate?.table(self, didEdit: visibleRows.lowerBound + index, to: text)
    }

    /// What a person does: looks for more.
    public func scroll() {
        room += Self.page
        if hasHiddenRows { reloadData() } else { delegate?.tableDidReachEnd(self) }
    }

    /// Whether scrolling would show more.
    public var hasMore: Bool { hasHiddenRows || hasFurtherRows }

    /// Draws what was missed while the screen was covered.
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
