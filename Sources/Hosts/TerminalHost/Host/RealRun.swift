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
        let container = try AppContainer(
            time: ContainerTime(clock: ContinuousClock(), now: { Date() }, calendar: calendar),
            network: options.network.conditions,
            seed: options.seed ?? system.next(),
            profile: profile,
            makeClient: makeClient
        )
        let input = try LineInput(descriptor: STDIN_FILENO, signals: signals)
        let (command, printer) = (options.command, printer)
        return await withTaskGroup(of: ExitCode?.self) { group in
            group.addTask { await command.run(in: container, printer: printer, nextEvent: { await input.next() }) }
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

extension Calendar {
    /// How the person writes dates: the machine's time zone, and the language and region of the environment.
    ///
    /// The first of LC_ALL, LC_TIME and LANG that is set decides, as for every program. Where it names no language, as `C`
    /// does not, it is US English: Foundation would take a region of its own choice, that of no person at all.
    static func person(environment: [String: String]) -> Calendar {
        let locale = Locale(identifier: languageAndRegion(environment) ?? "en_US")
        var calendar = locale.calendar
        calendar.locale = locale
        calendar.timeZone = .current
        return calendar
    }

    /// `de_DE` of `de_DE.UTF-8@euro`; nil where that is no language.
    private static func languageAndRegion(_ environment: [String: String]) -> String? {
        let setting = ["LC_ALL", "LC_TIME", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        guard let name = setting?.prefix(while: { $0 != "." && $0 != "@" }) else { return nil }
        let isLanguage = Locale(identifier: String(name)).language.languageCode?.isISOLanguage ?? false
        return isLanguage ? String(name) : nil
    }
}
