import CSystem
import HostTesting
import RuntimeKit
import Testing

@testable import HostKit
@testable import LineHost

@Suite(.timeLimit(.minutes(20))) struct LineInputTests {
    private let pipe = PipeFake()
    private let signals: SignalPipe

    init() throws {
        signals = try SignalPipe()
    }

    @Test func `lines come in order, and then always the end`() async throws {
        let input = try LineInput(descriptor: pipe.readEnd, signals: signals)
        pipe.write("one\ntwo\n")
        #expect(await input.next() == .line("one"))
        #expect(await input.next() == .line("two"))
        pipe.write("three")
        pipe.closeWriteEnd()
        #expect(await input.next() == .line("three"))
        #expect(await input.next() == .end)
        #expect(await input.next() == .end)
    }

    @Test func `typed lines differ from piped lines`() async throws {
        let line = String(repeating: "x", count: TypedLine.limit)
        for isTyped in [true, false] {
            let pipe = PipeFake()
            let input = try LineInput(descriptor: pipe.readEnd, signals: signals, isTerminal: isTyped)
            pipe.write("ab\u{1B}[D\n\(line)\n")
            #expect(await input.next() == .line(isTyped ? "ab" : "ab\u{1B}[D"))
            #expect(await input.next() == (isTyped ? .cutByTerminal : .line(line)))
        }
    }

    @Test func `next waits for a late line`() async throws {
        let input = try LineInput(descriptor: pipe.readEnd, signals: signals)
        async let line = input.next()
        pipe.write("la")
        pipe.write("te\n")
        #expect(await line == .line("late"))
    }

    @Test func `a signal is returned at once while no line is wanted`() async throws {
        let input = try LineInput(descriptor: pipe.readEnd, signals: signals)
        signals.post(SIGTERM)
        #expect(await input.signals.takeAll() == [SIGTERM])
        pipe.write("line\n")
        #expect(await input.next() == .signal(SIGTERM))
        #expect(await input.next() == .line("line"))
    }

    @Test func `a signal ends the wait for a line, which comes later`() async throws {
        let input = try LineInput(descriptor: pipe.readEnd, signals: signals)
        async let event = input.next()
        signals.post(SIGINT)
        #expect(await event == .signal(SIGINT))
        pipe.write("line\n")
        #expect(await input.next() == .line("line"))
        #expect(input.signals.drain() == [SIGINT])
    }

    @Test func `no line is read that was not requested`() async throws {
        let input = try LineInput(descriptor: pipe.readEnd, signals: signals)
        let line = String(repeating: "x", count: 1023) + "\n"
        _ = pipe.fill(with: line)
        #expect(await input.next() == .line(String(line.dropLast())))
        // Each signal sends the thread through its loop once, in which it could read ahead.
        for _ in 0..<20 {
            signals.post(SIGHUP)
            _ = await input.signals.takeAll()
        }
        #expect(pipe.fill(with: line) <= LineReader.chunkSize)
    }

    @Test func `a cancelled wait ends, and the line goes to the next call`() async throws {
        let input = try LineInput(descriptor: pipe.readEnd, signals: signals)
        for _ in 0..<100 {
            await withTaskGroup { group in
                group.addTask { #expect(await input.next() == .end) }
                group.cancelAll()
            }
        }
        pipe.write("line\nother\n")
        #expect(await input.next() == .line("line"))
        #expect(await input.next() == .line("other"))
    }

    @Test func `a wait cancelled within a line leaves the whole line to the next call`() async throws {
        let input = try LineInput(descriptor: pipe.readEnd, signals: signals)
        await cancelInTheMiddleOfALine(input)
        pipe.write("way\n")
        #expect(await input.next() == .line("halfway"))
    }

    @Test func `the thread ends with its input, even while it waits`() async throws {
        weak var exchange: LineExchange?
        do {
            let input = try LineInput(descriptor: pipe.readEnd, signals: signals)
            exchange = input.exchange
            await cancelInTheMiddleOfALine(input)
        }
        while exchange != nil { await Task.yield() }
    }

    /// Leaves the thread waiting for the rest of a line that is no longer wanted.
    private func cancelInTheMiddleOfALine(_ input: LineInput) async {
        await withTaskGroup { group in
            group.addTask { #expect(await input.next() == .end) }
            pipe.write("half")
            while Descriptors.poll([pipe.readEnd], waits: false)[0] { await Task.yield() }
            group.cancelAll()
        }
    }
}

@Suite(.timeLimit(.minutes(20))) struct LineExchangeTests {
    private let exchange = LineExchange()

    @Test func `one signal is kept for many, and comes before a line`() async {
        exchange.deliver(.line("line"))
        for signal in [SIGINT, SIGTERM, SIGTERM] { exchange.deliver(.signal(signal)) }
        #expect(exchange.signals.drain() == [SIGINT, SIGTERM, SIGTERM])
        #expect(await exchange.next(demand: {}) == .signal(SIGINT))
        #expect(await exchange.next(demand: {}) == .line("line"))
    }

    @Test func `an event that is kept requests nothing, and a missing one requests once`() async {
        var demands = 0
        exchange.deliver(.line("kept"))
        _ = await exchange.next { demands += 1 }
        #expect(demands == 0)
        let event = await exchange.next {
            demands += 1
            #expect(exchange.isAwaited)
            exchange.deliver(.end)
        }
        #expect(event == .end)
        #expect(demands == 1)
        #expect(!exchange.isAwaited)
    }
}
