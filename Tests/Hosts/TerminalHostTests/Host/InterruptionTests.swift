import Foundation
import SimulationKit
import Testing
import Transport

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

    /// In a world whose time stands still, so that no request is ever answered.
    private func cancelled(
        _ command: @escaping @Sendable (OneShotCommand) async throws -> ExitCode
    ) async throws -> (ExitCode, String) {
        let pipe = PipeFake()
        let world = try World(
            time: WorldTime(clock: VirtualClock(), now: { Date(timeIntervalSince1970: 0) }, calendar: .utcInUSEnglish),
            network: .perfect,
            seed: 1,
            profile: nil
        )
        let printer = Printer(output: LineOutput(descriptor: pipe.writeEnd), isJSON: false, style: .plain)
        let task = Task { await OneShotCommand(world: world, printer: printer).run(command) }
        task.cancel()
        let code = await task.value
        pipe.closeWriteEnd()
        return (code, String(decoding: pipe.readAll(), as: UTF8.self))
    }
}
