import Foundation
import HostKit
import HostTesting
import Testing
import ThreadTesting

@testable import FullScreenHost

/// The decoder's process; other programs stand in for it where it has to fail.
@Suite(.ownThread, .timeLimit(.minutes(20))) struct ChafaTests {
    private let folder = DataFolder()

    /// Decodes a file with a program.
    private func draw(
        _ bytes: [UInt8],
        by program: String,
        size: PictureSize = PictureSize(columns: 4, rows: 2)
    ) async throws -> DrawnPicture {
        let file = folder.url.appending(path: "picture")
        try Data(bytes).write(to: file)
        let chafa = Chafa(program: program, clock: ContinuousClock())
        return try await chafa.draw(PictureRequest(path: file.path, size: size, form: .blocks(colorCount: 256)))
    }

    @Test func `the command line has the limits, the size and the colours`() {
        let chafa = Chafa(program: "/usr/bin/chafa", clock: ContinuousClock())
        for (count, colors) in [(8, "8"), (16, "16"), (256, "240")] {
            let size = PictureSize(columns: 4, rows: 2)
            let words = chafa.words(for: PictureRequest(path: "-x", size: size, form: .blocks(colorCount: count)))
            #expect(words.prefix(2) == ["/usr/bin/env", "-i"])
            #expect(words.joined(separator: " ").contains("--colors \(colors) --size 4x2 "))
            #expect(words.contains { $0.contains("ulimit -t 5") && $0.contains("ulimit -f 0") })
            #expect(!words.contains("-x"), "it gets the file, not its name")
        }
    }

    @Test func `pixels are asked for in cells of eight by sixteen`() {
        let chafa = Chafa(program: "/usr/bin/chafa", clock: ContinuousClock())
        let request = PictureRequest(path: "-x", size: PictureSize(columns: 4, rows: 2), form: .pixels)
        let words = chafa.words(for: request).joined(separator: " ")
        #expect(words.contains("/usr/bin/chafa --format kitty --stretch --size 4x4 --animate off "))
    }

    @Test(arguments: [
        ("/usr/bin/false", PictureFailure.failed(code: 1)), ("/bin/echo", .strange),
        ("/usr/bin/true", .strange), ("/no/such/chafa", .notStarted(reason: "its program cannot be run")),
    ])
    func `a decoder that fails, prints something else or is not there is told`(program: String, failure: PictureFailure)
        async
    {
        await #expect(throws: failure) { try await draw(pngHead(4, 4), by: program) }
    }

    @Test func `a file that is no picture, or describes one of 65,535 columns and rows, is not decoded`() async {
        for bytes in [Array("<svg/>".utf8), [], pngHead(65_535, 65_535), pngHead(0, 1)] {
            await #expect(throws: PictureFailure.unreadable) { try await draw(bytes, by: "/no/such/chafa") }
        }
    }

    @Test func `a folder, a missing file and one that is too large are not decoded`() async throws {
        let chafa = Chafa(program: "/no/such/chafa", clock: ContinuousClock())
        func file(of byteCount: Int) throws -> String {
            let file = folder.url.appending(path: "\(byteCount)")
            try Data(pngHead(4, 4)).write(to: file)
            let handle = try FileHandle(forWritingTo: file)
            // Without bytes on the disk.
            try handle.truncate(atOffset: UInt64(byteCount))
            try handle.close()
            return file.path
        }
        let failures: [(String, PictureFailure)] = [
            (folder.url.path, .unreadable), (folder.url.appending(path: "nothing").path, .unreadable),
            (try file(of: Chafa.fileLimit + 1), .tooLarge),
            (try file(of: Chafa.fileLimit), .notStarted(reason: "its program cannot be run")),
        ]
        for (path, failure) in failures {
            await #expect(throws: failure) {
                try await chafa.draw(PictureRequest(path: path, size: .limit, form: .blocks(colorCount: 256)))
            }
        }
    }

    @Test func `the program is found in absolute folders of PATH only`() throws {
        let program = folder.url.appending(path: "chafa")
        try Data("#!/bin/sh\n".utf8).write(to: program)
        #expect(Chafa.path(in: ["PATH": folder.url.path]) == nil, "it cannot be run")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program.path)
        #expect(Chafa.path(in: ["PATH": "/no:\(folder.url.path)"]) == program.path)
        #expect(Chafa.path(in: ["PATH": ".:bin"]) == nil)
        #expect(Chafa.path(in: [:]) == nil)
    }

    @Test(.enabled(if: Chafa.installed != nil, "chafa is not installed"))
    func `chafa draws a picture, and refuses one that is cut`() async throws {
        let program = try #require(Chafa.installed)
        let gif = try #require(Data(base64Encoded: "R0lGODdhAQABAIAAAP8AAAAAACwAAAAAAQABAAACAkQBADs="))
        let picture = try await draw(Array(gif), by: program, size: PictureSize(columns: 1, rows: 1))
        #expect(picture.lines.count == 1)
        #expect(picture.lines.first?.first?.style.background != .standard)
        await #expect(throws: PictureFailure.self) { try await draw(pngHead(4, 4), by: program) }
    }

    @Test(.enabled(if: Chafa.installed != nil, "chafa is not installed"))
    func `chafa decodes a picture of one pixel into all pixels of its cells`() async throws {
        let file = folder.url.appending(path: "dot.gif")
        try #require(Data(base64Encoded: "R0lGODdhAQABAIAAAP8AAAAAACwAAAAAAQABAAACAkQBADs=")).write(to: file)
        let chafa = Chafa(program: try #require(Chafa.installed), clock: ContinuousClock())
        let size = PictureSize(columns: 3, rows: 2)
        let picture = try await chafa.draw(PictureRequest(path: file.path, size: size, form: .pixels))
        let image = try #require(picture.image)
        #expect(image.pixels.prefix(4) == [255, 0, 0, 255])
        #expect((image.width, image.height) == (3 * 8, 2 * 16))
        #expect(image.isOpaque)
    }
}

extension Chafa {
    fileprivate static var installed: String? { path(in: ProcessInfo.processInfo.environment) }
}
