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
    /// Returns the exit code of a chat whose input ends with an event, and what it prints.
    private func run(until event: InputEvent) throws -> (code: ExitCode?, text: String) {
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
        Task(executorPreference: executor) {
            let ended = await chat.run { event }
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

    @Test func `an input that cannot be read is a failure with its reason`() throws {
        let (code, text) = try run(until: .failed(SystemError(call: "read", code: EIO)))
        #expect(code == .ioError)
        #expect(text.hasSuffix("! Cannot read the input: \(String(cString: strerror(EIO)))\n"), "\(text)")
    }
}
