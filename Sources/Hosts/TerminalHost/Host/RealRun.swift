import CSystem
import Foundation
import HTTPClient
import RuntimeKit

/// A session in real time, by the machine's clock.
struct RealRun {
    let options: CommandLineOptions
    /// How the person writes dates.
    let calendar: Calendar
    let profile: Profile
    let printer: Printer
    let signals: SignalPipe
    let makeClient: @Sendable () -> any HTTPClient

    func run() async throws -> ExitCode {
        var system = SystemRandomNumberGenerator()
        let world = try AppContainer(
            time: ContainerTime(clock: ContinuousClock(), now: { Date() }, calendar: calendar),
            network: options.network.conditions,
            seed: options.seed ?? system.next(),
            profile: profile,
            makeClient: makeClient
        )
        let input = try LineInput(descriptor: STDIN_FILENO, signals: signals)
        let (command, printer) = (options.command, printer)
        return await withTaskGroup(of: ExitCode?.self) { group in
            group.addTask { await command.run(in: world, printer: printer, nextEvent: { await input.next() }) }
            group.addTask {
                // A signal leaves through the same door as `/quit`, whatever is being done.
                _ = await input.signals.takeAll()
                return nil
            }
            var code: ExitCode?
            for await ended in group {
                code = code ?? ended
                group.cancelAll()
            }
            return code ?? .ok
        }
    }
}
