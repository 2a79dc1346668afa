import CSystem
import Foundation
import RuntimeKit
import Synchronization

/// Why the output of a program was not taken.
package enum ChildFailure: Error, Equatable, Sendable {
    /// The program could not be started.
    case notStarted(reason: String)
    /// The program failed: 127 if a shell did not find it, 128 and the signal's number if a signal ended it.
    case failed(code: Int32)
    /// The program did not end in time and was ended.
    case slow
    /// The program printed more than was allowed and was ended.
    case verbose
    /// The caller's task was cancelled, and the program ended.
    case cancelled
}

extension ChildProgram {
    /// Runs a program by its path, without access to this terminal and its files, and returns what it printed.
    ///
    /// Its standard error is dropped. It is ended with its process group if it takes too long or prints too much, and if the
    /// caller's task is cancelled.
    ///
    /// - Parameters:
    ///   - input: the file that the program reads, above the standard descriptors. The caller closes it.
    ///   - limit: the most bytes that are taken.
    ///   - time: the time that the program has.
    package static func output(
        of words: [String],
        reading input: Int32,
        upTo limit: Int,
        within time: Duration,
        on clock: any Clock<Duration>
    ) async throws(ChildFailure) -> [UInt8] {
        let child = try RunningChild(words, reading: input)
        let ended = CoalescingQueue<(code: Int32, output: [UInt8]?)>()
        // The thread only waits, so that the end is noticed however busy this program is.
        Thread.detachNewThread {
            let output = child.takeOutput(upTo: limit)
            if output == nil { child.end() }
            ended.post((child.wait(), output))
        }
        let outcome = await withTaskGroup(of: (code: Int32, output: [UInt8]?)?.self) { group in
            group.addTask { await ended.takeAll().first }
            group.addTask {
                try? await clock.sleep(for: time)
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
        guard let outcome else {
            child.end()
            throw Task.isCancelled ? .cancelled : .slow
        }
        guard let output = outcome.output else { throw .verbose }
        guard outcome.code == 0 else { throw .failed(code: outcome.code) }
        return output
    }
}

/// A program whose output is read.
private final class RunningChild: Sendable {
    private let id: pid_t
    private let output: Int32
    /// Whether the ID may belong to another process.
    private let hasEnded = Mutex(false)

    init(_ words: [String], reading input: Int32) throws(ChildFailure) {
        let pipe: (readEnd: Int32, writeEnd: Int32)
        do { pipe = try Descriptors.makePipe() } catch { throw .notStarted(reason: error.reason) }
        defer { close(pipe.writeEnd) }
        // Programs do not expect an output that refuses bytes.
        _ = fcntl(pipe.writeEnd, F_SETFL, fcntl(pipe.writeEnd, F_GETFL) & ~O_NONBLOCK)
        do {
            id = try ChildProgram.spawn(words, isSilent: true, files: (input, pipe.writeEnd))
        } catch {
            close(pipe.readEnd)
            throw .notStarted(reason: FailureText.text(of: error))
        }
        output = pipe.readEnd
    }

    /// Reads to the end of the output; returns nil if there is more than the limit. Called once.
    func takeOutput(upTo limit: Int) -> [UInt8]? {
        defer { close(output) }
        var bytes: [UInt8] = []
        while bytes.count <= limit {
            _ = Descriptors.poll([output], waits: true)
            guard let part = try? Descriptors.read(output, upTo: limit + 1 - bytes.count) else { continue }
            if part.isEmpty { return bytes }
            bytes += part
        }
        return nil
    }

    /// Waits until the program has ended; returns its exit code. Called once.
    func wait() -> Int32 {
        var info = siginfo_t()
        while waitid(P_PID, id_t(id), &info, WEXITED | WNOWAIT) < 0, errno == EINTR {}
        return hasEnded.withLock { hasEnded in
            hasEnded = true
            return ChildProgram.exitCode(waitingFor: id)
        }
    }

    /// Ends the program with everything that it has started in its process group.
    func end() {
        hasEnded.withLock { hasEnded in
            if !hasEnded { kill(-id, SIGKILL) }
        }
    }
}
