import Foundation

/// The socket calls that a test server needs.
enum Socket {
    struct Failure: Error { let code = errno }

    /// Listens on a free port of loopback.
    static func listen(isIPv6: Bool) throws -> (descriptor: Int32, port: UInt16) {
        #if canImport(Glibc)
            let descriptor = socket(isIPv6 ? AF_INET6 : AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            let descriptor = socket(isIPv6 ? AF_INET6 : AF_INET, SOCK_STREAM, 0)
        #endif
        guard descriptor >= 0 else { throw Failure() }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        let port = isIPv6 ? try bind6(descriptor) : try bind4(descriptor)
        guard Foundation.listen(descriptor, 512) == 0 else { throw Failure() }
        return (descriptor, UInt16(bigEndian: port))
    }

    private static func bind4(_ descriptor: Int32) throws -> in_port_t {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        try bind(descriptor, &address)
        return address.sin_port
    }

    private static func bind6(_ descriptor: Int32) throws -> in_port_t {
        var address = sockaddr_in6()
        address.sin6_family = sa_family_t(AF_INET6)
        address.sin6_addr = in6addr_loopback
        try bind(descriptor, &address)
        return address.sin6_port
    }

    /// Binds a socket and returns its port.
    private static func bind<Address>(_ descriptor: Int32, _ address: inout Address) throws {
        var size = socklen_t(MemoryLayout<Address>.size)
        let isBound = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Foundation.bind(descriptor, $0, size) == 0 && getsockname(descriptor, $0, &size) == 0
            }
        }
        guard isBound else { throw Failure() }
    }

    /// Waits for a client; returns nil after the listener is shut down, or after the time limit of the suites: among many other tests,
    /// minutes may pass between two requests.
    static func accept(from listener: Int32) -> Int32? {
        var entry = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
        guard uninterrupted({ Int(poll(&entry, 1, 1_200_000)) }) > 0 else { return nil }
        let descriptor = Int32(uninterrupted { Int(Foundation.accept(listener, nil, nil)) })
        guard descriptor >= 0 else { return nil }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        var limit = timeval(tv_sec: 120, tv_usec: 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            setsockopt(descriptor, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
        }
        return descriptor
    }

    static func send(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int {
        #if canImport(Glibc)
            let flags = Int32(MSG_NOSIGNAL)
        #else
            let flags: Int32 = 0
        #endif
        return uninterrupted { Foundation.send(descriptor, bytes.baseAddress, bytes.count, flags) }
    }

    /// Reads bytes; returns nil at the end, after an error, and after two minutes.
    static func receive(from descriptor: Int32) -> [UInt8]? {
        let bytes = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
            count = max(0, uninterrupted { recv(descriptor, buffer.baseAddress, buffer.count, 0) })
        }
        return bytes.isEmpty ? nil : bytes
    }

    /// Repeats a call that was interrupted, as by the end of another test's process.
    private static func uninterrupted(_ call: () -> Int) -> Int {
        var result: Int
        repeat { result = call() } while result < 0 && errno == EINTR
        return result
    }
}
