package import Foundation

extension Process {
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
    /// Any process that a test starts at the same time inherits the ends of Foundation's own pipes, and keeps the input or output from
    /// ending as long as it runs.
    package static func uninherited() -> Pipe {
        let pipe = Pipe()
        for end in [pipe.fileHandleForReading, pipe.fileHandleForWriting] {
            _ = fcntl(end.fileDescriptor, F_SETFD, FD_CLOEXEC)
        }
        return pipe
    }
}
