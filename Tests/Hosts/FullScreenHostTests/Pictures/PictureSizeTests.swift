import ChatTypes
import HostKit
import Testing

@testable import FullScreenHost

@Suite struct PictureSizeTests {
    private func size(_ width: Int, _ height: Int, in box: PictureSize = .limit) -> [Int] {
        guard let picture = RasterPicture(head: pngHead(width, height)) else { return [] }
        let size = PictureSize(ofWidth: picture.width, height: picture.height, within: box)
        return [size.columns, size.rows]
    }

    @Test func `a picture keeps its shape within the box`() {
        #expect(size(640, 480) == [32, 12])
        #expect(size(4000, 500) == [40, 3])
        #expect(size(300, 4000) == [2, 12])
        #expect(size(640, 480, in: PictureSize(columns: 10, rows: 12)) == [10, 4])
    }

    @Test func `a small picture is not enlarged, and any takes one cell at least`() {
        #expect(size(1, 1) == [1, 1])
        #expect(size(16, 16) == [2, 1])
        #expect(size(65_535, 1) == [40, 1])
        #expect(size(1, 65_535) == [1, 12])
    }

    @Test func `a picture of 65,535 columns and rows has no size`() {
        #expect(size(65_535, 65_535) == [])
    }

    @Test(arguments: [(100, 24, 40, 12), (100, 10, 40, 5), (7, 24, 7, 12), (0, 1, 1, 1), (-3, 0, 1, 1)])
    func `the box goes by the terminal`(columns: Int, rows: Int, boxColumns: Int, boxRows: Int) {
        let box = PictureSize(columns: columns, terminalRows: rows)
        #expect((box.columns, box.rows) == (boxColumns, boxRows))
    }
}
