import CSystem
import TerminalHost

/// The terminal that a person sits at: drawn on while it is entered, and left as it was found.
///
/// Used by one task at a time.
struct ScreenTerminal: Sendable {
    private let descriptor: Int32
    private let capabilities: TerminalCapabilities
    private let modes: TerminalModes
    private let signals: SignalPipe
    private let hasMouse: Bool
    private var writer: CellWriter
    /// What could not be written any more; everything after it is dropped.
    private(set) var failure: SystemError?

    /// So much a terminal takes at once when it takes anything.
    private static let chunkSize = 256

    /// Throws when it is no terminal, or one that has gone.
    init(_ descriptor: Int32, _ capabilities: TerminalCapabilities, signals: SignalPipe, hasMouse: Bool)
        throws(SystemError)
    {
        (self.descriptor, self.capabilities, self.signals) = (descriptor, capabilities, signals)
        self.hasMouse = hasMouse
        modes = try TerminalModes(of: descriptor)
        writer = CellWriter(capabilities)
    }

    var size: (rows: Int, columns: Int) { TerminalModes.size(of: descriptor) }

    /// Takes the terminal: keys come one by one, pastes and focus are told of.
    mutating func enter() {
        CrashRestorer.arm(modes, writing: Array(leaving.utf8))
        modes.makeRaw()
        writer.forget()
        write((capabilities.isLikeXterm ? Self.keepTitle : "") + capabilities.enterScreen + modeText(isOn: true))
        // What takes this for text shows a letter, which is cleared with the first frame.
        if capabilities.isLikeXterm, capabilities.scrollColumnsUp != nil { write("\u{1B}[?\(Self.margins)$p") }
    }

    /// Takes the terminal's answer about a mode.
    mutating func receive(mode: Int, canChange: Bool) {
        if mode == Self.margins { writer.hasMargins = canChange }
    }

    /// DECLRMM, left and right margins.
    private static let margins = 69

    /// Takes it again after the program was stopped from outside, and what it had set may be lost.
    mutating func resume() {
        modes.makeRaw()
        writer.forget()
        write(capabilities.enterScreen + modeText(isOn: true))
    }

    /// Gives it back as it was.
    mutating func leave() {
        write(leaving)
        modes.restore()
        CrashRestorer.disarm()
    }

    mutating func show(_ frame: Frame) {
        let bytes = writer.update(to: frame)
        if !bytes.isEmpty { write(bytes) }
    }

    /// Whatever stands there, the next frame is written whole.
    mutating func forget() { writer.forget() }

    mutating func ring() { write("\u{07}") }

    /// - Parameter title: safe text.
    mutating func set(title: String) {
        if capabilities.isLikeXterm { write("\u{1B}]2;\(title)\u{07}") }
    }

    /// Has the desktop tell of something, where the terminal passes that on.
    /// - Parameter title: safe, as `text`.
    mutating func notify(_ title: String, _ text: String, by way: DesktopNotices) {
        if capabilities.isLikeXterm { write(way.sequence(title, text)) }
    }

    private var leaving: String {
        capabilities.plain + modeText(isOn: false) + capabilities.showCursor
            // Where there is no other screen to go back to, at least nothing of ours is left on this one.
            + (capabilities.leaveScreen.isEmpty ? capabilities.clear : capabilities.leaveScreen)
            + (capabilities.isLikeXterm ? Self.bringTitleBack : "")
    }

    private static let keepTitle = "\u{1B}[22;2t"
    private static let bringTitleBack = "\u{1B}[23;2t"

    /// Bracketed paste, focus reports and the mouse.
    private func modeText(isOn: Bool) -> String {
        guard capabilities.isLikeXterm else { return "" }
        let letter = isOn ? "h" : "l"
        var text = "\u{1B}[?2004\(letter)\u{1B}[?1004\(letter)"
        if hasMouse { text += "\u{1B}[?1000\(letter)\u{1B}[?1006\(letter)" }
        return text
    }

    private mutating func write(_ text: String) { write(Array(text.utf8)) }

    private mutating func write(_ bytes: [UInt8]) {
        guard failure == nil else { return }
        var rest = bytes[...]
        while !rest.isEmpty {
            // A terminal may have been stopped, and a signal must still be able to end the program.
            guard Descriptors.waitUntilWritable(descriptor, orReadable: signals.arrival) else {
                failure = SystemError(call: "write", code: EIO)
                return
            }
            let count = rest.prefix(Self.chunkSize).withUnsafeBytes {
                systemWrite(descriptor, $0.baseAddress, $0.count)
            }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno != EAGAIN, errno != EINTR {
                failure = SystemError(call: "write", code: errno)
                return
            }
        }
    }
}

// The system's call, where a function of ours has the same name.
private let systemWrite = write
