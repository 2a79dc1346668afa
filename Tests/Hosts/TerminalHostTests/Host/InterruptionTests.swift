import ChatStore
import Foundation
import RuntimeKit
import SimulationKit
import Synchronization
import Testing

@testable import TerminalHost

/// A command that is done in a world is cancelled when a signal comes.
@Suite(.timeLimit(.minutes(20))) struct InterruptionTests {
    @Test func `a list that waits for the server is interrupted, and does not end well`() async throws {
        let (code, text) = try await cancelled { try await $0.list() }
        #expect(code == .ioError)
        #expect(text == "! interrupted before it was finished\n")
    }

    @Test func `a message that was not sent is told to be kept or not begun`() async throws {
        let (code, text) = try await cancelled { try await $0.send("hello", to: "Ada") }
        #expect(code == .ioError)
        #expect(text == "! interrupted before it was finished\n")
    }

    @Test func `a message that waits to be sent is kept, which is told, and the command does not end well`() throws {
        let (pipe, executor) = (PipeFake(), SimulationExecutor(seed: 1, schedule: .inOrder))
        let command = try OneShotCommand(on: executor.clock, printingTo: pipe)
        let code = Mutex<ExitCode?>(nil)
        let task = Task(executorPreference: executor) {
            let ended = await command.run { try await $0.send("hello", to: "Ada") }
            code.withLock { $0 = ended }
        }
        // ShownMessage at first as one that is being sent.
        #expect(executor.run { Descriptors.poll([pipe.readEnd], waits: false)[0] })
        task.cancel()
        #expect(executor.run { code.withLock { $0 != nil } })
        pipe.closeWriteEnd()
        let text = String(decoding: pipe.readAll(), as: UTF8.self)
        #expect(code.withLock { $0 } == .ioError)
        #expect(text.hasSuffix("! Interrupted; the message will be sent when viperchat next runs\n"), "\(text)")
    }

    @Test func `a signal ends an export before its next record`() async throws {
        let (folder, pipe, signals) = (DataFolder(), PipeFake(), try SignalPipe())
        try folder.fill { writer in
            for id in ["a", "b"] {
                let chat = #"{"chat":{"contact":"c","created":"2022-03-11T09:00:00.000Z","id":"\#(id)","name":"Ada"}}"#
                _ = try writer.restore(JSONDecoder().decode(HistoryRecord.self, from: Data(chat.utf8)))
            }
        }
        let output = LineOutput(descriptor: pipe.writeEnd)
        let reading = ReadingCommand(
            profile: folder.profile,
            environment: ChatEnvironment(
                clock: VirtualClock(),
                now: { Date(timeIntervalSince1970: 0) },
                calendar: .utcInUSEnglish,
                random: RandomSource(SplitMix64(seed: 1))
            ),
            printer: Printer(output: output, isJSON: true, style: .plain),
            output: output,
            signals: signals
        )
        #expect(try await reading.export(asJSON: true) == .ok)
        signals.post(2)
        await #expect(throws: Interruption()) { try await reading.export(asJSON: true) }
        pipe.closeWriteEnd()
        #expect(String(decoding: pipe.readAll(), as: UTF8.self).split(separator: "\n").count == 2)
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
