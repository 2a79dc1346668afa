import CSystem
import RuntimeKit

/// The names that tell the user's devices apart in other clients.
enum DeviceName {
    /// The maximum length in bytes.
    static let limit = 100

    /// Returns a name with that of this machine, if it has one.
    static func ofMachine() -> String {
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, name.count - 1) == 0 else { return program }
        return with(machine: String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self))
    }

    /// Returns a name with the first part of a machine's name, which is followed by its network.
    static func with(machine: String) -> String {
        let label = machine.prefix { $0 != "." }.prefix(limit / 2)
        let isUsable = !label.isEmpty && label.utf8.allSatisfy { $0.isASCIILetterOrDigit || "-_".utf8.contains($0) }
        return isUsable && label != "localhost" ? "\(program) on \(label)" : program
    }

    private static let program = "viperchat"
}
