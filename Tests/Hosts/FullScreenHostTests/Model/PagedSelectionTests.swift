import Testing

@testable import FullScreenHost

@Suite struct PagedSelectionTests {
    private struct Row: Identifiable {
        let id: Int
    }

    private let rows = (1...5).map(Row.init)

    @Test func `a move beyond an end selects the last row there and asks for a page if there is one`() {
        var selection = PagedSelection<Int>()
        #expect(selection.move(by: 1, in: rows, hasPrevious: true, hasNext: true) == nil, "nothing is selected yet")
        selection.select(0, in: rows)
        #expect(selection.move(by: 4, in: rows, hasPrevious: true, hasNext: true) == nil && selection.selected == 5)
        #expect(selection.move(by: 1, in: rows, hasPrevious: true, hasNext: true) == .next && selection.selected == 5)
        #expect(selection.move(by: 1, in: rows, hasPrevious: true, hasNext: false) == nil)
        #expect(selection.move(by: -9, in: rows, hasPrevious: true, hasNext: false) == .previous)
        #expect(selection.selected == 1)
        #expect(selection.move(by: -1, in: rows, hasPrevious: false, hasNext: false) == nil)
    }

    @Test func `scrolling shows the selected row and no blank rows below the last`() {
        var selection = PagedSelection<Int>()
        for (index, top) in [(0, 0), (1, 0), (2, 1), (4, 3), (3, 3), (2, 2), (0, 0)] {
            selection.select(index, in: rows)
            selection.scroll(showing: 2, of: rows)
            #expect(selection.top == top, "row \(index)")
        }
        selection.select(9, in: rows)
        selection.scroll(showing: 2, of: rows)
        selection.select(1, in: Array(rows.prefix(2)))
        selection.scroll(showing: 2, of: Array(rows.prefix(2)))
        #expect(selection.top == 0)
        selection.select(0, in: [Row]())
        #expect(selection.selected == nil)
    }
}
