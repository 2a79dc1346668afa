import CSystem
import HostTesting
import Testing
import ThreadTesting

@testable import HostKit

@Suite(.ownThread, .timeLimit(.minutes(20))) struct LineReaderTests {
    private let pipe = PipeFake()

    @Test func `lines come one by one, and then always the end`() throws {
        var reader = LineReader(input: pipe.readEnd, signals: try SignalPipe())
        pipe.write("one\r\ntwo\nthree")
        pipe.closeWriteEnd()
        let events = (0..<5).map { _ in reader.nextEvent() }
        #expect(events == [.line("one"), .line("two"), .line("three"), .end, .end])
    }

    @Test func `a signal comes before available lines, and loses none`() throws {
        let signals = try SignalPipe()
        var reader = LineReader(input: pipe.readEnd, signals: signals)
        pipe.write("one\ntwo\nthree\n")
        #expect(reader.nextEvent() == .line("one"))
        signals.post(SIGINT)
        signals.post(SIGTERM)
        let events = (0..<4).map { _ in reader.nextEvent() }
        #expect(events == [.signal(SIGINT), .signal(SIGTERM), .line("two"), .line("three")])
    }

    @Test func `a signal is returned after the end`() throws {
        let signals = try SignalPipe()
        var reader = LineReader(input: pipe.readEnd, signals: signals)
        pipe.closeWriteEnd()
        #expect(reader.nextEvent() == .end)
        signals.post(SIGTERM)
        #expect(reader.nextEvent() == .signal(SIGTERM))
        #expect(reader.nextEvent() == .end)
    }

    @Test func `an unreadable input always returns the reason`() throws {
        var closed = LineReader(input: 9999, signals: try SignalPipe())
        #expect(closed.nextEvent() == .failed(SystemError(call: "read", code: EBADF)))
        let directory = open("/", O_RDONLY)
        defer { close(directory) }
        var reader = LineReader(input: directory, signals: try SignalPipe())
        let failure = InputEvent.failed(SystemError(call: "read", code: EISDIR))
        #expect([reader.nextEvent(), reader.nextEvent()] == [failure, failure])
    }

    @Test func `a read error returns the whole lines before it without the incomplete one`() throws {
        var reader = LineReader(input: pipe.readEnd, signals: try SignalPipe())
        pipe.write("one\ntwo\nthr")
        #expect(reader.nextEvent() == .line("one"))
        let directory = open("/", O_RDONLY)
        defer { close(directory) }
        dup2(directory, pipe.readEnd)
        let events = [reader.nextEvent(), reader.nextEvent()]
        #expect(events == [.line("two"), .failed(SystemError(call: "read", code: EISDIR))])
    }

    @Test func `a nonblocking input is waited for`() throws {
        let (input, output) = try Descriptors.makePipe()
        var reader = LineReader(input: input, signals: try SignalPipe())
        #expect(try Descriptors.read(input, upTo: 1) == nil)
        _ = write(output, "late\n", 5)
        #expect(reader.nextEvent() == .line("late"))
        close(output)
        #expect(reader.nextEvent() == .end)
    }

    @Test func `a line is read without the bytes after it`() throws {
        var reader = LineReader(input: pipe.readEnd, signals: try SignalPipe())
        let line = String(repeating: "x", count: 1023) + "\n"
        _ = pipe.fill(with: line)
        for _ in 0..<10 { _ = reader.nextEvent() }
        #expect(pipe.fill(with: line) <= LineReader.chunkSize)
    }

    @Test func `a line of many chunks is one line`() throws {
        var reader = LineReader(input: pipe.readEnd, signals: try SignalPipe())
        let line = String(repeating: "x", count: 50_000)
        pipe.write(line + "\n")
        #expect(reader.nextEvent() == .line(line))
    }
}

/// Serialized, since only the pipe installed last receives the process's signals.
@Suite(.ownThread, .serialized, .timeLimit(.minutes(20))) struct SignalPipeTests {
    @Test func `a real signal comes through the pipe`() throws {
        let signals = try SignalPipe()
        #expect(signals.take() == nil)
        signals.install(for: [SIGUSR1])
        // Sends the signal to the process, since this thread takes none.
        kill(getpid(), SIGUSR1)
        _ = Descriptors.poll([signals.readEnd], waits: true)
        #expect(signals.take() == SIGUSR1)
        #expect(signals.take() == nil)
    }

    @Test func `a signal that was ignored stays ignored`() throws {
        signal(SIGUSR2, SIG_IGN)
        let signals = try SignalPipe()
        signals.install(for: [SIGUSR2])
        kill(getpid(), SIGUSR2)
        #expect(unsafeBitCast(signal(SIGUSR2, SIG_IGN), to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self))
        #expect(signals.take() == nil)
    }

    @Test func `a change such as a resize is returned without ending a wait`() throws {
        let signals = try SignalPipe()
        signals.installChanges(for: [SIGWINCH])
        kill(getpid(), SIGWINCH)
        _ = Descriptors.poll([signals.readEnd], waits: true)
        #expect(!signals.hasArrived)
        #expect(signals.take() == SIGWINCH)
    }

    @Test func `a flood of signals neither blocks nor accumulates`() throws {
        let signals = try SignalPipe()
        // More than a pipe holds.
        for _ in 0..<70_000 { signals.post(SIGINT) }
        #expect(signals.take() == SIGINT)
    }
}

@Suite(.ownThread, .timeLimit(.minutes(20))) struct CancellingTests {
    @Test func `a signal cancels running work`() async throws {
        let signals = try SignalPipe()
        await #expect(throws: InterruptionError.self) {
            try await signals.cancelling {
                signals.post(SIGTERM)
                while true {
                    try Task.checkCancellation()
                    await Task.yield()
                }
            }
        }
        #expect(signals.take() == SIGTERM)
    }

    @Test func `work without a signal ends normally`() async throws {
        let signals = try SignalPipe()
        #expect(try await signals.cancelling { 7 } == 7)
        await #expect(throws: StorageError.noHome) { try await signals.cancelling { throw StorageError.noHome } }
    }
}
