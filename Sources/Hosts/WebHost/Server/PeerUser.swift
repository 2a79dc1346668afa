import CMicroHTTPD
import CSystem
import Foundation
import HostKit

/// The user at the other end of a loopback connection, as the kernel tells when asked for one socket, or else its tables of all sockets.
enum PeerUser {
    /// Whether the kernel can be asked for one socket.
    static let isTold = cmhd_tells_users() != 0

    /// Whether the connection at an address to our port may be used: by this user, and where the system does not tell at all.
    static func isAllowed(_ address: UnsafePointer<sockaddr>, connectedTo served: UInt16) -> Bool {
        // A socket that is gone waits for no answer.
        if isTold { return cmhd_user(address, served) == Int64(getuid()) }
        return isAllowed(id(of: address, connectedTo: served))
    }

    /// Returns the user ID of the socket at an address whose peer is our port; nil if the system does not tell.
    ///
    /// Reads `/proc/net/tcp` and `/proc/net/tcp6`, which only Linux has. Both, since a socket of the newer kind can reach the older address.
    static func id(of address: UnsafePointer<sockaddr>, connectedTo served: UInt16) -> uid_t? {
        let names = names(of: address)
        for path in ["/proc/net/tcp", "/proc/net/tcp6"] {
            if let user = id(of: names, connectedTo: served, in: text(ofFile: path)) { return user }
        }
        return nil
    }

    /// Reads the lines of a table: "sl local_address rem_address st tx:rx tr:tm retrnsmt uid …".
    static func id(of names: [String], connectedTo served: UInt16, in table: String) -> uid_t? {
        let end = String(format: ":%04X", served)
        for line in table.split(separator: "\n").dropFirst() {
            let fields = line.split(separator: " ", maxSplits: 8)
            guard fields.count > 8, names.contains(String(fields[1])), fields[2].hasSuffix(end) else { continue }
            return uid_t(fields[7])
        }
        return nil
    }

    /// Returns the names of an address in the tables: 32 bits at a time in the machine's order, and the port.
    static func names(of address: UnsafePointer<sockaddr>) -> [String] {
        if Int32(address.pointee.sa_family) == AF_INET {
            let v4 = UnsafeRawPointer(address).loadUnaligned(as: sockaddr_in.self)
            let name = String(format: "%08X:%04X", v4.sin_addr.s_addr, UInt16(bigEndian: v4.sin_port))
            return [name, "0000000000000000FFFF0000" + name]
        }
        let v6 = UnsafeRawPointer(address).loadUnaligned(as: sockaddr_in6.self)
        let words = withUnsafeBytes(of: v6.sin6_addr) { bytes in
            stride(from: 0, to: 16, by: 4).map { bytes.loadUnaligned(fromByteOffset: $0, as: UInt32.self) }
        }
        return [
            words.map { String(format: "%08X", $0) }.joined() + String(format: ":%04X", UInt16(bigEndian: v6.sin6_port))
        ]
    }

    /// Whether a connection may be used: by this user, and where the system does not tell.
    static func isAllowed(_ peer: uid_t?, user: uid_t = getuid()) -> Bool { peer.map { $0 == user } ?? true }

    /// Returns the text of a file that states no size; empty if it cannot be read.
    private static func text(ofFile path: String) -> String {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return "" }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        while let more = try? Descriptors.read(descriptor, upTo: 1 << 16), !more.isEmpty { bytes += more }
        return String(decoding: bytes, as: UTF8.self)
    }
}
