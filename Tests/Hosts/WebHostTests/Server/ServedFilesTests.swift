import CSystem
import ChatTypes
import Foundation
import HostTesting
import Testing

@testable import WebHost

/// The files that the page asks for by number, and the answers that bring them.
@Suite struct ServedFilesTests {
    private let files = ServedFiles()
    private let gif = Array("GIF89a".utf8) + [4, 0, 3, 0]

    private func number(_ name: String, isHere: Bool = true) -> Int? {
        files.number(for: .message(MessageID(name))) {
            isHere ? .disk(path: "/\(name)", name: name, picture: nil) : nil
        }
    }

    @Test func `a file keeps its number, and a missing one gets none until it is there`() {
        #expect(number("a", isHere: false) == nil)
        #expect([number("a"), number("b"), number("a")] == [1, 2, 1])
        #expect(files[2] == .disk(path: "/b", name: "b", picture: nil))
    }

    @Test func `beyond the limit the oldest file is forgotten, and served no more`() {
        for name in 1...ServedFiles.limit { _ = number("\(name)") }
        #expect(files[1] != nil)
        _ = number("more")
        #expect(files[1] == nil && files[2] != nil)
        #expect(number("2") == 2)
        #expect(number("1") == ServedFiles.limit + 2)
    }

    private func values(_ name: String, of response: WebResponse) -> [String] {
        response.allHeaders.filter { $0.name == name }.map(\.value)
    }

    @Test func `a picture is shown in the page, and may do nothing there`() throws {
        let folder = DataFolder()
        let path = folder.url.appending(path: "picture").path
        try Data(gif).write(to: URL(filePath: path))
        let picture = try #require(RasterPicture(head: gif))
        let shown = try #require(WebResponse(.disk(path: path, name: "a b.gif", picture: picture)))
        if case .descriptor(let descriptor, let count) = shown.body {
            #expect(count == UInt64(gif.count))
            close(descriptor)
        }
        #expect(values("Content-Disposition", of: shown) == ["inline; filename*=UTF-8''a%20b.gif"])
        for response in [shown, try #require(WebResponse(.memory(gif, picture)))] {
            #expect(values("Content-Type", of: response) == ["image/gif"])
            let policy = "default-src 'none'; sandbox; frame-ancestors 'none'"
            #expect(values("Content-Security-Policy", of: response) == [policy])
        }
        withExtendedLifetime(folder) {}
    }

    @Test func `a folder or a pipe in the place of a file is not served, nor left open`() {
        #expect(WebResponse(.disk(path: "/", name: "a", picture: nil)) == nil)
        let folder = DataFolder()
        let path = folder.url.appending(path: "pipe").path
        #expect(mkfifo(path, 0o600) == 0)
        #expect(WebResponse(.disk(path: path, name: "a", picture: nil)) == nil)
        // A pipe that nobody reads cannot be opened for writing.
        #expect(open(path, O_WRONLY | O_NONBLOCK) == -1)
        withExtendedLifetime(folder) {}
    }
}
