import CSystem
import Foundation
import RuntimeKit
import Synchronization

/// Runs the commands that other processes hand over, in the app of this process, until the caller's task is cancelled.
///
/// Runs at most `maximum` commands at a time; further ones wait. Of these at most `maximumOfWatches` are watches, which may last for weeks:
/// further ones are refused. A command is cancelled when its process goes away.
final class CommandServer: Sendable {
    static let maximum = 16
    static let maximumOfWatches = 8
    /// The time within which a request arrives.
    static let patience = Duration.seconds(10)

    private let container: AppContainer
    private let listener: CommandListener
    private let watchCount = Mutex(0)

    init(container: AppContainer, listener: CommandListener) {
        (self.container, self.listener) = (container, listener)
    }

    func run() async {
        guard let (end, done) = try? Descriptors.makePipe() else { return }
        let connections = CoalescingQueue<CommandConnection>()
        // The thread does not keep the listener, whose socket must be gone when the app is.
        async let accepting: Void = onThread("commands") { [socket = listener.descriptor] in
            while !Descriptors.poll([end, socket], waits: true)[0] {
                guard let descriptor = UnixSocket.accept(socket) else { continue }
                connections.post(CommandConnection(descriptor: descriptor))
            }
            close(end)
        }
        await withTaskGroup(of: Void.self) { group in
            var count = 0
            while !Task.isCancelled {
                for connection in await connections.takeAll() {
                    if count == Self.maximum { await group.next() } else { count += 1 }
                    group.addTask { await self.serve(connection) }
                }
            }
        }
        close(done)
        await accepting
    }

    /// Runs one command. Its output waits in a file without a name, so that a process that does not read delays nobody.
    private func serve(_ connection: CommandConnection) async {
        guard let request = await connection.request(), let output = CommandOutput(columns: request.columns) else {
            return await connection.respond([0, UInt8(ExitCode.tempFail.rawValue)])
        }
        let printer = Printer(
            output: output.lines,
            isJSON: request.isJSON,
            style: request.isColored ? .colored : .plain,
            account: request.account
        )
        var command = OneShotCommand(container: container, printer: printer)
        if request.command.isWatch {
            command.passOn = { await connection.send(output.takeAll(), timeout: .seconds(60)) }
        }
        let code: ExitCode
        do {
            code = try await cancelling(when: connection.descriptor) { [command] in
                await self.run(request.command, command)
            }
        } catch {
            code = .ioError
        }
        // The other process reads for itself what this one no longer can.
        if Task.isCancelled, request.command.readsStored { return }
        await connection.respond(output.takeAll() + [0, UInt8(code.rawValue)])
    }

    private func run(_ command: Command, _ oneShot: OneShotCommand) async -> ExitCode {
        let isWatch = command.isWatch
        let isRoom = watchCount.withLock { count in
            guard isWatch else { return true }
            guard count < Self.maximumOfWatches else { return false }
            count += 1
            return true
        }
        guard isRoom else {
            oneShot.printer.write(.problem("\(Self.maximumOfWatches) watches run already; end one of them first"))
            return .unavailable
        }
        defer { if isWatch { watchCount.withLock { $0 -= 1 } } }
        return await oneShot.runBesideApp { try await command.perform($0) }
    }
}

/// The output of a command that another process has handed over: a file without a name.
private final class CommandOutput: Sendable {
    let lines: LineOutput
    private let descriptor: Int32

    init?(columns: Int?) {
        guard let file = tmpfile() else { return nil }
        defer { fclose(file) }
        descriptor = fcntl(fileno(file), F_DUPFD_CLOEXEC, 0)
        guard descriptor >= 0 else { return nil }
        lines = LineOutput(descriptor: descriptor, columns: columns)
    }

    deinit { close(descriptor) }

    /// Takes what was written, from the beginning. Called between two writes only.
    func takeAll() -> [UInt8] {
        lseek(descriptor, 0, SEEK_SET)
        var bytes: [UInt8] = []
        while let more = try? Descriptors.read(descriptor, upTo: 1 << 16), !more.isEmpty { bytes += more }
        ftruncate(descriptor, 0)
        lseek(descriptor, 0, SEEK_SET)
        return bytes
    }
}

/// The socket at which a process takes commands. It is removed with this object.
final class CommandListener: Sendable {
    let descriptor: Int32
    private let path: String
    /// Kept until the socket is removed, so that the socket of the next app stays.
    private let lock: ProfileLock?

    /// Throws `SystemError`, for example if the file system has no sockets or the path is too long for one.
    init(path: String, lock: ProfileLock?) throws(SystemError) {
        descriptor = try UnixSocket.listen(at: path)
        (self.path, self.lock) = (path, lock)
    }

    deinit {
        unlink(path)
        close(descriptor)
    }
}

/// A process that hands over a command. Its calls wait on a thread of their own.
private final class CommandConnection: Sendable {
    let descriptor: Int32

    init(descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// Reads the request. Returns nil if it does not come in time, is too long, or is of another version.
    func request() async -> CommandRequest? {
        await withTaskCancellationHandler {
            await onThread("connection") { self.read() }
        } onCancel: {
            // Ends reading at once.
            shutdown(descriptor, Int32(SHUT_RD))
        }
    }

    private func read() -> CommandRequest? {
        let deadline = ContinuousClock.now + CommandServer.patience
        var bytes: [UInt8] = []
        while bytes.last != UInt8(ascii: "\n"), bytes.count <= CommandRequest.byteLimit {
            let rest = (deadline - .now) / .milliseconds(1)
            guard rest > 0, Descriptors.poll([descriptor], forMilliseconds: Int32(rest.rounded(.up)))[0],
                let more = try? Descriptors.read(descriptor, upTo: 1 << 16), !more.isEmpty
            else { return nil }
            bytes += more
        }
        guard let request = try? JSONDecoder().decode(CommandRequest.self, from: Data(bytes)),
            request.version == ProgramText.version, request.command.canBeHandedOver
        else { return nil }
        return request
    }

    /// Also responds after the caller's task was cancelled, so that a waiting process learns what became of its message.
    func respond(_ bytes: [UInt8]) async { _ = await send(bytes, timeout: .seconds(2)) }

    /// Returns false if the other process has gone, or takes nothing for `timeout`.
    func send(_ bytes: [UInt8], timeout: Duration) async -> Bool {
        await onThread("connection") { [descriptor] in UnixSocket.send(bytes, to: descriptor, timeout: timeout) }
    }
}

/// Runs `work` on a thread of its own and returns its result. Cancellation does not end it.
private func onThread<Result: Sendable>(_ name: String, _ work: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { waiting in
        let thread = Thread { waiting.resume(returning: work()) }
        thread.name = name
        thread.start()
    }
}
