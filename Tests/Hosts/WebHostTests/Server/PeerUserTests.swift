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
}
