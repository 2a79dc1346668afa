import CSystem
import Foundation
package import HostKit
import RuntimeKit

/// Runs `viperchat web`: the app on a page of this machine's browser.
package enum WebProgram {
    /// The time that passes with each action in virtual time.
    static let pace = Duration.seconds(1)

    /// Runs until a signal comes.
    ///
    /// - Throws: the errors of `AppContainer.init`, `SystemError`, and `WebServerError`.
    package static func run(_ start: HostStart, output: LineOutput) async throws -> ExitCode {
        let inbox = try WebInbox()
        let server = WebServer(
            random: RandomSource(SystemRandomNumberGenerator()),
            spool: UploadFolder(start.uploadFolder)
        ) { inbox.post($0) }
        if start.options.hasVirtualTime {
            return try await serve(server, start, output) {
                try start.virtualRun.run(
                    { await WebSession(container: $0, server: server, pace: pace).run(nextEvents: $1) },
                    read: { inbox.wait(for: start.signals) },
                    end: [],
                    isEnd: \.isEmpty
                )
            }
        }
        var system = SystemRandomNumberGenerator()
        let container = try AppContainer(
            time: AppTime(clock: ContinuousClock(), now: { Date() }, calendar: start.calendar),
            network: start.options.network.conditions,
            seed: start.options.seed ?? system.next(),
            profile: start.profile,
            takesCommands: true,
            readsMarkdown: !start.options.isMarkdownUnwanted,
            makeClient: start.makeClient
        )
        return try await serve(server, start, output) {
            do {
                return try await start.signals.cancelling {
                    await WebSession(container: container, server: server, pace: .zero)
                        .run(nextEvents: { await inbox.events.takeAll() })
                }
            } catch is InterruptionError { return .ok }
        }
    }

    /// Serves the page while `body` runs.
    private static func serve(
        _ server: WebServer,
        _ start: HostStart,
        _ output: LineOutput,
        _ body: () async throws -> ExitCode
    ) async throws -> ExitCode {
        try server.start(port: start.options.port ?? 0)
        defer { server.stop() }
        let (end, done) = try Descriptors.makePipe()
        defer { close(done) }
        run(onThread: "web") { server.watch(until: end) }
        output.write(server.rules.invitation)
        run(onThread: "input") { AddressPrinter(server: server, output: output).run(STDIN_FILENO, until: end) }
        if start.options.opensPage { try server.openPage() }
        return try await body()
    }

    /// Starts a thread that ends with the process at the latest.
    private static func run(onThread name: String, _ body: @escaping @Sendable () -> Void) {
        let thread = Thread(block: body)
        thread.name = name
        thread.start()
    }
}

extension HostStart {
    /// The folder for files on their way, in the profile if there is one.
    fileprivate var uploadFolder: URL {
        profile?.directory.appending(path: "web")
            ?? FileManager.default.temporaryDirectory.appending(path: "viperchat-\(UUID().uuidString)")
    }
}

extension RequestRules {
    /// The addresses of the page, with the token. Only the output has them: another user sees the arguments of a process.
    var addresses: [String] { hosts.prefix(2).map { "http://\($0)/#\(secrets.token ?? "")" } }

    /// The lines that say how to get to the page.
    var invitation: [String] {
        [
            "Open this in a browser of this machine, once: \(addresses[0])",
            "If the browser does not find that name: \(addresses[1])",
            "Ctrl-c ends it",
        ]
    }
}

extension WebServer {
    /// Opens the page with the desktop's opener, by a file that leads there and only this user can read.
    ///
    /// Throws a `LineCommandError` if there is no opener, and `WebServerError` if the file cannot be written.
    func openPage() throws {
        guard let path = spool.path(forFileNamed: "viperchat.html") else { throw WebServerError.cannotWrite }
        let page = "<!doctype html><meta http-equiv=\"refresh\" content=\"0; url=\(rules.addresses[0])\">"
        guard
            FileManager.default.createFile(
                atPath: path,
                contents: Data(page.utf8),
                attributes: [.posixPermissions: 0o600]
            )
        else { throw WebServerError.cannotWrite }
        try FileOpener.open(page: path)
    }
}
