import ChatApp
import ChatSession
import ChatStore
import ChatTypes
import Foundation
import HostTesting
import RuntimeKit
import SimulationKit
import Synchronization
import Testing
import Transport

@testable import HostKit

/// Signals that interrupt commands.
@Suite(.timeLimit(.minutes(20))) struct InterruptionTests {
    @Test func `list fails with an interruption while it waits for the server`() async throws {
        let (code, text) = try await cancelled { try await $0.list() }
        #expect(code == .ioError)
        #expect(text == "! interrupted before it was finished\n")
    }

    @Test func `send before the first sync fails with an interruption`() async throws {
        let (code, text) = try await cancelled { try await $0.send(SendRequest(contact: "Ada", text: "hello")) }
        #expect(code == .ioError)
        #expect(text == "! interrupted before it was finished\n")
    }

    @Test func `an interrupted send keeps the queued message and says so`() throws {
        let (pipe, executor) = (PipeFake(), SimulationExecutor(seed: 1, schedule: .inOrder))
        let command = try OneShotCommand(on: executor.clock, printingTo: pipe)
        let code = Mutex<ExitCode?>(nil)
        let task = Task(executorPreference: executor) {
            let ended = await command.run { try await $0.send(SendRequest(contact: "Ada", text: "hello")) }
            code.withLock { $0 = ended }
        }
        // The message is printed as sending first.
        #expect(executor.run { Descriptors.poll([pipe.readEnd], waits: false)[0] })
        task.cancel()
        #expect(executor.run { code.withLock { $0 != nil } })
        pipe.closeWriteEnd()
        let text = String(decoding: pipe.readAll(), as: UTF8.self)
        #expect(code.withLock { $0 } == .ioError)
        #expect(text.hasSuffix("! Interrupted; the message will be sent when viperchat next runs\n"), "\(text)")
    }

    /// Runs a command and cancels it. Time stands still, so no request is answered.
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

@Suite(.timeLimit(.minutes(20))) struct SendCommandTests {
    @Test func `send keeps the draft of the chat`() throws {
        let (pipe, executor) = (PipeFake(), SimulationExecutor(seed: 1, schedule: .inOrder))
        let oneShot = try OneShotCommand(on: executor.clock, printingTo: pipe)
        let session = oneShot.container.application.session
        let draft = Mutex<String?>(nil)
        let code = executor.run(oneShot) { command in
            let chat = ChatID("chat-john")
            try await session.saveDraft("half a thought", in: chat)
            let code = try await command.send(SendRequest(contact: "John", text: "hello"))
            let timeline = try await session.read { try $0.timeline(of: chat, in: .newest(1)) }
            draft.withLock { $0 = timeline?.draft }
            return code
        }
        executor.run(for: .seconds(1))
        #expect(code == .ok)
        #expect(draft.withLock { $0 } == "half a thought")
        pipe.closeWriteEnd()
        #expect(String(decoding: pipe.readAll(), as: UTF8.self).contains("hello"))
    }
}
