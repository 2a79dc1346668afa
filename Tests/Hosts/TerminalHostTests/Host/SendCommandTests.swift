import ChatApp
import ChatSession
import ChatStore
import ChatTypes
import SimulationKit
import Synchronization
import Testing

@testable import TerminalHost

@Suite(.timeLimit(.minutes(20))) struct SendCommandTests {
    @Test func `a message that a command sends leaves alone what was typed in the chat and not sent`() throws {
        let (pipe, executor) = (PipeFake(), SimulationExecutor(seed: 1, schedule: .inOrder))
        let oneShot = try OneShotCommand(on: executor.clock, printingTo: pipe)
        let session = oneShot.container.application.session
        let draft = Mutex<String?>(nil)
        let code = Mutex<ExitCode?>(nil)
        Task(executorPreference: executor) {
            let ended = await oneShot.run { command in
                let chat = ChatID("chat-john")
                try await session.saveDraft("half a thought", in: chat)
                let code = try await command.send("hello", to: "John")
                let timeline = try await session.read { try $0.timeline(of: chat, in: .newest(1)) }
                draft.withLock { $0 = timeline?.draft }
                return code
            }
            code.withLock { $0 = ended }
        }
        // To its end: nothing of it is left behind.
        #expect(executor.run { code.withLock { $0 != nil } })
        executor.run(for: .seconds(1))
        #expect(code.withLock { $0 } == .ok)
        #expect(draft.withLock { $0 } == "half a thought")
        pipe.closeWriteEnd()
        #expect(String(decoding: pipe.readAll(), as: UTF8.self).contains("hello"))
    }
}
