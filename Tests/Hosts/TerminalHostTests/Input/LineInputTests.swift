import CSystem
import RuntimeKit
import Testing

@testable import TerminalHost

@Suite(.timeLimit(.minutes(20))) struct LineInputTests {
    private let pipe = PipeFake()
    private let signals: SignalPipe

    init() throws {
        signals = try SignalPipe()
    }

    @Test func `lines come in order, then the end for ever`() async throws {
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

    @Test func `what is typed is told from what is piped`() async throws {
        let line = String(repeating: "x", count: TypedLine.limit)
        for isTyped in [true, false] {
            let pipe = PipeFake()
            let input = try LineInput(descriptor: pipe.readEnd, signals: signals, isTerminal: isTyped)
            pipe.write("ab\u{1B}[D\n\(line)\n")
            #expect(await input.next() == .line(isTyped ? "ab" : "ab\u{1B}[D"))
            #expect(await input.next() == (isTyped ? .cutByTerminal : .line(line)))
        }
    }

    @Test func `a line that comes late is waited for`() async throws {
        let input = try LineInput(descriptor: pipe.readEnd, signals: signals)
        async let line = input.next()
        pipe.write("la")
        pipe.write("te\n")
        #expect(await line == .line("late"))
    }

    @Test func `a signal is told at once though no line is wanted`() async throws {
        let input = try LineInput(descriptor: pipe.readEnd, signals: signals)
        signals.post(SIGTERM)
        #expect(await input.signals.takeAll() == [SIGTERM])
        pipe.write("line\n")
        #expect(await input.next() == .signal(SIGTERM))
        #expect(await input.next() == .line("line"))
    }

    @Test func `a signal ends the wait for a line, and the line is there later`() async throws {
        let input = try LineInput(descriptor: pipe.readEnd, signals: signals)
        async let event = input.next()
        signals.post(SIGINT)
        #expect(await event == .signal(SIGINT))
        pipe.write("line\n")
        #expect(await input.next() == .line("line"))
        #expect(input.signals.takeWaiting() == [SIGINT])
    }

    @Test func `nothing is read that was not asked for`() async throws {
        let input = try LineInput(descriptor: pipe.readEnd, signals: signals)
        let line = String(repeating: "x", count: 1023) + "\n"
        _ = pipe.fill(with: line)
        #expect(await input.next() == .line(String(line.dropLast())))
        // Each signal sends the thread once round its loop: one that read ahead would have read by now.
        for _ in 0..<20 {
            signals.post(SIGHUP)
            _ = await input.signals.takeAll()
        }
        #expect(pipe.fill(with: line) <= LineReader.chunkSize)
    }

    @Test func `a cancelled wait ends though no line comes, and the line goes to the next one`() async throws {
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

    @Test func `a wait is cancelled in the middle of a line, and the whole line goes to the next one`() async throws {
        let input = try LineInput(descriptor: pipe.readEnd, signals: signals)
        await cancelInTheMiddleOfALine(input)
        pipe.write("way\n")
        #expect(await input.next() == .line("halfway"))
    }

    @Test func `the thread ends with its input, even one that waits`() async throws {
        weak var exchange: LineExchange?
        do {
            let input = try LineInput(descriptor: pipe.readEnd, signals: signals)
            exchange = input.exchange
            await cancelInTheMiddleOfALine(input)
        }
        while exchange != nil { await Task.yield() }
    }

    /// Leaves the thread waiting for the rest of a line that is not wanted any more.
    private func cancelInTheMiddleOfALine(_ input: LineInput) async {
        await withTaskGroup { group in
            group.addTask { #expect(await input.next() == .end) }
            pipe.write("half")
            while Descriptors.poll([pipe.readEnd], waits: false)[0] { await Task.yield() }
            group.cancelAll()
        }
    }
}

@Suite struct LineExchangeTests {
    private let exchange = LineExchange()

    @Test func `one signal is kept for many, and told before a line`() async {
        exchange.deliver(.line("line"))
        for signal in [SIGINT, SIGTERM, SIGTERM] { exchange.deliver(.signal(signal)) }
        #expect(exchange.signals.takeWaiting() == [SIGINT, SIGTERM, SIGTERM])
        #expect(await exchange.next(demand: {}) == .signal(SIGINT))
        #expect(await exchange.next(demand: {}) == .line("line"))
    }

    @Test func `what is kept asks for nothing, what is not asks once`() async {
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
