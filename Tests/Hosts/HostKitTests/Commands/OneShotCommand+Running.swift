import ChatApp
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

extension OneShotCommand {
    /// Creates a command with data in memory and the clock of the test.
    init(on clock: VirtualClock, printingTo pipe: PipeFake) throws {
        let container = try AppContainer(clock: clock, date: Date(timeIntervalSince1970: 0))
        let output = LineOutput(descriptor: pipe.writeEnd)
        self.init(container: container, printer: Printer(output: output, isJSON: false, style: .plain))
    }

    /// Creates a command with data in memory, the clock of the test, and a server of its own.
    init(
        on clock: VirtualClock,
        with server: some ChatService & PushSource & SocketSource,
        printingTo pipe: PipeFake,
        isJSON: Bool = false,
        progressTo progress: PipeFake? = nil
    ) throws {
        let environment = ChatEnvironment(
            clock: clock,
            now: { Date(timeIntervalSince1970: 0) },
            calendar: .utcInUSEnglish,
            random: RandomSource(SplitMix64(seed: 1))
        )
        let application = Application(
            environment: environment,
            database: try ChatDatabase(.memory),
            service: server,
            pushes: server,
            sockets: server
        )
        self.init(
            container: AppContainer(environment: environment, application: application),
            printer: Printer(output: LineOutput(descriptor: pipe.writeEnd), isJSON: isJSON, style: .plain),
            progress: progress.map { LineOutput(descriptor: $0.writeEnd) }
        )
    }
}

extension SimulationExecutor {
    /// Runs a command to its end, so that nothing is left running. Returns its exit code.
    func run(
        _ command: OneShotCommand,
        _ body: @escaping @Sendable (OneShotCommand) async throws -> ExitCode
    ) -> ExitCode? {
        let code = Mutex<ExitCode?>(nil)
        Task(executorPreference: self) {
            let ended = await command.run(body)
            code.withLock { $0 = ended }
        }
        #expect(run { code.withLock { $0 != nil } })
        return code.withLock { $0 }
    }
}
