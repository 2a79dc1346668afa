import SimulationKit
import Synchronization
import Testing

@testable import TerminalHost

/// A command that is done in a world is cancelled when a signal comes.
@Suite(.timeLimit(.minutes(20))) struct InterruptionTests {
    @Test func `a list that waits for the server is interrupted, and does not end well`() async throws {
        let (code, text) = try await cancelled { try await $0.list() }
        #expect(code == .ioError)
        #expect(text == "! interrupted before everything was done\n")
    }

    @Test func `a message that was not sent is told to be kept or not begun`() async throws {
        let (code, text) = try await cancelled { try await $0.send("hello", to: "Ada") }
        #expect(code == .ioError)
        #expect(text == "! interrupted before everything was done\n")
    }

    @Test func `a message that waits to be sent is kept, which is told, and the command does not end well`() throws {
        let (pipe, executor) = (PipeFake(), SimulationExecutor(seed: 1, schedule: .inOrder))
        let command = try OneShotCommand(on: executor.clock, printingTo: pipe)
        let code = Mutex<ExitCode?>(nil)
        let task = Task(executorPreference: executor) {
            let ended = await command.run { try await $0.send("hello", to: "Ada") }
            code.withLock { $0 = ended }
        }
        // Printed at first as one that is being sent.
        #expect(executor.run { Descriptors.poll([pipe.readEnd], waits: false)[0] })
        task.cancel()
        #expect(executor.run { code.withLock { $0 != nil } })
        pipe.closeWriteEnd()
        let text = String(decoding: pipe.readAll(), as: UTF8.self)
        #expect(code.withLock { $0 } == .ioError)
        #expect(text.hasSuffix("! Interrupted; the message is kept, and sent when viperchat next runs\n"), "\(text)")
    }

    /// In a world whose time stands still, so that no request is ever answered.
    private func cancelled(
        _ command: @escaping @Sendable (OneShotCommand) async throws -> ExitCode
    ) async throws -> (ExitCode, String) {
        let pipe = PipeFake()
        let oneShot = try OneShotCommand(on: VirtualClock(), printingTo: pipe)
        let task = Task { await oneShot.run(command) }
        task.cancel()
        let code = await task.value
        pipe.closeWriteEnd()
        return (code, String(decoding: pipe.readAll(), as: UTF8.self))
    }
}
