import CSystem
import Foundation
import SimulationKit
import Testing
import ThreadTesting

/// Random keys and escapes on a terminal: no exit but 0, and nothing left on the terminal.
///
/// `VIPERCHAT_FUZZ_BYTES` sets the number of bytes, such as 1000000.
@Suite(.ownThread) struct FuzzTests {
    private static let count = ProcessInfo.processInfo.environment["VIPERCHAT_FUZZ_BYTES"].flatMap { Int($0) } ?? 1000

    @Test(arguments: [["--virtual-time"], []]) func `random input ends with exit code 0 and a restored terminal`(
        options: [String]
    ) throws {
        var generator = SplitMix64(seed: 32)
        var rest = Self.count
        while rest > 0 {
            let terminal = try PseudoTerminal(running: options)
            while rest > 0, terminal.isRunning {
                let piece = Self.piece(&generator)
                rest -= terminal.send(piece)
            }
            let code = terminal.quit()
            #expect(code == 0, "after \(Self.count - rest) bytes")
            #expect(terminal.leftover == nil)
            if code != 0 { break }
        }
    }

    @Test(arguments: [["--virtual-time"], []]) func `a signal ends the program after any keys, as it does without`(
        options: [String]
    ) throws {
        var generator = SplitMix64(seed: 5)
        for count in [0, 40] {
            let terminal = try PseudoTerminal(running: options)
            for _ in 0..<count where terminal.isRunning { terminal.send(Self.piece(&generator)) }
            let code = terminal.end(by: SIGTERM)
            #expect(code == 0, "after \(count) pieces")
            #expect(terminal.leftover == nil)
        }
    }

    /// One key, sequence, paste or piece of nonsense.
    private static func piece(_ generator: inout SplitMix64) -> [UInt8] {
        func pick(_ texts: [String]) -> [UInt8] { Array((texts.randomElement(using: &generator) ?? "").utf8) }
        func random(_ range: ClosedRange<UInt8>) -> UInt8 { .random(in: range, using: &generator) }
        switch Int.random(in: 0..<12, using: &generator) {
        case 0...3: return (0..<6).map { _ in random(0x20...0x7E) }
        case 4: return [random(0...0x1F)]
        case 5: return [0x1B, 0x5B, random(0x30...0x3F), random(0x20...0x7E)]
        case 6: return [0x1B, random(0...0x7F)]
        case 7: return (0..<5).map { _ in random(0x80...0xFF) }
        case 8: return pick(["\u{1B}[A", "\u{1B}[B", "\u{1B}[5~", "\u{1B}[6~", "\r", "\t", "\u{18}\u{05}"])
        case 9: return Array("\u{1B}[200~\(random(0...255))\n/quit\u{1B}[201~".utf8)
        case 10: return pick(["/find a\r", "/mute\r", "/attach /\t", "/new A\r", "/edit\r", "/group A, B\r", "/x\r"])
        default: return Array("\u{1B}[<0;\(random(1...99));\(random(1...30))M\u{1B}]11;rgb:ff/ff/ff\u{07}".utf8)
        }
    }
}
