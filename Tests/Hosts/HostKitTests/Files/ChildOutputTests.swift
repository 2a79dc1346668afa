import CSystem
import Foundation
import HostTesting
import Testing
import ThreadTesting

@testable import HostKit

@Suite(.ownThread, .timeLimit(.minutes(20))) struct ChildOutputTests {
    /// Runs a line of the shell on an input.
    private func output(
        of script: String,
        on input: String = "",
        upTo limit: Int = 1000,
        clock: any Clock<Duration> = ContinuousClock()
    ) async throws -> String {
        let folder = DataFolder()
        let file = folder.url.appending(path: "input")
        try Data(input.utf8).write(to: file)
        let descriptor = open(file.path, O_RDONLY | O_CLOEXEC)
        defer { close(descriptor) }
        let words = ["/bin/sh", "-c", script]
        let bytes = try await ChildProgram.output(
            of: words,
            reading: descriptor,
            upTo: limit,
            within: .seconds(120),
            on: clock
        )
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func `a program reads its input and its output is returned, without its errors`() async throws {
        #expect(try await output(of: "cat; echo lost >&2; echo end", on: "beginning ") == "beginning end\n")
    }

    #if os(Linux)
        @Test func `a program leads a session of its own, which has no terminal`() async throws {
            // The sixth number of a process is its session, and the seventh its terminal.
            let script =
                "read -r id name state parent group session terminal rest < /proc/$$/stat; echo $((session - id)) $terminal"
            #expect(try await output(of: script) == "0 0\n")
        }
    #endif

    @Test func `an output of exactly the limit is returned, and one of a byte more is refused`() async throws {
        #expect(try await output(of: "cat", on: "1234", upTo: 4) == "1234")
        await #expect(throws: ChildFailure.verbose) { try await output(of: "cat", on: "12345", upTo: 4) }
    }

    @Test func `a program that prints for ever is ended`() async {
        await #expect(throws: ChildFailure.verbose) { try await output(of: "while :; do echo more; done") }
    }

    @Test(arguments: [("echo half; exit 3", 3), ("kill -9 $$", 137), ("exec /no/such/program", 127)])
    func `a program that fails gives its exit code`(script: String, code: Int32) async {
        await #expect(throws: ChildFailure.failed(code: code)) { try await output(of: script) }
    }

    /// A thread of a test blocks signals as those of the program do.
    @Test(arguments: [("TERM", 143), ("PIPE", 141)])
    func `a program takes the signals that this one blocks or ignores`(signal: String, code: Int32) async {
        SignalPipe.ignoreLostOutput()
        await #expect(throws: ChildFailure.failed(code: code)) {
            try await output(of: "kill -\(signal) $$; echo alive")
        }
    }

    @Test func `a program that hangs is ended with what it has started`() async {
        await #expect(throws: ChildFailure.slow) {
            try await output(of: "sleep 1000 | sleep 1000", clock: HastyClock())
        }
    }

    @Test func `a cancelled task ends the program`() async {
        let task = Task { try await output(of: "sleep 1000") }
        task.cancel()
        await #expect(throws: ChildFailure.cancelled) { try await task.value }
    }

    @Test func `a program inherits no file of this one`() async throws {
        let pipe = try Descriptors.makePipe()
        defer { for end in [pipe.readEnd, pipe.writeEnd] { close(end) } }
        // Without the flag, a child would inherit it.
        _ = fcntl(pipe.readEnd, F_SETFD, 0)
        let listed = try await output(of: "test -e /dev/fd/\(pipe.readEnd) && echo open; echo end")
        #expect(listed == "end\n")
    }
}

/// A clock on which every pause is over at once.
private struct HastyClock: Clock {
    var now: ContinuousClock.Instant { ContinuousClock().now }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {}
}
