import CSystem
import TerminalHost

/// A terminal's line discipline as it was, to be put back.
struct TerminalModes: Sendable {
    let descriptor: Int32
    let before: termios

    /// Throws when it is no terminal, or one that has gone.
    init(of descriptor: Int32) throws(SystemError) {
        var modes = termios()
        guard tcgetattr(descriptor, &modes) == 0 else { throw SystemError(call: "tcgetattr", code: errno) }
        (self.descriptor, before) = (descriptor, modes)
    }

    /// Keys come as they are pressed, are not shown by the terminal, and send no signals; output is not changed.
    func makeRaw() {
        var raw = before
        cfmakeraw(&raw)
        // Output is ours alone; what another program writes meanwhile still has its lines.
        raw.c_oflag |= tcflag_t(OPOST)
        set(raw)
    }

    func restore() { set(before) }

    private func set(_ modes: termios) {
        var modes = modes
        // At once: a terminal that was stopped never drains.
        while tcsetattr(descriptor, TCSANOW, &modes) != 0, errno == EINTR {}
    }

    /// Rows and columns at this moment; 24 by 80 for a terminal that does not say.
    static func size(of descriptor: Int32) -> (rows: Int, columns: Int) {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return (24, 80) }
        return (Int(size.ws_row), Int(size.ws_col))
    }
}
