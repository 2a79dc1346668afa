package import Foundation

extension Process {
    /// Ends the process at once, whatever it does.
    ///
    /// `terminate()` is not enough: a process that a thread of Dispatch starts inherits that its signals are blocked, and lives on.
    package func kill() {
        _ = Self.send(SIGKILL, to: processIdentifier)
    }

    /// Calls the system's function, which a method of the same name hides.
    private static func send(_ signal: Int32, to process: Int32) -> Int32 { Foundation.kill(process, signal) }
}

extension Pipe {
    /// Returns a pipe that no process inherits but the one that is given it.
    ///
    /// Any process that a test starts at the same time inherits the ends of Foundation's own pipes. Who waits for the end of the input or
    /// output then waits for that process, too.
    package static func uninherited() -> Pipe {
        let pipe = Pipe()
        for end in [pipe.fileHandleForReading, pipe.fileHandleForWriting] {
            _ = fcntl(end.fileDescriptor, F_SETFD, FD_CLOEXEC)
        }
        return pipe
    }
}
