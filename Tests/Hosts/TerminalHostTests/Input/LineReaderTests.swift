import CSystem
import Testing

@testable import TerminalHost

@Suite struct LineReaderTests {
    private let pipe = PipeFake()

    @Test func `lines come one by one, then the end for ever`() throws {
        var reader = LineReader(input: pipe.readEnd, signals: try SignalPipe())
        pipe.write("one\r\ntwo\nthree")
        pipe.closeWriteEnd()
        let events = (0..<5).map { _ in reader.nextEvent() }
        #expect(events == [.line("one"), .line("two"), .line("three"), .end, .end])
    }

    @Test func `a signal goes before lines that are there, and loses none`() throws {
        let signals = try SignalPipe()
        var reader = LineReader(input: pipe.readEnd, signals: signals)
        pipe.write("one\ntwo\nthree\n")
        #expect(reader.nextEvent() == .line("one"))
        signals.post(SIGINT)
        signals.post(SIGTERM)
        let events = (0..<4).map { _ in reader.nextEvent() }
        #expect(events == [.signal(SIGINT), .signal(SIGTERM), .line("two"), .line("three")])
    }

    @Test func `a signal is seen after the end`() throws {
        let signals = try SignalPipe()
        var reader = LineReader(input: pipe.readEnd, signals: signals)
        pipe.closeWriteEnd()
        #expect(reader.nextEvent() == .end)
        signals.post(SIGTERM)
        #expect(reader.nextEvent() == .signal(SIGTERM))
        #expect(reader.nextEvent() == .end)
    }

    @Test func `what cannot be read says why, again and again`() throws {
        var closed = LineReader(input: 9999, signals: try SignalPipe())
        #expect(closed.nextEvent() == .failed(SystemError(call: "read", code: EBADF)))
        let directory = open("/", O_RDONLY)
        defer { close(directory) }
        var reader = LineReader(input: directory, signals: try SignalPipe())
        let failure = InputEvent.failed(SystemError(call: "read", code: EISDIR))
        #expect([reader.nextEvent(), reader.nextEvent()] == [failure, failure])
    }

    @Test func `reading that fails in the middle gives the whole lines before it, and not the half one`() throws {
        var reader = LineReader(input: pipe.readEnd, signals: try SignalPipe())
        pipe.write("one\ntwo\nthr")
        #expect(reader.nextEvent() == .line("one"))
        let directory = open("/", O_RDONLY)
        defer { close(directory) }
        dup2(directory, pipe.readEnd)
        let events = [reader.nextEvent(), reader.nextEvent()]
        #expect(events == [.line("two"), .failed(SystemError(call: "read", code: EISDIR))])
    }

    @Test func `an input that does not wait is waited for`() throws {
        let (input, output) = try Descriptors.makePipe()
        var reader = LineReader(input: input, signals: try SignalPipe())
        #expect(try Descriptors.read(input, upTo: 1) == nil)
        _ = write(output, "late\n", 5)
        #expect(reader.nextEvent() == .line("late"))
        close(output)
        #expect(reader.nextEvent() == .end)
    }

    @Test func `a line is read, not all that is there`() throws {
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

/// One after the other: the pipe installed last is the process's one.
@Suite(.serialized, .timeLimit(.minutes(20))) struct SignalPipeTests {
    @Test func `a real signal comes through the pipe`() throws {
        let signals = try SignalPipe()
        #expect(signals.take() == nil)
        signals.install(for: [SIGUSR1])
        // To the process, not to this thread, which takes no signals.
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

    @Test func `a change such as a resize is told, and ends nothing that is waited for`() throws {
        let signals = try SignalPipe()
        signals.installChanges(for: [SIGWINCH])
        kill(getpid(), SIGWINCH)
        _ = Descriptors.poll([signals.readEnd], waits: true)
        #expect(!signals.hasArrived)
        #expect(signals.take() == SIGWINCH)
    }

    @Test func `a flood of signals neither waits nor is kept`() throws {
        let signals = try SignalPipe()
        for _ in 0..<200_000 { signals.post(SIGINT) }
        #expect(signals.take() == SIGINT)
    }
}

@Suite(.timeLimit(.minutes(20))) struct CancellingTests {
    @Test func `a signal cancels what is being done, however long it would take`() async throws {
        let signals = try SignalPipe()
        await #expect(throws: Interruption.self) {
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

    @Test func `without a signal it ends as it would`() async throws {
        let signals = try SignalPipe()
        #expect(try await signals.cancelling { 7 } == 7)
        await #expect(throws: StorageError.noHome) { try await signals.cancelling { throw StorageError.noHome } }
    }
}
