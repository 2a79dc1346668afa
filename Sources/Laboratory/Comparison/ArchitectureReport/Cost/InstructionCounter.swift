import CPerf
import Foundation

/// How many instructions the thread that made it executes, where the machine counts them.
///
/// Many virtual machines do not, and a system may refuse to tell.
final class InstructionCounter {
    private let descriptor: Int32

    /// Nil where instructions cannot be counted.
    init?() {
        descriptor = cperf_open_instructions()
        if descriptor < 0 { return nil }
    }

    deinit { close(descriptor) }

    /// Since the counter was made; nil where nothing was counted.
    var count: UInt64? {
        var value: UInt64 = 0
        let length = withUnsafeMutableBytes(of: &value) { read(descriptor, $0.baseAddress, $0.count) }
        return length == MemoryLayout<UInt64>.size && value > 0 ? value : nil
    }
}
