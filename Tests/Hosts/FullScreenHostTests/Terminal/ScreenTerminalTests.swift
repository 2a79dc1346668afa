import CSystem
import Foundation
import HostKit
import Testing
import ThreadTesting

@testable import FullScreenHost

/// The output to the user's terminal beside frames.
@Suite(.ownThread) final class ScreenTerminalTests {
    private let main: Int32
    private let other: Int32

    init() throws {
        var (ours, theirs): (Int32, Int32) = (-1, -1)
        try #require(openpty(&ours, &theirs, nil, nil, nil) == 0)
        (main, other) = (ours, theirs)
    }

    deinit { for end in [main, other] { close(end) } }

    private func terminal(isLikeXterm: Bool = true, hasMouse: Bool = false) throws -> ScreenTerminal {
        var capabilities = TerminalFake.capabilities
        (capabilities.isLikeXterm, capabilities.scrollColumnsUp) = (isLikeXterm, nil)
        (capabilities.enterScreen, capabilities.leaveScreen) = ("<enter>", "<leave>")
        return try ScreenTerminal(other, capabilities, signals: try SignalPipe(), hasMouse: hasMouse)
    }

    /// Returns what was written since the last call.
    private func written() -> String {
        let end = Array("END".utf8)
        _ = write(other, end, end.count)
        var (bytes, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 4096))
        while !bytes.suffix(end.count).elementsEqual(end) {
            let count = read(main, &buffer, buffer.count)
            guard count > 0 else { break }
            bytes += buffer[..<count]
        }
        return String(decoding: bytes.dropLast(end.count), as: UTF8.self)
    }

    private var modes: termios {
        var modes = termios()
        tcgetattr(other, &modes)
        return modes
    }

    /// Whether keys come at once and without an echo, while line breaks of other programs still work.
    private var isRaw: Bool {
        modes.c_lflag & tcflag_t(ECHO | ICANON | ISIG) == 0 && modes.c_oflag & tcflag_t(OPOST) != 0
    }

    @Test(arguments: [false, true])
    func `the terminal is taken over with what the settings want, and given back as it was`(hasMouse: Bool) throws {
        var terminal = try terminal(hasMouse: hasMouse)
        let before = modes
        func switched(_ letter: String) -> String {
            (["2004", "1004"] + (hasMouse ? ["1000", "1006"] : [])).map { "\u{1B}[?\($0)\(letter)" }.joined()
        }
        terminal.enter()
        #expect(isRaw)
        #expect(written() == "\u{1B}[22;2t<enter>\(switched("h"))")
        terminal.leave()
        let after = modes
        #expect([after.c_lflag, after.c_iflag, after.c_oflag] == [before.c_lflag, before.c_iflag, before.c_oflag])
        #expect(written() == "\u{1}p;\(switched("l"))\u{1}v;<leave>\u{1B}[23;2t")
    }

    @Test func `after the program was stopped, the terminal is taken over again, and keeps the title of before`() throws
    {
        var terminal = try terminal()
        var before = modes
        terminal.enter()
        _ = written()
        tcsetattr(other, TCSANOW, &before)
        terminal.resume()
        #expect(isRaw)
        #expect(written() == "<enter>\u{1B}[?2004h\u{1B}[?1004h")
        terminal.leave()
    }

    @Test(arguments: [true, false])
    func `a copy, a title and a notification are written only where they are understood`(isLikeXterm: Bool) throws {
        var terminal = try terminal(isLikeXterm: isLikeXterm)
        terminal.copy("é")
        terminal.set(title: "(2) viperchat")
        terminal.notify("Ada", "Hi", by: .osc9)
        #expect(
            written()
                == (isLikeXterm
                    ? "\u{1B}]52;c;w6k=\u{07}\u{1B}]2;(2) viperchat\u{07}"
                        + DesktopNotifications.osc9.sequence("Ada", "Hi")
                    : "")
        )
        terminal.ring()
        #expect(written() == "\u{07}")
    }
}
