package import Foundation

/// A program that this one starts.
package enum ChildProgram {
    /// Starts a program by its path in the process group of this one, so that it has the terminal, without access to the files of this
    /// program. Returns its ID, for which the caller waits. Throws a `POSIXError`.
    package static func start(_ words: [String]) throws(POSIXError) -> pid_t { try spawn(words, isSilent: false) }

    /// Starts a program by its path without access to this terminal and its files: it reads nothing, and what it prints is dropped. Returns its ID, which
    /// is that of its process group, too.
    ///
    /// Calls `completion` in a thread that only waits, so that the end is noticed however busy this program is, with the exit code, or with
    /// 128 and the number of the signal that ended it. Throws a `POSIXError`.
    @discardableResult
    package static func startSilently(
        _ words: [String],
        completion: @escaping @Sendable (Int32) -> Void = { _ in }
    ) throws(POSIXError) -> pid_t {
        let process = try spawn(words, isSilent: true)
        Thread.detachNewThread { completion(exitCode(waitingFor: process)) }
        return process
    }

    /// Starts a program without access to the files of this one, but for its standard ones. A silent program gets `files` as its input and
    /// output in place of these, and no terminal.
    static func spawn(
        _ words: [String],
        isSilent: Bool,
        files: (input: Int32, output: Int32)? = nil
    ) throws(POSIXError) -> pid_t {
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        // A thread of this program blocks nearly all signals, and a child inherits that: no stop or resize would reach it.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var (none, all) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        var flags = Int32(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF)
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if isSilent {
            // A session of its own has no terminal, and is a process group, too.
            flags |= newSession
            for (descriptor, file) in zip(Int32(0)..., [files?.input, files?.output, nil]) {
                if let file {
                    posix_spawn_file_actions_adddup2(&actions, file, descriptor)
                } else {
                    posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
                }
            }
        }
        // Not all files that the libraries open are closed in a child by themselves.
        let descriptors = (try? FileManager.default.contentsOfDirectory(atPath: "/dev/fd")) ?? []
        for descriptor in descriptors.compactMap(Int32.init) where descriptor > 2 {
            // One that is closed meanwhile does no harm.
            posix_spawn_file_actions_addclose(&actions, descriptor)
        }
        posix_spawnattr_setflags(&attributes, Int16(flags))
        var process = pid_t()
        let code = posix_spawn(&process, words[0], &actions, &attributes, &arguments, environ)
        guard code == 0 else { throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EAGAIN) }
        return process
    }

    /// Waits for a program; returns its exit code, or 128 and the number of the signal that ended it.
    static func exitCode(waitingFor process: pid_t) -> Int32 {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 {
            // Without a child to wait for, nothing says how it ended.
            guard errno == EINTR else { return 0 }
        }
        return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
    }
}

#if canImport(Darwin)
    private let newSession = Int32(POSIX_SPAWN_SETSID)
#else
    // POSIX_SPAWN_SETSID, which the system's headers hide.
    private let newSession: Int32 = 0x80
#endif
