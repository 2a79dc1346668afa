import Chat
import ChatTypes
import Foundation
import HostKit
import HostTesting
import Testing

@testable import FullScreenHost

@Suite struct PictureSizesTests {
    private let folder = DataFolder()

    @Test func `the size of a picture is read once, and that of no other file`() throws {
        let (sizes, place) = (PictureSizes(), folder.url.appending(path: "picture"))
        func pictures(type: String) -> [String: RasterPicture] {
            let file = ChatViewState.File(name: "a", type: type, transfer: .complete(path: place.path))
            return sizes.pictures(in: ChatViewState(rows: [theirs("1", file: file)]))
        }
        try Data(pngHead(80, 32)).write(to: place)
        #expect(pictures(type: "application/pdf").isEmpty)
        for _ in 1...2 {
            let picture = pictures(type: "image/png")[place.path]
            #expect(picture?.width == 80 && picture?.height == 32)
            try Data(pngHead(1, 1)).write(to: place)
        }
    }
}
