import CSystem
import Foundation
import HostTesting
import Testing

@testable import HostKit

@Suite(.timeLimit(.minutes(20))) struct LineOutputTests {
    private let pipe = PipeFake()

    @Test func `each line ends with a line break`() {
        let output = LineOutput(descriptor: pipe.writeEnd)
        output.write("one")
        output.write([])
        output.write(["two", "", "é\u{0}"])
        pipe.closeWriteEnd()
        #expect(String(decoding: pipe.readAll(), as: UTF8.self) == "one\ntwo\n\né\u{0}\n")
        #expect(output.failure == nil)
    }

    @Test(arguments: [nil, 80, 40]) func `a line with a key is wrapped between its groups on a terminal`(columns: Int?)
    {
        let output = LineOutput(descriptor: pipe.writeEnd, columns: columns)
        let key = (0...10).map { "abc\($0 % 10)" }.joined(separator: " ")
        let line = "ABCDEFGHIJ: verified, signed by its user; key \(key)"
        output.write(wrapping: line)
        pipe.closeWriteEnd()
        let lines = String(decoding: pipe.readAll(), as: UTF8.self).split(separator: "\n")
        #expect(lines.allSatisfy { $0.count <= columns ?? .max } && (lines.count > 1) == (columns != nil))
        #expect(lines.map { $0.drop { $0 == " " } }.joined(separator: " ") == line)
    }

    @Test(arguments: [true, false]) func `more than a pipe holds is written in parts`(waits: Bool) async {
        pipe.setWaiting(waits)
        let output = LineOutput(descriptor: pipe.writeEnd)
        let lines = (0..<10_000).map { "line \($0)" }
        let thread = Thread { [pipe] in
            output.write(lines)
            pipe.closeWriteEnd()
        }
        thread.start()
        #expect(String(decoding: pipe.readAll(), as: UTF8.self) == lines.map { $0 + "\n" }.joined())
    }

    @Test func `after a closed pipe nothing else is written`() {
        SignalPipe.ignoreLostOutput()
        let output = LineOutput(descriptor: pipe.writeEnd)
        #expect(!output.isClosed)
        pipe.closeReadEnd()
        output.write("lost")
        #expect(output.isClosed)
        output.write("lost, too")
        #expect(output.isClosed)
        #expect(output.failure == SystemError(call: "write", code: EPIPE))
    }

    @Test func `a signal ends the wait for a reader`() async throws {
        let signals = try SignalPipe()
        let output = LineOutput(descriptor: pipe.writeEnd, signals: signals)
        _ = pipe.fill(with: "x")
        let thread = Thread {
            // This waits, since the pipe is full.
            output.write("lost")
        }
        thread.start()
        signals.post(SIGTERM)
        while output.failure == nil { await Task.yield() }
        #expect(output.isInterrupted && !output.isClosed)
        #expect(signals.take() == SIGTERM, "it is there for who has to act upon it")
        #expect(signals.hasArrived)
    }

    @Test func `a writable output gets its lines even after a signal`() throws {
        let signals = try SignalPipe()
        let output = LineOutput(descriptor: pipe.writeEnd, signals: signals)
        signals.post(SIGTERM)
        output.write("last words")
        pipe.closeWriteEnd()
        #expect(output.failure == nil)
        #expect(String(decoding: pipe.readAll(), as: UTF8.self) == "last words\n")
    }

    @Test func `after a failure all later lines are dropped`() {
        SignalPipe.ignoreLostOutput()
        let (output, other) = (LineOutput(descriptor: pipe.writeEnd), PipeFake())
        pipe.closeReadEnd()
        output.write("lost")
        dup2(other.writeEnd, pipe.writeEnd)
        output.write("after it")
        pipe.closeWriteEnd()
        other.closeWriteEnd()
        #expect(other.readAll().isEmpty)
    }

    @Test func `another failure is stored`() {
        let output = LineOutput(descriptor: 9999)
        output.write("lost")
        #expect(!output.isClosed)
        #expect(output.failure?.description == "write: Bad file descriptor")
    }

    @Test func `lines from many tasks stay whole`() async {
        let output = LineOutput(descriptor: pipe.writeEnd)
        await withTaskGroup { group in
            for task in 0..<8 {
                group.addTask { for _ in 0..<100 { output.write(String(repeating: "\(task)", count: 40)) } }
            }
        }
        pipe.closeWriteEnd()
        let lines = String(decoding: pipe.readAll(), as: UTF8.self).split(separator: "\n")
        #expect(lines.count == 800)
        #expect(lines.allSatisfy { $0.count == 40 && Set($0).count == 1 })
    }
}
