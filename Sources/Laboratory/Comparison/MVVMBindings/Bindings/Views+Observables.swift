import BindingKit
import PhoneKit

extension TextField {
    /// Returns an observable of the texts that the user types from now on. Call it once for each field.
    func typing() -> Observable<String> {
        let texts = Subject<String>()
        onChange = texts.send
        return texts.observable
    }
}

extension Switch {
    /// Returns an observable of the states to which the user sets the switch from now on. Call it once for each
    /// switch.
    func turns() -> Observable<Bool> {
        let turns = Subject<Bool>()
        onChange = turns.send
        return turns.observable
    }
}

extension Button {
    /// Returns an observable of the user's taps from now on. Call it once for each button.
    func taps() -> Observable<Void> {
        let taps = Subject<Void>()
        onTap = { taps.send(()) }
        return taps.observable
    }
}

/// A binding that shows rows in a table, and sends the rows that the user touches.
///
/// The table does not retain it; retain it as long as the table.
final class TableBinding<Row: Identifiable & Equatable, Cell>: TableViewDataSource, TableViewDelegate {
    /// The visible rows, sent after each drawing.
    let shown = Subject<ArraySlice<Row>>()
    let performed = Subject<(row: Row, action: RowAction)>()
    let reachedEnd = Subject<Void>()
    private let table: TableView<Cell>
    private let makeCell: (Row) -> Cell
    private var rows: [Row] = []

    init(_ table: TableView<Cell>, makeCell: @escaping (Row) -> Cell) {
        (self.table, self.makeCell) = (table, makeCell)
        table.dataSource = self
        table.delegate = self
    }

    func show(_ rows: [Row]) {
        let old = self.rows
        self.rows = rows
        table.reload(from: old, to: rows)
    }

    func numberOfRows(in table: TableView<Cell>) -> Int { rows.count }
    func cell(forRow row: Int, in table: TableView<Cell>) -> Cell { makeCell(rows[row]) }
    func table(_ table: TableView<Cell>, didShow rows: Range<Int>) { shown.send(self.rows[rows]) }
    func table(_ table: TableView<Cell>, didPerform action: RowAction, on row: Int) {
        performed.send((rows[row], action))
    }
    func tableDidReachEnd(_ table: TableView<Cell>) { reachedEnd.send(()) }
}
