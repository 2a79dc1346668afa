import CSystem
import Foundation
import HostKit

/// Prints an address for another page whenever the user presses Enter, on a thread of its own.
struct AddressPrinter: Sendable {
    let server: WebServer
    let output: LineOutput

    /// Reads the input until it or `end` ends.
    func run(_ input: Int32, until end: Int32) {
        // A job in the background must not be stopped by what is typed for another program.
        signal(SIGTTIN, SIG_IGN)
        while true {
            let isReadable = Descriptors.poll([end, input], waits: true)
            guard !isReadable[0], let bytes = try? Descriptors.read(input, upTo: 4096), !bytes.isEmpty else { return }
            guard bytes.contains(UInt8(ascii: "\n")) else { continue }
            server.renewToken()
            output.write(server.rules.invitation)
        }
    }
}
