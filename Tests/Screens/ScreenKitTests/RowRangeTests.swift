import ScreenKit
import Testing

@Suite struct RowRangeTests {
    @Test func `it grows by pages to the most that is held, and then slides, down and up again`() {
        var rows = RowRange()
        let down = (1...5).map { _ in
            rows.showMore()
            return [rows.offset, rows.limit]
        }
        #expect(down == [[0, 100], [0, 150], [0, 200], [50, 200], [100, 200]])
        #expect(rows.hasPrevious)
        let up = (1...3).map { _ in
            rows.showPrevious()
            return [rows.offset, rows.limit]
        }
        #expect(up == [[50, 200], [0, 200], [0, 200]])
        #expect(!rows.hasPrevious)
    }

    @Test func `a page before the first whole one begins at the first row`() {
        var rows = RowRange(offset: 20)
        rows.showPrevious()
        #expect(rows == RowRange(offset: 0, limit: 50))
    }

    @Test(arguments: [(0, 3), (0, 5), (2, 3), (2, 2), (9, 2)])
    func `a page says whether there are rows behind it`(offset: Int, limit: Int) {
        let all = [1, 2, 3, 4, 5]
        let page = RowRange(offset: offset, limit: limit).page { all.dropFirst($0).prefix($1) }
        #expect(page.rows == all.indices.filter { $0 >= offset && $0 < offset + limit }.map { all[$0] })
        #expect(page.hasMore == (offset + limit < all.count))
    }
}
