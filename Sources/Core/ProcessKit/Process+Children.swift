package import Foundation

/// Starts processes one after another.
package enum ChildStart {
    private static let turn = NSLock()

    /// Starts a process by `start` while no other is being started here.
    ///
    /// A process inherits the descriptors that another start has opened for its own. One of them is the socket whose end tells Foundation
    /// that a process has ended: its end would be noticed only once the heir has ended, too. Rethrows the error of `start`.
    package static func alone<Value>(_ start: () throws -> Value) rethrows -> Value {
        turn.lock()
        defer { turn.unlock() }
        return try start()
    }
}

extension Process {
    /// Starts the process while no other is being started here. Throws what `run()` throws.
    package func start() throws { try ChildStart.alone { try run() } }

    /// Starts the process, and returns what it prints, once it has ended; with `errors`, what it prints to standard error, too.
    ///
    /// Throws what `run()` throws, or the error of reading.
    package func output(withErrors errors: Bool = false) throws -> Data {
        let output = Pipe.uninherited()
        standardOutput = output
        if errors { standardError = output }
        try start()
        let printed = try output.fileHandleForReading.readToEnd() ?? Data()
        waitUntilExit()
        return printed
    }

    /// Sends a signal; by default, one that the process can neither handle nor block.
    ///
    /// `terminate()` is not enough: a process that a thread of Dispatch starts inherits that its signals are blocked, and lives on.
    package func kill(with signal: Int32 = SIGKILL) {
        _ = Foundation.kill(processIdentifier, signal)
    }
}

extension Pipe {
    /// Returns a pipe that no process inherits but the one that is given it.
    ///
    /// Any process that is started at the same time otherwise inherits the ends of Foundation's own pipes, and keeps the input or output
    /// from ending as long as it runs.
    package static func uninherited() -> Pipe {
        let pipe = Pipe()
        for end in [pipe.fileHandleForReading, pipe.fileHandleForWriting] {
            _ = fcntl(end.fileDescriptor, F_SETFD, FD_CLOEXEC)
        }
        return pipe
    }
}
