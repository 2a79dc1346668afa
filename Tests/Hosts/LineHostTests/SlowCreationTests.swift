import Foundation
import HostTesting
import RuntimeKit
import SimulationKit
import Synchronization
import Testing
import Transport

@testable import HostKit
@testable import LineHost

/// Creating a chat while the server cannot be reached.
@Suite struct SlowCreationTests {
    /// Plays lines, each two seconds after the one before was asked for; returns the seconds until the program has ended.
    private func seconds(of lines: [String], isTerminal: Bool) throws -> Double {
        let (pipe, executor) = (PipeFake(), SimulationExecutor(seed: 1, schedule: .inOrder))
        defer { for end in [pipe.readEnd, pipe.writeEnd] { close(end) } }
        var network = NetworkConditions.perfect
        network.requestLossRate = 1
        let clock = executor.clock
        let container = try AppContainer(clock: clock, date: Date(timeIntervalSince1970: 0), network: network)
        let printer = Printer(output: LineOutput(descriptor: pipe.writeEnd), isJSON: false, style: .plain)
        let chat = ChatCommand(container: container, printer: printer, isTerminal: isTerminal)
        let rest = Mutex(lines)
        let code = Mutex<ExitCode?>(nil)
        let begin = clock.now
        Task(executorPreference: executor) {
            let ended = await chat.run {
                do { try await clock.sleep(for: .seconds(2)) } catch { return .end }
                return rest.withLock { $0.isEmpty ? .end : .line($0.removeFirst()) }
            }
            code.withLock { $0 = ended }
        }
        #expect(executor.run { code.withLock { $0 != nil } })
        #expect(code.withLock { $0 } == .ok)
        let length = begin.duration(to: clock.now) / .seconds(1)
        executor.run(for: .seconds(1))
        return length
    }

    @Test(arguments: [["/new Ada", "/back", "/quit"], ["/new Ada", "/quit"]])
    func `on a terminal, back and quit end the wait for a chat that is created`(lines: [String]) throws {
        #expect(try seconds(of: lines, isTerminal: true) < 20)
    }

    @Test func `lines that are not typed wait until the chat was created, or could not be`() throws {
        #expect(try seconds(of: ["/new Ada", "/back", "/quit"], isTerminal: false) > 60)
    }
}
