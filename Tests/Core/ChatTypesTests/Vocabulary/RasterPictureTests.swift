import Testing

@testable import ChatTypes

@Suite struct RasterPictureTests {
    private static func png(width: UInt8, height: UInt8, high: UInt8 = 0) -> [UInt8] {
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
            + [0, high, 0, width, 0, high, 0, height]
    }

    @Test func `a picture is known by its bytes`() throws {
        let png = try #require(RasterPicture(head: Self.png(width: 4, height: 3)))
        #expect((png.mediaType, png.width, png.height) == ("image/png", 4, 3))
        let gif = try #require(RasterPicture(head: Array("GIF89a".utf8) + [5, 0, 6, 0]))
        #expect((gif.mediaType, gif.width, gif.height) == ("image/gif", 5, 6))
        let jpeg = try #require(
            RasterPicture(
                head: [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 1, 0xFF, 0xC0, 0, 11, 8, 0, 7, 0, 9, 3, 1, 1, 1, 1]
            )
        )
        #expect((jpeg.mediaType, jpeg.width, jpeg.height) == ("image/jpeg", 9, 7))
        let webP =
            Array("RIFF".utf8) + [0, 0, 0, 0] + Array("WEBPVP8X".utf8) + [10, 0, 0, 0, 0, 0, 0, 0, 7, 0, 0, 8, 0, 0]
        #expect(RasterPicture(head: webP) != nil)
    }

    @Test(arguments: [
        Array("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8), Array("<html>".utf8), [], [0x89, 0x50],
        [0xFF, 0xD8, 0xFF],
        [0xFF, 0xD8, 0xFF, 0xC0, 0, 0], Array("GIF89a".utf8), Array("RIFF".utf8),
    ])
    func `anything else is no picture`(bytes: [UInt8]) {
        #expect(RasterPicture(head: bytes) == nil)
    }

    @Test func `a picture that would fill the memory is not shown`() {
        #expect(RasterPicture(head: Self.png(width: 0, height: 3)) == nil)
        #expect(RasterPicture(head: Self.png(width: 0, height: 0, high: 1)) == nil)
    }

    @Test func `a picture of 65,535 columns and rows is refused, and one of a single pixel is not`() {
        let huge = Self.png(width: 0xFF, height: 0xFF).enumerated().map {
            [18, 22].contains($0.offset) ? 0xFF : $0.element
        }
        #expect(RasterPicture(head: huge) == nil)
        #expect(RasterPicture(head: Self.png(width: 1, height: 1))?.height == 1)
    }

    @Test func `a picture of one row or column has at most 65,535 pixels`() {
        func png(_ width: [UInt8], _ height: [UInt8]) -> RasterPicture? {
            RasterPicture(head: Self.png(width: 1, height: 1).dropLast(8) + width + height)
        }
        let (one, most, more): ([UInt8], [UInt8], [UInt8]) = ([0, 0, 0, 1], [0, 0, 0xFF, 0xFF], [0, 1, 0, 0])
        #expect(png(one, most)?.height == 65_535 && png(most, one)?.width == 65_535)
        #expect(png(one, more) == nil && png(more, one) == nil)
    }

    @Test(
        arguments: [
            ("VP8X", [0, 0, 0, 0, 4, 0, 0, 2, 0, 0], 5, 3), ("VP8L", [0x2F, 0x04, 0x80, 0, 0, 0, 0, 0, 0, 0], 5, 3),
            ("VP8 ", [0, 0, 0, 0x9D, 0x01, 0x2A, 0x05, 0x40, 0x03, 0x80], 5, 3),
        ] as [(String, [UInt8], Int, Int)]
    )
    func `the size of each form of WebP is read`(form: String, bytes: [UInt8], width: Int, height: Int) throws {
        let head = Array("RIFF".utf8) + [0, 0, 0, 0] + Array("WEBP\(form)".utf8) + [10, 0, 0, 0] + bytes
        let picture = try #require(RasterPicture(head: head))
        #expect((picture.mediaType, picture.width, picture.height) == ("image/webp", width, height))
    }

    @Test func `the size of a JPEG stands in its frame, behind tables and fill bytes`() throws {
        let tables: [UInt8] = [0xFF, 0xD8, 0xFF, 0xC4, 0, 4, 1, 1]
        let frame: [UInt8] = [0xFF, 0xFF, 0xC0, 0, 11, 8, 0, 7, 0, 9, 3, 1, 1, 1, 1]
        let picture = try #require(RasterPicture(head: tables + frame))
        #expect((picture.mediaType, picture.width, picture.height) == ("image/jpeg", 9, 7))
    }

    @Test func `a picture has at most fifty million pixels`() {
        let tenThousand: [UInt8] = [0, 0, 0x27, 0x10]
        func png(height: [UInt8]) -> RasterPicture? {
            RasterPicture(head: Self.png(width: 1, height: 1).dropLast(8) + tenThousand + height)
        }
        #expect(png(height: [0, 0, 0x13, 0x88])?.height == 5000 && png(height: [0, 0, 0x13, 0x89]) == nil)
    }
}
