import CSystem
import ChatApp
import ChatSession
import Foundation
import HostTesting
import RuntimeKit
import SimulationKit
import Testing
import ThreadTesting
import Transport

@testable import HostKit

/// Commands that a second process hands to the process that uses the profile.
@Suite(.ownThread, .timeLimit(.minutes(20))) struct CommandServerTests {
    private let folder = DataFolder()

    init() { SignalPipe.ignoreLostOutput() }

    @Test func `another process sends and reads through the running app`() async throws {
        let arguments = folder.arguments
        let (sent, list, shown) = try await whileAppRuns { _ in
            func run(_ words: String...) throws -> (code: Int32, lines: [String]) {
                try ChildProcess(arguments: words + arguments, input: "").finish()
            }
            return (try run("send", "Ada", "hello"), try run("list"), try run("show", "Ada"))
        }
        #expect(sent.code == 0)
        #expect(sent.lines.last?.contains("hello") == true, "\(sent.lines)")
        #expect(list.code == 0)
        #expect(list.lines.contains { $0.contains("Ada") }, "\(list.lines)")
        // Ada may have answered meanwhile, so that the list shows her message.
        #expect(shown.lines.contains { $0.contains("hello") }, "\(shown.lines)")
    }

    @Test func `a handed command returns what it printed and its exit code`() async throws {
        let unknown = Command.show(ChatExcerpt(contact: "Nobody"))
        let (code, text) = try await whileAppRuns { try hand(unknown, columns: 30, with: $0) }
        #expect(code == .dataError)
        #expect(text.contains("There is no chat with Nobody"))
        let (empty, problem) = try await whileAppRuns {
            try hand(.send(SendRequest(contact: "Ada", text: "")), with: $0)
        }
        #expect(empty == .dataError)
        #expect(problem.hasPrefix("! "))
    }

    @Test func `a watch that is handed over prints each event as it happens, beside other commands`() async throws {
        let arguments = folder.arguments
        let (lines, code) = try await whileAppRuns { _ in
            func send(_ text: String) throws {
                let (code, _) = try ChildProcess(arguments: ["send", "Ada", text] + arguments, input: "").finish()
                #expect(code == 0)
            }
            try send("hello")
            let watch = try ChildProcess(arguments: ["watch", "Ada", "--json"] + arguments, input: "")
            defer { watch.kill() }
            var lines = [watch.nextLine()]
            try send("and more")
            while let line = watch.nextLine() {
                lines.append(line)
                if line.contains("and more") { break }
            }
            watch.kill(with: SIGTERM)
            return (lines.compactMap(\.self), watch.waitUntilExit())
        }
        #expect(lines.first?.contains("\"event\":\"watching\"") == true)
        #expect(lines.last?.contains("and more") == true)
        #expect(code == ExitCode.ok.rawValue, "a signal is how it is ended")
    }

    @Test func `more watches than are allowed are refused until one ends, and other commands go on`() async throws {
        let arguments = folder.arguments + ["--json"]
        let (refused, code, next) = try await whileAppRuns { _ in
            let watches = try (1...CommandServer.maximumOfWatches).map { _ in
                try ChildProcess(arguments: ["watch"] + arguments, input: "")
            }
            defer { for watch in watches { watch.kill() } }
            for watch in watches { #expect(watch.nextLine() != nil) }
            let refused = try ChildProcess(arguments: ["watch"] + arguments, input: "").finish()
            let code = try ChildProcess(arguments: ["list"] + arguments, input: "").finish().code
            watches[0].kill(with: SIGTERM)
            _ = watches[0].waitUntilExit()
            // The app notices the end a moment later, for which the start of a process is long enough.
            var next: String?
            for _ in 1...10 where next?.contains("watching") != true {
                let watch = try ChildProcess(arguments: ["watch"] + arguments, input: "")
                next = watch.nextLine()
                watch.kill()
            }
            return (refused, code, next)
        }
        #expect(refused.code == ExitCode.unavailable.rawValue)
        #expect(refused.lines.last?.contains("watches run already") == true)
        #expect(code == 0)
        #expect(next?.contains("watching") == true)
    }

    @Test func `the socket is for its owner only and goes with the app`() async throws {
        let path = folder.profile.socketPath
        let mode = try await whileAppRuns { _ in
            try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        }
        #expect(mode == 0o600)
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func `the socket is gone once the server has run, and the profile is locked until then`() async throws {
        let container = try AppContainer(clock: VirtualClock(), date: .distantPast, profile: nil)
        let profile = folder.profile
        try profile.prepare()
        for _ in 1...100 {
            let server = Task {
                let listener = try CommandListener(path: profile.socketPath, lock: profile.lock())
                #expect(profile.isInUse)
                await CommandServer(container: container, listener: listener).run()
            }
            server.cancel()
            try await server.value
            try #require(!FileManager.default.fileExists(atPath: profile.socketPath))
        }
    }

    @Test func `a socket that a killed process left is replaced`() async throws {
        try folder.profile.prepare()
        close(try UnixSocket.listen(at: folder.profile.socketPath))
        let signals = try SignalPipe()
        #expect(try hand(.list, with: signals).0 == nil)
        #expect(try await whileAppRuns { try hand(.list, with: $0).0 } == .ok)
    }

    @Test(arguments: [
        "nonsense\n", "{}\n",
        #"{"version":"viperchat 9","command":{"list":{}},"isJSON":false,"isColored":false}"# + "\n",
    ])
    func `a request that the app does not understand is answered as in use`(request: String) async throws {
        let path = folder.profile.socketPath
        let response = try await whileAppRuns { _ in
            let descriptor = try #require(UnixSocket.connect(to: path))
            defer { close(descriptor) }
            #expect(UnixSocket.send(Array(request.utf8), to: descriptor, timeout: .seconds(10)))
            return try Descriptors.read(descriptor, upTo: 100)
        }
        #expect(response == [0, UInt8(ExitCode.tempFail.rawValue)])
    }

    @Test func `a connection beyond the limit is answered once one of the others has ended`() async throws {
        let path = folder.profile.socketPath
        let (isEarly, response) = try await whileAppRuns { _ in
            // They request nothing, so that each is served until it is closed.
            var others = try (1...CommandServer.maximum).map { _ in try #require(UnixSocket.connect(to: path)) }
            defer { for other in others { close(other) } }
            let last = try #require(UnixSocket.connect(to: path))
            defer { close(last) }
            #expect(UnixSocket.send(Array("nonsense\n".utf8), to: last, timeout: .seconds(10)))
            // Without a limit, the app has the time of a whole process to answer.
            _ = try ChildProcess(arguments: ["--version"], input: "").finish()
            let isEarly = Descriptors.poll([last], waits: false)[0]
            close(others.removeLast())
            return (isEarly, try Descriptors.read(last, upTo: 100))
        }
        #expect(!isEarly)
        #expect(response == [0, UInt8(ExitCode.tempFail.rawValue)])
    }

    @Test func `a command of another kind is refused as the lock would refuse it`() async throws {
        let path = folder.profile.directory.path
        _ = try await whileAppRuns { signals in
            #expect(throws: StorageError.inUse(path: path)) { try hand(.logout, with: signals) }
        }
    }

    @Test func `a signal ends waiting, and the app goes on`() async throws {
        // Time stands still, so the first sync never ends.
        let code = try await whileAppRuns(on: VirtualClock()) { signals in
            signals.post(SIGINT)
            #expect(throws: InterruptionError()) { try hand(.list, with: signals) }
            return true
        }
        #expect(code)
    }

    @Test func `a request that is too long is not run`() async throws {
        let long = Command.show(ChatExcerpt(contact: String(repeating: "x", count: 2 * CommandRequest.byteLimit)))
        _ = try await whileAppRuns { signals in
            #expect(throws: (any Error).self) { try hand(long, with: signals) }
        }
    }

    @Test func `a watch takes the commands of other processes, as a chat does`() throws {
        try folder.chat()
        let watch = try ChildProcess(arguments: ["watch", "--json"] + folder.arguments, input: "")
        defer { watch.kill() }
        #expect(watch.nextLine()?.contains("watching") == true)
        #expect(try ChildProcess(arguments: ["send", "Ada", "hi"] + folder.arguments, input: "").finish().code == 0)
    }

    @Test func `a watch whose lines nobody reads any more ends`() throws {
        try folder.profile.prepare()
        let listener = try UnixSocket.listen(at: folder.profile.socketPath)
        defer { close(listener) }
        let app = Thread {
            guard Descriptors.poll([listener], waits: true)[0], let connection = UnixSocket.accept(listener) else {
                return
            }
            _ = try? Descriptors.read(connection, upTo: 1000)
            _ = UnixSocket.send(Array("news\n".utf8), to: connection, timeout: .seconds(10))
            close(connection)
        }
        app.start()
        let (pipe, watch) = (PipeFake(), Command.watch(WatchRequest()))
        pipe.closeReadEnd()
        defer { pipe.closeWriteEnd() }
        let request = CommandRequest(command: watch, isJSON: false, isColored: false, columns: nil)
        let output = LineOutput(descriptor: pipe.writeEnd)
        #expect(try request.hand(to: folder.profile, output: output, signals: SignalPipe()) == .ok)
    }

    @Test func `no program that is started inherits a connection`() throws {
        try folder.profile.prepare()
        let listener = try UnixSocket.listen(at: folder.profile.socketPath)
        let client = try #require(UnixSocket.connect(to: folder.profile.socketPath))
        let served = try #require(UnixSocket.accept(listener))
        for descriptor in [listener, client, served] {
            #expect(fcntl(descriptor, F_GETFD) & FD_CLOEXEC != 0)
            close(descriptor)
        }
    }

    @Test(arguments: ["", "  1  Ada", "  1  Ada  9:00 am  Hi\n", "  1  Ada\u{0}", "x\u{0}c"])
    func `an app that ends before or within its answer is reported`(part: String) throws {
        try folder.profile.prepare()
        let listener = try UnixSocket.listen(at: folder.profile.socketPath)
        let app = Thread {
            guard Descriptors.poll([listener], waits: true)[0], let connection = UnixSocket.accept(listener) else {
                return
            }
            _ = try? Descriptors.read(connection, upTo: 1000)
            _ = UnixSocket.send(Array(part.utf8), to: connection, timeout: .seconds(10))
            close(connection)
        }
        app.start()
        let signals = try SignalPipe()
        #expect(throws: HandoverError()) { try hand(.list, with: signals) }
        close(listener)
    }

    @Test func `a path too long for a socket leaves the app without one`() throws {
        #expect(throws: SystemError(call: "bind", code: ENAMETOOLONG)) {
            try UnixSocket.listen(at: folder.url.path + String(repeating: "x", count: 120))
        }
        #expect(UnixSocket.connect(to: String(repeating: "x", count: 200)) == nil)
    }

    @Test func `a socket is found at the longest path that the system takes`() throws {
        // The field holds the path and the byte that ends it.
        let limit = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1
        let start = folder.url.path
        try #require(start.utf8.count < limit)
        let path = start + String(repeating: "x", count: limit - start.utf8.count)
        let listener = try UnixSocket.listen(at: path)
        defer {
            close(listener)
            unlink(path)
        }
        let client = try #require(UnixSocket.connect(to: path))
        close(client)
    }

    /// Hands a command over. Returns its exit code and output.
    private func hand(_ command: Command, columns: Int? = nil, with signals: SignalPipe) throws -> (ExitCode?, String) {
        let pipe = PipeFake()
        let request = CommandRequest(command: command, isJSON: false, isColored: false, columns: columns)
        let output = LineOutput(descriptor: pipe.writeEnd)
        defer { pipe.closeReadEnd() }
        do {
            let code = try request.hand(to: folder.profile, output: output, signals: signals)
            pipe.closeWriteEnd()
            return (code, String(decoding: pipe.readAll(), as: UTF8.self))
        } catch {
            pipe.closeWriteEnd()
            throw error
        }
    }

    private func container(on clock: any Clock<Duration>) throws -> AppContainer {
        try AppContainer(
            clock: clock,
            date: Date(timeIntervalSince1970: 0),
            profile: folder.profile,
            takesCommands: true
        )
    }

    /// Runs `body` on a thread of its own while an app uses the profile.
    private func whileAppRuns<Result: Sendable>(
        on clock: any Clock<Duration> = ContinuousClock(),
        _ body: @escaping @Sendable (SignalPipe) throws -> Result
    ) async throws -> Result {
        let container = try container(on: clock)
        let signals = try SignalPipe()
        let app = Task {
            await withDiscardingTaskGroup { group in
                group.addTask { await container.runServer() }
                group.addTask { await container.application.session.run() }
                group.addTask { await container.serveCommands() }
            }
        }
        let result = await withCheckedContinuation { waiting in
            let thread = Thread { waiting.resume(returning: Swift.Result { try body(signals) }) }
            thread.start()
        }
        app.cancel()
        await app.value
        return try result.get()
    }
}
