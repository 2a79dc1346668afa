import CSystem
import Foundation
import HTTPClient
import RuntimeKit

/// Runs a command in real time.
struct RealRun {
    let options: CommandLineOptions
    /// The calendar in which dates are written.
    let calendar: Calendar
    let profile: Profile
    let printer: Printer
    let signals: SignalPipe
    let makeClient: @Sendable () -> any HTTPClient

    func run() async throws -> ExitCode {
        var system = SystemRandomNumberGenerator()
        let container = try AppContainer(
            time: AppTime(clock: ContinuousClock(), now: { Date() }, calendar: calendar),
            network: options.network.conditions,
            seed: options.seed ?? system.next(),
            profile: profile,
            takesCommands: options.command == .chat,
            readsMarkdown: !options.isMarkdownUnwanted,
            makeClient: makeClient
        )
        let input = try LineInput(descriptor: STDIN_FILENO, signals: signals)
        let (command, printer) = (options.command, printer)
        return await withTaskGroup(of: ExitCode?.self) { group in
            group.addTask { await command.run(in: container, printer: printer, nextEvent: { await input.next() }) }
            group.addTask {
                // A signal ends the program as `/quit` does, at any time.
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
    /// The calendar of the user: the machine's time zone, and the language and region of the environment.
    ///
    /// The first of LC_ALL, LC_TIME and LANG that is set decides, as in other programs. US English is used if it
    /// names no language, as `C`: Foundation would choose a region of its own.
    static func user(environment: [String: String]) -> Calendar {
        let locale = Locale(identifier: languageAndRegion(environment) ?? "en_US")
        var calendar = locale.calendar
        calendar.locale = locale
        calendar.timeZone = .user
        return calendar
    }

    /// Returns `de_DE` for `de_DE.UTF-8@euro`; nil if the setting names no language.
    private static func languageAndRegion(_ environment: [String: String]) -> String? {
        let setting = ["LC_ALL", "LC_TIME", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        guard let name = setting?.prefix(while: { $0 != "." && $0 != "@" }) else { return nil }
        let isLanguage = Locale(identifier: String(name)).language.languageCode?.isISOLanguage ?? false
        return isLanguage ? String(name) : nil
    }
}
