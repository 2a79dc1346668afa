import CSystem
import ChatTypes
import Foundation
import HostTesting
import Testing

@testable import HostKit

@Suite struct RasterPictureFileTests {
    @Test func `the size of a picture is read from its file, and a folder is none`() throws {
        let folder = DataFolder()
        let file = folder.url.appending(path: "picture")
        try Data(Array("GIF89a".utf8) + [4, 0, 3, 0]).write(to: file)
        #expect(RasterPicture(file: file.path)?.width == 4)
        #expect(RasterPicture(file: folder.url.path) == nil)
        #expect(RasterPicture(file: folder.url.appending(path: "nothing").path) == nil)
    }

    @Test func `a pipe in the place of a picture is not read`() throws {
        let folder = DataFolder()
        let path = folder.url.appending(path: "pipe").path
        #expect(mkfifo(path, 0o600) == 0)
        let pipe = open(path, O_RDWR | O_CLOEXEC)
        defer { close(pipe) }
        let picture = Array("GIF89a".utf8) + [4, 0, 3, 0]
        #expect(write(pipe, picture, picture.count) == picture.count)
        #expect(RasterPicture(file: path) == nil)
    }
}
