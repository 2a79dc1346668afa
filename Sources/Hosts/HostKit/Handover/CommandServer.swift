import CSystem
import Foundation
import RuntimeKit

/// Runs the commands that other processes hand over, in the app of this process, until the caller's task is cancelled.
///
/// Runs at most `maximum` commands at a time; further ones wait. A command is cancelled when its process goes away.
struct CommandServer: Sendable {
    static let maximum = 8
    /// The time within which a request arrives.
    static let patience = Duration.seconds(10)

    let container: AppContainer
    let listener: CommandListener

    func run() async {
        guard let (end, done) = try? Descriptors.makePipe() else { return }
        let connections = CoalescingQueue<Connection>()
        let listener = listener
        let thread = Thread {
            while !Descriptors.poll([end, listener.descriptor], waits: true)[0] {
                guard let descriptor = UnixSocket.accept(listener.descriptor) else { continue }
                connections.post(Connection(descriptor: descriptor))
            }
            close(end)
        }
        thread.name = "commands"
        thread.start()
        defer { close(done) }
        await withTaskGroup(of: Void.self) { group in
            var count = 0
            while !Task.isCancelled {
                for connection in await connections.takeAll() {
                    if count == Self.maximum { await group.next() } else { count += 1 }
                    group.addTask { await serve(connection) }
                }
            }
        }
    }

    /// Runs one command. Its output waits in a file without a name, so that a process that does not read delays nobody.
    private func serve(_ connection: Connection) async {
        guard let request = await connection.request(), let file = tmpfile() else {
            return await connection.respond([0, UInt8(ExitCode.tempFail.rawValue)])
        }
        defer { fclose(file) }
        let output = LineOutput(descriptor: fileno(file), columns: request.columns)
        let printer = Printer(output: output, isJSON: request.isJSON, style: request.isColored ? .colored : .plain)
        let command = OneShotCommand(container: container, printer: printer)
        let code: ExitCode
        do {
            code = try await cancelling(when: connection.descriptor) {
                await command.runBesideApp { try await request.command.perform($0) }
            }
        } catch {
            code = .ioError
        }
        // The other process reads for itself what this one no longer can.
        if Task.isCancelled, request.command.onlyReads { return }
        rewind(file)
        var bytes: [UInt8] = []
        while let more = try? Descriptors.read(fileno(file), upTo: 1 << 16), !more.isEmpty { bytes += more }
        await connection.respond(bytes + [0, UInt8(code.rawValue)])
    }
}

/// The socket at which a process takes commands. It is removed with this object.
final class CommandListener: Sendable {
    let descriptor: Int32
    private let path: String

    /// Throws `SystemError`, for example if the file system has no sockets or the path is too long for one.
    init(path: String) throws(SystemError) {
        descriptor = try UnixSocket.listen(at: path)
        self.path = path
    }

    deinit {
        unlink(path)
        close(descriptor)
    }
}

/// A process that hands over a command. Its calls wait on a thread of their own.
private final class Connection: Sendable {
    let descriptor: Int32

    init(descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// Reads the request. Returns nil if it does not come in time, is too long, or is of another version.
    func request() async -> CommandRequest? {
        await withTaskCancellationHandler {
            await onThread { self.read() }
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
    func respond(_ bytes: [UInt8]) async {
        await onThread { [descriptor] in _ = UnixSocket.send(bytes, to: descriptor, timeout: .seconds(2)) }
    }

    private func onThread<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result {
        await withCheckedContinuation { waiting in
            let thread = Thread { waiting.resume(returning: work()) }
            thread.name = "connection"
            thread.start()
        }
    }
}
