import Foundation
import HomeserverTesting
import HostTesting
import ProcessKit
import Testing
import ThreadTesting

/// Walks through the page in Chromium, on the simulated server in virtual time.
@Suite(
    .ownThread,
    .enabled(if: BrowserDriver.python != nil, "There is no browser for these tests: .ci/browser install"),
    .timeLimit(.minutes(20))
)
struct BrowserTests {
    /// Each walk has a window and a program. Half of them share a browser: one for each would cost a second of the processor, and one for
    /// all would end last of all tests.
    @Test(arguments: ["even", "odd"]) func `walks in a browser find everything as it should be`(half: String) throws {
        try run("walk.py", half)
    }

    @Test(.enabled("no homeserver answers: .ci/matrix start") { await Synapse.running() != nil })
    func `two pages over Synapse read each other's encrypted messages, and verify each other by emoji`() async throws {
        try run("encrypted.py", try #require(await Synapse.running()).url)
    }

    /// Runs a script on the program; fails with what it printed if it fails.
    private func run(_ script: String, _ argument: String) throws {
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Browser/\(script)")
        let process = Process()
        process.executableURL = BrowserDriver.python
        process.arguments = [script.path, try ChildProcess.executable().path, argument]
        let text = String(decoding: try process.output(withErrors: true), as: UTF8.self)
        #expect(process.terminationStatus == 0, "\(text)")
    }
}

/// The browser that `.ci/browser install` puts below `.build`.
private enum BrowserDriver {
    /// The interpreter with the browser's driver; nil if it is not installed.
    static let python: URL? = {
        let folder = package.appending(path: ".build/browser")
        let isThere = FileManager.default.fileExists(atPath: folder.appending(path: "installed").path)
        return isThere ? folder.appending(path: "venv/bin/python") : nil
    }()

    private static let package = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
        .standardizedFileURL
}
