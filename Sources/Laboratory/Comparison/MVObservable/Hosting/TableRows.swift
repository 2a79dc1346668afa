import PhoneKit

/// The rows of a table, each with a cell as a function of it.
///
/// The table does not retain it; retain it as long as the table.
final class TableRows<Row: Identifiable & Equatable, Cell>: TableViewDataSource, TableViewDelegate {
    var onShow: (ArraySlice<Row>) -> Void = { _ in }
    var onAction: (Row, RowAction) -> Void = { _, _ in }
    var onEnd: () -> Void = {}
    private let cell: (Row) -> Cell
    private var rows: [Row] = []

    init(cell: @escaping (Row) -> Cell) {
        self.cell = cell
    }

    func attach(to table: TableView<Cell>) {
        table.dataSource = self
        table.delegate = self
    }

    func show(_ rows: [Row], in table: TableView<Cell>) {
        let old = self.rows
        self.rows = rows
        table.reload(from: old, to: rows)
    }

    func numberOfRows(in table: TableView<Cell>) -> Int { rows.count }
    func cell(forRow row: Int, in table: TableView<Cell>) -> Cell { cell(rows[row]) }
    func table(_ table: TableView<Cell>, didShow rows: Range<Int>) { onShow(self.rows[rows]) }
    func table(_ table: TableView<Cell>, didPerform action: RowAction, on row: Int) { onAction(rows[row], action) }
    func tableDidReachEnd(_ table: TableView<Cell>) { onEnd() }
}
