import CSystem
package import ChatApp
import Foundation
package import HostKit
package import RuntimeKit

/// Runs `viperchat` on the full screen.
package enum FullScreenProgram {
    /// The time that passes with each key in virtual time.
    static let pace = Duration.seconds(1)

    /// Runs until the user quits; returns nil if the terminal lacks a required capability.
    ///
    /// - Throws: the errors of `AppContainer.init`, and `SystemError`; nothing has been drawn then.
    @Sendable
    package static func run(_ start: HostStart) async throws -> ExitCode? {
        guard let kind = start.environment["TERM"],
            var capabilities = TerminalCapabilities(terminal: kind, descriptor: STDOUT_FILENO)
        else { return nil }
        let file = SettingsFile(environment: start.environment)
        capabilities.hasLinks = file.settings.hasLinks ?? TerminalCapabilities.areLinksKnown(in: start.environment)
        capabilities.isInTmux = start.environment["TMUX"] != nil
        let pause = KeyReader.pause(file.settings.escapeDelay, environment: start.environment)
        let colorLimit = start.options.isColorUnwanted ? 0 : file.settings.colorLimit ?? .max
        let theme = Theme(
            colorCount: min(capabilities.colorCount, colorLimit),
            colors: file.settings.colors,
            isLight: file.settings.isLight ?? false,
            capabilities: capabilities
        )
        let chafa = Chafa.path(in: start.environment)
        let mayDraw =
            chafa != nil && theme.colorCount >= 256 && [.auto, .on].contains(file.settings.pictures)
            && !start.options.hasVirtualTime && GraphicsAnswers.canAsk(in: start.environment)
        let terminal = try ScreenTerminal(
            STDOUT_FILENO,
            capabilities,
            signals: start.signals,
            hasMouse: file.settings.hasMouse,
            asksForBackground: theme.colorCount >= 8 && file.settings.isLight == nil,
            graphics: mayDraw
                ? GraphicsAnswers(hasPlaceholders: GraphicsAnswers.hasPlaceholders(in: start.environment)) : nil
        )
        start.signals.installChanges(for: KeyReader.changes)
        let missing = chafa == nil && file.settings.pictures == .on ? ["settings: \(PictureShelf.noDecoder)"] : []
        @Sendable func session(_ container: AppContainer, pace: Duration) -> FullScreenSession {
            FullScreenSession(
                container: container,
                settings: file.settings,
                theme: theme,
                signals: start.signals,
                problems: file.problems + missing,
                chafa: chafa,
                pace: pace
            )
        }
        if start.options.hasVirtualTime {
            var reader = KeyReader(STDIN_FILENO, signals: start.signals, pause: pause)
            var run = start.virtualRun
            run.calendar = run.calendar.with(file.settings.hours)
            run.hasMarkdown = file.settings.hasMarkdown
            return try run.run(
                { await session($0, pace: pace).run(on: terminal, nextInput: $1) },
                read: { reader.next() },
                end: .ended,
                isEnd: { $0 == .ended }
            )
        }
        let container = try await start.container(
            in: start.calendar.with(file.settings.hours),
            takesCommands: true,
            readsMarkdown: file.settings.hasMarkdown && !start.options.isMarkdownUnwanted
        )
        let input = try KeyInput(STDIN_FILENO, signals: start.signals, pause: pause)
        return await session(container, pace: .zero).run(on: terminal, nextInput: { await input.next() })
    }
}

extension FullScreenProgram {
    /// Runs an app on another terminal until the caller's task is cancelled.
    ///
    /// - Returns: nil if the terminal lacks a required capability.
    ///
    /// - Throws: `SystemError`.
    package static func run(
        _ application: Application,
        in environment: ChatEnvironment,
        on descriptor: Int32,
        of kind: String
    ) async throws -> ExitCode? {
        guard let capabilities = TerminalCapabilities(terminal: kind, descriptor: descriptor) else { return nil }
        let signals = try SignalPipe()
        let input = try KeyInput(descriptor, signals: signals)
        let session = FullScreenSession(
            container: AppContainer(environment: environment, application: application),
            settings: Settings(),
            theme: Theme(colorCount: capabilities.colorCount, capabilities: capabilities),
            signals: signals,
            problems: [],
            chafa: nil,
            pace: .zero
        )
        let terminal = try ScreenTerminal(descriptor, capabilities, signals: signals, hasMouse: false)
        return await session.run(on: terminal, nextInput: { await input.next() })
    }
}

extension Calendar {
    /// Returns the calendar with the user's choice of a 12-hour or 24-hour clock.
    func with(_ hours: Settings.Hours) -> Calendar {
        var components = Locale.Components(locale: locale ?? Locale(identifier: "en_US"))
        switch hours {
        case .ofLocale: return self
        case .twelve: components.hourCycle = .oneToTwelve
        case .twentyFour: components.hourCycle = .zeroToTwentyThree
        }
        var calendar = self
        calendar.locale = Locale(components: components)
        return calendar
    }
}
