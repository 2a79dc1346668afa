import Foundation
import Testing

@testable import FullScreenHost

@Suite struct PictureImageTests {
    /// The output of chafa for pixels.
    private func output(_ pixels: [UInt8], about: String, end: String = "\u{1B}_Gm=0\u{1B}\\\n") -> [UInt8] {
        let parts = stride(from: 0, to: pixels.count, by: 6).map { start in
            "\u{1B}_Gm=1;\(Data(pixels[start..<min(start + 6, pixels.count)]).base64EncodedString())\u{1B}\\"
        }
        return Array("\u{1B}_Ga=T,\(about),c=1,r=1,m=1\u{1B}\\\(parts.joined())\(end)".utf8)
    }

    @Test func `the pixels of all parts are read`() throws {
        let pixels: [UInt8] = [1, 2, 3, 255, 4, 5, 6, 0]
        let image = try PictureImage(output(pixels, about: "f=32,s=2,v=1"))
        #expect((image.width, image.height, image.pixels) == (2, 1, pixels))
        #expect(!image.isOpaque)
        #expect(PictureImage(width: 1, height: 1, pixels: [1, 2, 3, 255])?.isOpaque == true)
    }

    @Test(arguments: [
        "f=32,s=2,v=2", "f=32,s=1,v=1", "f=32,s=65535,v=65535", "f=32,s=0,v=1", "f=32,s=-2,v=-1", "f=32,s=2",
        "f=100,s=2,v=1", "f=32,s=2,v=1,o=z", "f=32,s=2,v=1,t=f", "f=32,s=99999999999999999999,v=1", "",
    ])
    func `another size, another form or a file is refused`(about: String) {
        let pixels: [UInt8] = [1, 2, 3, 255, 4, 5, 6, 0]
        #expect(throws: PictureFailure.strange) { try PictureImage(output(pixels, about: about)) }
    }

    @Test func `a picture has 1024 pixels at most each way, and is opaque if almost nothing is seen through it`() {
        func picture(_ width: Int, _ height: Int, alpha: UInt8 = 255) -> PictureImage? {
            let pixel: [UInt8] = [1, 2, 3, alpha]
            let pixels = Array(repeating: pixel, count: width * height).flatMap { $0 }
            return PictureImage(width: width, height: height, pixels: pixels)
        }
        #expect(picture(1024, 1) != nil && picture(1, 1024) != nil)
        #expect(picture(1025, 1) == nil && picture(1, 1025) == nil)
        #expect(picture(2, 2, alpha: 240)?.isOpaque == true && picture(2, 2, alpha: 239)?.isOpaque == false)
    }

    @Test func `a picture of too many pixels is made smaller, and any other stays as it is`() throws {
        let pixels: [UInt8] = (UInt8(0)..<6).flatMap { [$0, 0, 0, 255] as [UInt8] }
        let image = try #require(PictureImage(width: 3, height: 2, pixels: pixels))
        #expect(image.within(width: 3, height: 2) == image)
        #expect(image.within(width: 9, height: 9) == image)
        let column = image.within(width: 1, height: 9)
        #expect((column.width, column.height, column.pixels) == (1, 2, [0, 0, 0, 255, 3, 0, 0, 255]))
    }

    @Test func `anything besides pixels is refused`() {
        let good = output([1, 2, 3, 4], about: "f=32,s=1,v=1")
        for bad in [
            [], Array("text".utf8), good + Array("\u{1B}[2J".utf8), Array("\u{1B}]0;title\u{07}".utf8) + good,
            Array(good.dropLast(3)), output([1, 2, 3, 4], about: "f=32,s=1,v=1", end: "\u{1B}_Gm=0;!!!!\u{1B}\\"),
        ] {
            #expect(throws: PictureFailure.strange) { try PictureImage(bad) }
        }
        #expect(throws: Never.self) { try PictureImage(good) }
    }
}
