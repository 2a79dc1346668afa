import CSystem
import Foundation

/// The system calls of a socket file, through which processes of one user talk.
package enum UnixSocket {
    /// Listens at `path`, in place of a file that an ended process left there. Only the file's owner can connect.
    ///
    /// Throws `SystemError`, also if the path is too long for a socket (more than 107 bytes on Linux, 103 on macOS).
    package static func listen(at path: String) throws(SystemError) -> Int32 {
        unlink(path)
        let descriptor = try make()
        guard withAddress(path, { bind(descriptor, $0, $1) }) == 0, chmod(path, 0o600) == 0,
            systemListen(descriptor, 8) == 0
        else {
            let code = errno
            close(descriptor)
            throw SystemError(call: "bind", code: code)
        }
        return descriptor
    }

    /// Connects to `path`. Returns nil if no process listens there.
    static func connect(to path: String) -> Int32? {
        guard let descriptor = try? make() else { return nil }
        guard withAddress(path, { systemConnect(descriptor, $0, $1) }) == 0 else {
            close(descriptor)
            return nil
        }
        return descriptor
    }

    /// Accepts a connection that waits; nil if none does.
    package static func accept(_ listener: Int32) -> Int32? {
        let descriptor = systemAccept(listener, nil, nil)
        guard descriptor >= 0 else { return nil }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        return descriptor
    }

    /// Writes all bytes. Returns false if the other side has gone, or takes nothing for `timeout`.
    package static func send(_ bytes: [UInt8], to descriptor: Int32, timeout: Duration) -> Bool {
        var limit = timeval(tv_sec: Int(timeout.components.seconds), tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        return bytes.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if count > 0 { rest = rest.dropFirst(count) } else if errno != EINTR { return false }
            }
            return true
        }
    }

    private static func make() throws(SystemError) -> Int32 {
        #if canImport(Glibc)
            let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        #else
            let descriptor = socket(AF_UNIX, SOCK_STREAM, 0)
        #endif
        guard descriptor >= 0 else { throw SystemError(call: "socket", code: errno) }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        return descriptor
    }

    /// Calls `body` with the address of a path. Returns -1, as system calls do, if the path is too long.
    private static func withAddress(
        _ path: String,
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8) + [0]
        let fits = withUnsafeMutableBytes(of: &address.sun_path) { field in
            guard bytes.count <= field.count else { return false }
            field.copyBytes(from: bytes)
            return true
        }
        guard fits else {
            errno = ENAMETOOLONG
            return -1
        }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}

// The system's functions, whose names the functions above hide.
private let systemListen = listen
private let systemConnect = connect
private let systemAccept = accept
