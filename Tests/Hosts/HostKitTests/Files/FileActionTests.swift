import Chat
import ChatStore
import ChatTypes
import Foundation
import HostTesting
import SimulatedServer
import SimulationKit
import Testing
import ThreadTesting
import Transport

@testable import HostKit

/// Sending, downloading, saving and opening files in line mode.
@Suite(.ownThread, .timeLimit(.minutes(20))) struct FileCommandTests {
    private let folder = DataFolder()
    private let bytes = Data((0..<20_000).map { UInt8(truncatingIfNeeded: $0 &* 13) })

    @Test func `a file is sent, saved without overwriting, and listed in the details`() throws {
        let (original, outbox) = (path("notes.txt"), path("out"))
        try bytes.write(to: URL(filePath: original))
        try FileManager.default.createDirectory(atPath: outbox, withIntermediateDirectories: false)
        let lines = try run(
            "/new Ada\n/attach '\(original)'\n/wait 5s\n/save 1 \(outbox)\n/save \(outbox)\n/save 1 \(original)\n"
                + "/fetch\n/stop\n/save \(path("other name"))\n/details\n/quit\n"
        )
        #expect(lines.contains { $0.contains("You: [notes.txt: text/plain, 20 kB]  (sending)") })
        for name in ["out/notes.txt", "out/notes 2.txt", "other name"] {
            #expect(lines.contains("  notes.txt is saved as \(path(name))"))
            #expect(try Data(contentsOf: URL(filePath: path(name))) == bytes)
        }
        #expect(lines.contains("  notes.txt is uploaded"))
        #expect(lines.contains("! Already downloaded: /view opens it, /save saves a copy"))
        #expect(lines.contains("! It is not being downloaded"))
        #expect(!lines.contains("  notes.txt is waiting to be sent"), "once it is there, it waits no more")
        #expect(lines.contains("! \(original) already exists"))
        #expect(lines.last { !$0.isEmpty } == "  [notes.txt]")
    }

    @Test func `a contact's file is downloaded on request, opened and kept`()
        async throws
    {
        _ = try run("/wait 1s\n/quit\n")
        try await johnSends("photo.png", byteCount: 9_000)
        let opener = path("opener")
        // Written by a shell: Linux starts no program that a process of another test has open for writing.
        let script = "#!/bin/sh\ncp \"$1\" '\(path("opened"))'\n"
        let writer = try ChildProcess(shell: #"cat > "$1"; chmod 700 "$1""#, arguments: [opener], input: script)
        #expect(writer.waitUntilExit() == 0)
        let lines = try run(
            "/open John\n/wait 5m\n/view\n/wait 5s\n/view\n/wait 1s\n/quit\n",
            launcher: ["/usr/bin/env", "VIPERCHAT_OPENER=\(opener)", try ChildProcess.executable().path]
        )
        let asked = try #require(lines.firstIndex(of: "! Downloading photo.png; try again when it has arrived"))
        let here = try #require(lines.firstIndex { $0.hasPrefix("  photo.png is downloaded") })
        let opened = try #require(lines.firstIndex(of: "  Opening photo.png"))
        #expect(asked < here && here < opened)
        let again = try run("/open John\n/save \(path("kept"))\n/quit\n")
        #expect(again.contains("  photo.png is saved as \(path("kept"))"))
        #expect(try Data(contentsOf: URL(filePath: path("kept"))).count == 9_000)
    }

    @Test(arguments: [
        ("notes.txt", "notes 2.txt"), ("file.tar.gz", "file 2.tar.gz"), ("a.b.txt", "a.b 2.txt"), ("plain", "plain 2"),
        ("B.TAR.gz", "B 2.TAR.gz"),
    ])
    func `a copy beside a file of its name has a number before the ending`(name: String, copy: String) throws {
        let place = path("copies")
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
        try Data().write(to: URL(filePath: "\(place)/\(name)"))
        #expect(try FileAction.target(for: name, in: place).hasSuffix("/\(copy)"))
    }

    @Test func `a copy without a place is in the current folder`() throws {
        let name = UUID().uuidString
        let folder = FileManager.default.currentDirectoryPath
        #expect(try FileAction.target(for: name, in: nil) == "\(folder)/\(name)")
    }

    @Test func `an opener that is not there is told, with what to do`() throws {
        let (file, opener) = (path("notes.txt"), path("opener"))
        try bytes.write(to: URL(filePath: file))
        let lines = try run(
            "/new Ada\n/attach '\(file)'\n/wait 5s\n/view\n/quit\n",
            launcher: ["/usr/bin/env", "VIPERCHAT_OPENER=\(opener)", try ChildProcess.executable().path]
        )
        #expect(lines.contains("! Cannot find \(opener) to open files: set VIPERCHAT_OPENER, or use /save"))
    }

    @Test(arguments: ["file:///etc/passwd", "javascript:alert(1)", "ftp://h", "https:/h", " https://h", "-a", ""])
    func `only web addresses are opened`(link: String) {
        #expect(throws: LineCommandError(message: "Only web addresses can be opened")) {
            try FileOpener.open(link: link)
        }
    }

    @Test func `a file in memory is not opened, and says what to do`() {
        let file = ChatViewState.File(name: "a.png", transfer: .complete(path: nil))
        let error = LineCommandError(message: "The file exists in memory only: /save saves a copy")
        #expect(throws: error) { try FileOpener.open(file) }
    }

    @Test func `file commands that cannot work are refused with the reason`() throws {
        let lines = try run(
            "/open John\n/fetch\n/save 2 x\n/attach /nowhere/at all\n/attach \(folder.url.path)\n/fetch no\n/quit\n"
        )
        #expect(lines.count { $0 == "! There is no such file on screen" } == 2)
        #expect(lines.contains("! /nowhere/at all cannot be read: No such file or directory"))
        #expect(lines.contains("! \(folder.url.path) is a folder"))
        #expect(lines.contains { $0.hasPrefix("! /fetch ") })
    }

    @Test func `saving to an unusable place is refused with the reason`() throws {
        let original = path("my file.txt")
        try bytes.write(to: URL(filePath: original))
        let dropped = original.replacing(" ", with: "\\ ")
        let lines = try run(
            "/new Ada\n/attach \(dropped)\n/wait 5s\n/save 1 /nowhere/x/y\n/save \(path("new"))/\n/quit\n"
        )
        #expect(lines.contains { $0.contains("You: [my file.txt: text/plain, 20 kB]") })
        #expect(lines.contains("! /nowhere/x/y cannot be written: No such file or directory"))
        #expect(lines.contains("! There is no folder \(path("new"))/"))
    }

    private func path(_ name: String) -> String { folder.url.appending(path: name).path }

    /// Adds a message with a file by John to the server's journal.
    private func johnSends(_ name: String, byteCount: Int64) async throws {
        let server = try SimulatedChatServer(reading: folder.profile.journal)
        try await server.contactSends(fileNamed: name, byteCount: byteCount, in: ChatID("chat-john"))
    }

    private func run(_ input: String, launcher: [String] = []) throws -> [String] {
        try ChildProcess(
            arguments: folder.arguments + ["--virtual-time", "--seed", "7"],
            input: input,
            launcher: launcher
        ).finish().lines
    }
}

