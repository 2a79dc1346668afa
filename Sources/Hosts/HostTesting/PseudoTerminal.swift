import CSystem
import Foundation

/// A pseudo-terminal with a width, for input and output.
package final class PseudoTerminal: Sendable {
    /// The user's end.
    private let near: Int32
    /// The program's end.
    package let far: Int32

    package init(columns: UInt16) throws {
        near = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard let name = Self.farEnd(of: near) else { throw POSIXError(.ENOTTY) }
        far = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard far >= 0 else { throw POSIXError(.ENOTTY) }
        resize(columns: columns)
    }

    /// Returns the path of the far end, by Linux requests for functions that Glibc does not export.
    private static func farEnd(of near: Int32) -> String? {
        #if canImport(Glibc)
            var (lock, number): (Int32, Int32) = (0, 0)
            guard ioctl(near, 0x4004_5431, &lock) == 0, ioctl(near, 0x8004_5430, &number) == 0 else { return nil }
            return "/dev/pts/\(number)"
        #else
            guard grantpt(near) == 0, unlockpt(near) == 0 else { return nil }
            return ptsname(near).map { String(cString: $0) }
        #endif
    }

    deinit {
        close(near)
        close(far)
    }

    package func resize(columns: UInt16) {
        var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(near, UInt(TIOCSWINSZ), &size)
    }

    /// Types text; `\u{4}` is Ctrl-D, `\u{1C}` Ctrl-\.
    package func type(_ text: String) {
        let bytes = Array(text.utf8)
        _ = write(near, bytes, bytes.count)
    }

    /// Returns the printed lines without colours.
    package func printed() -> [String] {
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = max(0, read(near, &bytes, bytes.count))
        return String(decoding: bytes.prefix(count), as: UTF8.self).replacing(/\u{1B}\[\d+m/, with: "")
            .replacing("\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            .map(String.init)
    }
}
