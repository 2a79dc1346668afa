import CSystem
import Foundation
import HostTesting
import RuntimeKit
import SimulationKit
import Synchronization
import Testing
import Transport

@testable import HostKit
@testable import LineHost

/// The ends of a chat on the terminal.
@Suite struct ChatCommandTests {
    /// Returns the exit code of a chat whose input has some events, of which the last one ends it, and what it prints.
    private func run(until events: InputEvent...) throws -> (code: ExitCode?, text: String) {
        let (pipe, executor) = (PipeFake(), SimulationExecutor(seed: 1, schedule: .inOrder))
        defer { pipe.closeReadEnd() }
        let container = try AppContainer(
            time: AppTime(clock: executor.clock, now: { Date(timeIntervalSince1970: 0) }, calendar: .utcInUSEnglish),
            network: .perfect,
            seed: 1,
            profile: nil
        )
        let printer = Printer(output: LineOutput(descriptor: pipe.writeEnd), isJSON: false, style: .plain)
        let chat = ChatCommand(container: container, printer: printer, isTerminal: false)
        let code = Mutex<ExitCode?>(nil)
        let rest = Mutex(events)
        Task(executorPreference: executor) {
            let ended = await chat.run { rest.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] } }
            code.withLock { $0 = ended }
        }
        #expect(executor.run { code.withLock { $0 != nil } })
        executor.run(for: .seconds(1))
        pipe.closeWriteEnd()
        return (code.withLock { $0 }, String(decoding: pipe.readAll(), as: UTF8.self))
    }

    @Test(arguments: [InputEvent.end, .signal(SIGTERM), .line("/quit")])
    func `the end of the input, a signal and quit are no failure`(event: InputEvent) throws {
        #expect(try run(until: event).code == .ok)
    }

    @Test func `a line that was too long or cut is skipped, and told`() throws {
        let (code, text) = try run(until: .tooLong(byteCount: 9), .cutByTerminal, .end)
        #expect(code == .ok)
        for problem in ["Skipped a line of 9 bytes: too long", TypedLine.cutProblem] {
            #expect(text.contains("\n! \(problem)\n"), "\(text)")
        }
    }

    @Test func `an input that cannot be read is a failure with its reason`() throws {
        let (code, text) = try run(until: .failed(SystemError(call: "read", code: EIO)))
        #expect(code == .ioError)
        #expect(text.hasSuffix("! Cannot read the input: \(String(cString: strerror(EIO)))\n"), "\(text)")
    }
}