@Suite(.ownThread) struct TypedPathTests {
    /// The home folder, as shells have it.
    private static let home = ProcessInfo.processInfo.environment["HOME"] ?? NSHomeDirectory()

    @Test(arguments: [
        ("/tmp/a b", "/tmp/a b"), ("'/tmp/a b'", "/tmp/a b"), ("\"a\"", "a"), ("'a\"", "'a\""), ("'", "'"), ("''", ""),
        ("~", Self.home), ("~/x", Self.home + "/x"), ("~x", "~x"), ("'~/x'", Self.home + "/x"),
        ("\"'a'\"", "'a'"), ("~/x/", Self.home + "/x/"),
    ])
    func `resolve removes one pair of quotes and expands the home folder`(typed: String, path: String) {
        #expect(TypedPath.resolve(typed) == path)
    }

    @Test(arguments: [("~", "/own"), ("~/x/", "/own/x/"), ("'~/x'", "/own/x"), ("~x", "~x")])
    func `resolve uses HOME for the home folder`(typed: String, path: String) {
        #expect(TypedPath.resolve(typed, environment: ["HOME": "/own"]) == path)
    }

    @Test func `resolve removes the backslashes of a dropped path, unless the file has them`() throws {
        let folder = DataFolder()
        let path = { (name: String) in folder.url.appending(path: name).path }
        try Data().write(to: URL(filePath: path(#"a\ b"#)))
        #expect(TypedPath.resolve(path(#"a\ b"#)) == path(#"a\ b"#))
        #expect(TypedPath.resolve(path(#"c\ \(d\).txt"#)) == path("c (d).txt"))
        #expect(TypedPath.resolve(path(#"c\\d\"#)) == path(#"c\d\"#))
        #expect(TypedPath.resolve(#"~/a\ b"#) == Self.home + "/a b")
        #expect(TypedPath.resolve(#"'c\ d'"#) == #"c\ d"#)
    }
}
