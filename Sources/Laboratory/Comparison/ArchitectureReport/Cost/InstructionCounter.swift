import CPerf
import Foundation

/// A counter of the instructions that the current thread executes.
///
/// Many virtual machines do not count instructions, and the system may deny access.
final class InstructionCounter {
    private let descriptor: Int32

    /// Creates a counter for the current thread, or returns nil if instructions cannot be counted.
    init?() {
        descriptor = cperf_open_instructions()
        if descriptor < 0 { return nil }
    }

    deinit { close(descriptor) }

    /// The instructions since the counter was created; nil if none were counted.
    var count: UInt64? {
        var value: UInt64 = 0
        let length = withUnsafeMutableBytes(of: &value) { read(descriptor, $0.baseAddress, $0.count) }
        return length == MemoryLayout<UInt64>.size && value > 0 ? value : nil
    }
}
