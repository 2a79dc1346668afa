import Chat
import ChatTypes
import HostKit
import Testing

@testable import FullScreenHost

@Suite struct PicturePlaceTests {
    private let box = PictureSize.limit

    /// The pictures in the files, of 80 by 32 pixels: 10 by 2 cells.
    private func pictures(_ paths: String...) -> [String: RasterPicture] {
        let picture = RasterPicture(head: pngHead(80, 32))
        return Dictionary(paths.compactMap { path in picture.map { (path, $0) } }) { first, _ in first }
    }

    private func place(_ transfer: FileTransfer?, type: String = "image/png", before: PicturePlace? = nil)
        -> PicturePlace?
    {
        PicturePlace(of: .init(name: "a", type: type, transfer: transfer), before: before, pictures: pictures("/a"))
    }

    @Test func `a picture that is here gets the rows of its size`() {
        let place = place(.complete(path: "/a"))
        #expect(place?.rows(in: box) == 2)
        #expect(place?.request(in: box, form: .blocks(colorCount: 256))?.size == PictureSize(columns: 10, rows: 2))
    }

    @Test(arguments: [FileTransfer.waiting, .moving(bytes: 1, of: 2)])
    func `a download gets the whole box, and keeps it when the picture arrives`(transfer: FileTransfer) {
        let before = place(transfer)
        #expect(before?.rows(in: box) == 12)
        #expect(before?.request(in: box, form: .blocks(colorCount: 256)) == nil)
        for after in [place(.complete(path: "/a"), before: before), place(.failed(reason: "full"), before: before)] {
            #expect(after?.rows(in: box) == 12)
        }
        #expect(place(nil, before: before) == nil, "the user has cancelled it")
    }

    @Test func `a download gets the place of the stated size, whatever the picture's own size is`() {
        func place(_ pixels: PixelSize?, _ transfer: FileTransfer, before: PicturePlace? = nil) -> PicturePlace? {
            let file = ChatViewState.File(name: "a", type: "image/png", pixels: pixels, transfer: transfer)
            return PicturePlace(of: file, before: before, pictures: pictures("/a"))
        }
        for (width, height, rows) in [(80, 32, 2), (1, 1, 1), (65_535, 65_535, 12), (65_535, 1, 1), (1, 65_535, 12)] {
            let before = place(PixelSize(width: Int64(width), height: Int64(height)), .waiting)
            #expect(before?.rows(in: box) == rows)
            let after = place(nil, .complete(path: "/a"), before: before)
            #expect(after?.rows(in: box) == rows)
            let size = after?.request(in: box, form: .blocks(colorCount: 256))?.size
            #expect(size == (rows == 1 ? PictureSize(columns: 5, rows: 1) : PictureSize(columns: 10, rows: 2)))
        }
    }

    @Test func `a file that nobody asked for, that failed or is in memory only has no place`() {
        for transfer in [nil, .failed(reason: "gone"), .complete(path: nil)] as [FileTransfer?] {
            #expect(place(transfer) == nil)
        }
    }

    @Test func `a file without a picture in it gets a line that says so`() {
        let place = place(.complete(path: "/other"))
        #expect(place?.rows(in: box) == 1)
        #expect(place?.request(in: box, form: .blocks(colorCount: 256)) == nil)
    }

    @Test(arguments: ["image/svg+xml", "application/pdf", "", "text/html"])
    func `a file of another type has no place, whatever its bytes are`(type: String) {
        #expect(place(.complete(path: "/a"), type: type) == nil)
        #expect(place(.complete(path: "/a"), type: "IMAGE/PNG") != nil)
    }
}
