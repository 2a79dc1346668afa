import CSystem
import Foundation
import HostKit

/// The user's terminal: taken over by `enter()`, restored by `leave()`.
///
/// One task uses it at a time.
struct ScreenTerminal: Sendable {
    private let descriptor: Int32
    private let capabilities: TerminalCapabilities
    private let modes: TerminalModes
    private let signals: SignalPipe
    private let hasMouse: Bool
    /// Whether the terminal is asked for the colour of its background.
    private let asksForBackground: Bool
    /// The terminal's answers about pictures; nil if it is not asked.
    private var answers: GraphicsAnswers?
    /// Whether the terminal has not answered yet about its margins.
    private var isAnswerDue = false
    /// How many of its answers about its attributes are missing, which follow others.
    private var attributesDue = 0
    private var writer: CellWriter
    /// The first failure to write; everything after it is dropped.
    private(set) var failure: SystemError?

    /// The bytes that a writable terminal accepts at once.
    private static let chunkSize = 256

    /// Throws if the descriptor is not a terminal, or one that was closed.
    init(
        _ descriptor: Int32,
        _ capabilities: TerminalCapabilities,
        signals: SignalPipe,
        hasMouse: Bool,
        asksForBackground: Bool = false,
        graphics: GraphicsAnswers? = nil
    ) throws(SystemError) {
        self.asksForBackground = asksForBackground && capabilities.isLikeXterm
        answers = capabilities.isLikeXterm ? graphics : nil
        (self.descriptor, self.capabilities, self.signals) = (descriptor, capabilities, signals)
        self.hasMouse = hasMouse
        modes = try TerminalModes(of: descriptor)
        writer = CellWriter(capabilities)
    }

    private var foreground: Foreground { Foreground(descriptor: descriptor, end: signals.arrival) }

    var size: (rows: Int, columns: Int) { TerminalModes.size(of: descriptor) }

    /// Takes over the terminal: raw keys, alternate screen, paste and focus reports. Waits for the foreground.
    mutating func enter() {
        foreground.wait()
        CrashRestorer.arm(modes, writing: Array(leaving.utf8))
        modes.makeRaw()
        writer.invalidate()
        write((capabilities.isLikeXterm ? Self.keepTitle : "") + capabilities.enterScreen + modeText(isOn: true))
        if asksForBackground {
            write(BackgroundAnswer.question)
            attributesDue += 1
        }
        if answers != nil {
            write(GraphicsAnswers.question(isInTmux: capabilities.isInTmux))
            attributesDue += 1
        }
        // A terminal that takes this for text shows a letter, which the first frame clears.
        if capabilities.isLikeXterm, capabilities.scrollColumnsUp != nil {
            write("\u{1B}[?\(Self.margins)$p")
            isAnswerDue = true
        }
    }

    /// Receives the terminal's answer about a mode.
    mutating func receive(mode: Int, canChange: Bool) {
        if mode == Self.margins { (writer.hasMargins, isAnswerDue) = (canChange, false) }
    }

    /// Receives an answer about pictures, or about the attributes, which follows others.
    mutating func receive(_ answer: TerminalEvent) {
        if case .attributes = answer { attributesDue = max(0, attributesDue - 1) }
        answers?.receive(answer)
        adoptGraphics()
    }

    /// Whether the terminal draws pictures itself.
    var hasGraphics: Bool { writer.pictures.graphics != nil }

    /// Chooses how pictures are drawn, by the answers and the size of a cell, which changes with the font.
    mutating func adoptGraphics() {
        writer.pictures.graphics = answers?.graphics(cell: TerminalModes.cellSize(of: descriptor))
    }

    /// The longest time in milliseconds to wait for an answer before the terminal is restored.
    private static let answerTime: Int32 = 400
    /// The same for the rest of an answer that has begun.
    private static let restTime: Int32 = 20
    /// A terminal that goes on sending is not waited for.
    private static let partLimit = 10

    /// DECLRMM, left and right margins.
    private static let margins = 69

    /// Takes the terminal over again after the program was stopped and its modes may be lost. Waits for the foreground.
    mutating func resume() {
        foreground.wait()
        modes.makeRaw()
        invalidate(losesPictures: true)
        write(capabilities.enterScreen + modeText(isOn: true))
    }

    /// Restores the terminal.
    mutating func leave() {
        // Pictures in cells go with the screen, and sixels with its cells.
        write(writer.pictures.deletions() + (writer.pictures.drawsStrips ? capabilities.clear : "") + leaving)
        // A late answer would be typed into the shell. It may arrive in parts.
        if isAnswerDue || attributesDue > 0, failure == nil {
            for part in 0..<Self.partLimit {
                let time = part == 0 ? Self.answerTime : Self.restTime
                guard Descriptors.poll([descriptor], forMilliseconds: time)[0] else { break }
                tcflush(descriptor, TCIFLUSH)
            }
        }
        (isAnswerDue, attributesDue) = (false, 0)
        modes.restore()
        CrashRestorer.disarm()
    }

    /// Draws a frame.
    mutating func show(_ frame: Frame) {
        let bytes = writer.update(to: frame)
        if !bytes.isEmpty { write(bytes) }
    }

    /// Makes the next frame be written in full.
    ///
    /// - Parameter losesPictures: whether the terminal may have lost the pictures that it was given.
    mutating func invalidate(losesPictures: Bool = false) {
        writer.invalidate()
        if losesPictures { writer.pictures.forget() }
    }

    /// Copies a text to the clipboard by OSC 52, which the terminal may refuse.
    mutating func copy(_ text: String) {
        if capabilities.isLikeXterm { write("\u{1B}]52;c;\(Data(text.utf8).base64EncodedString())\u{07}") }
    }

    mutating func ring() { write("\u{07}") }

    /// Sets the terminal's title.
    ///
    /// - Parameter title: sanitized text.
    mutating func set(title: String) {
        if capabilities.isLikeXterm { write("\u{1B}]2;\(title)\u{07}") }
    }

    /// Shows a desktop notification, if the terminal supports that.
    ///
    /// - Parameters:
    ///   - title: sanitized text.
    ///   - text: sanitized text.
    ///   - way: the sequence to use.
    mutating func notify(_ title: String, _ text: String, by way: DesktopNotifications) {
        if capabilities.isLikeXterm { write(way.sequence(title, text, isInTmux: capabilities.isInTmux)) }
    }

    private var leaving: String {
        capabilities.plain + modeText(isOn: false) + capabilities.showCursor
            // Without an alternate screen, at least clears this one.
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
            // A signal must be able to end the program even if the terminal is stopped.
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

// The system call, hidden by the methods of the same name.
private let systemWrite = write
