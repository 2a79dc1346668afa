import CSystem
import Testing

@testable import WebHost

@Suite struct PeerUserTests {
    private let table = """
          sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
           0: 0100007F:0FA0 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 1 1 0 100 0 0 10 0
           1: 0100007F:0FA0 0100007F:C001 01 00000000:00000000 00:00000000 00000000  1000        0 2 1 0 20 4 30 10 -1
           2: 0200007F:C001 0100007F:0FA0 01 00000000:00000000 00:00000000 00000000  1002        0 3 1 0 20 4 30 10 -1
           3: 0100007F:C001 0100007F:0FA0 01 00000000:00000000 00:00000000 00000000  1001        0 3 1 0 20 4 30 10 -1
        """

    @Test func `the user at the other end is found by address and both ports`() {
        #expect(PeerUser.id(of: ["0100007F:C001"], connectedTo: 4000, in: table) == 1001)
    }

    @Test func `a socket of the same port at another address is not taken for the peer`() {
        #expect(PeerUser.id(of: ["0200007F:C001"], connectedTo: 4000, in: table) == 1002)
        #expect(PeerUser.id(of: ["0100007F:C001"], connectedTo: 4001, in: table) == nil)
    }

    @Test func `an address is named as the tables name it, for sockets of both kinds`() {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(0xC001).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let names = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { PeerUser.names(of: $0) }
        }
        #expect(names == ["0100007F:C001", "0000000000000000FFFF00000100007F:C001"])
    }

    @Test func `another user is refused, and an unknown one is not`() {
        #expect(!PeerUser.isAllowed(1001, user: 1000))
        #expect(PeerUser.isAllowed(1000, user: 1000))
        #expect(PeerUser.isAllowed(nil, user: 1000))
    }

    @Test(.enabled(if: PeerUser.isTold, "this kernel cannot be asked for one socket"))
    func `the kernel tells the user of a connection, and a socket that is gone is refused`() throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        let client = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer {
            close(listener)
            close(client)
        }
        var served = sockaddr_in()
        served.sin_family = sa_family_t(AF_INET)
        served.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        #expect(use(&served) { bind(listener, $0, $1) } == 0)
        try #require(listen(listener, 1) == 0)
        served = name(of: listener)
        let port = UInt16(bigEndian: served.sin_port)
        try #require(use(&served) { connect(client, $0, $1) } == 0)
        var peer = name(of: client)
        #expect(use(&peer) { address, _ in PeerUser.isAllowed(address, connectedTo: port) ? 0 : -1 } == 0)
        #expect(use(&peer) { address, _ in PeerUser.isAllowed(address, connectedTo: port ^ 1) ? 0 : -1 } == -1)
    }

    private func name(of socket: Int32) -> sockaddr_in {
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { _ = getsockname(socket, $0, &size) }
        }
        return address
    }

    private func use(_ address: inout sockaddr_in, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
}
