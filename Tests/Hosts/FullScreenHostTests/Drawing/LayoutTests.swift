import Testing

@testable import FullScreenHost

/// The areas of terminals of several sizes.
@Suite struct LayoutTests {
    @Test(
        arguments: [
            (79, nil, nil), (80, nil, 21), (100, nil, 30), (120, nil, 36), (200, nil, 40), (80, 25, 25), (200, 90, 40),
            (200, 0, nil),
        ] as [(Int, Int?, Int?)]
    )
    func `the list has three tenths of a wide terminal, forty columns at most`(columns: Int, chosen: Int?, list: Int?) {
        let layout = Layout(rows: 24, columns: columns, inputRows: 1, listColumns: chosen)
        #expect(layout.list?.columns.count == list && layout.separator == list)
        #expect(layout.main.columns == (list.map { $0 + 1 } ?? 0)..<columns)
    }

    @Test func `the typed text and the notice get a third of the terminal each at most`() {
        let layout = Layout(rows: 24, columns: 60, inputRows: 99, statusRows: 99)
        #expect(layout.input.rows == 16..<24 && layout.status?.rows == 8..<16 && layout.main.rows == 0..<8)
        let low = Layout(rows: 1, columns: 60, inputRows: 9, statusRows: 9)
        #expect(low.input.rows == 0..<1 && low.status == nil && low.main.rows.isEmpty)
    }

    @Test(arguments: [(3, nil, 0..<3), (4, 0, 1..<4)] as [(Int, Int?, Range<Int>)])
    func `an area of up to three rows has no heading`(rows: Int, heading: Int?, body: Range<Int>) {
        let parts = CellArea(rows: 0..<rows, columns: 0..<9).withHeading
        #expect(parts.heading == heading && parts.body.rows == body)
    }
}
