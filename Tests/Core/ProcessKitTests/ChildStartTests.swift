import Foundation
import ProcessKit
import Synchronization
import Testing

@Suite struct ChildStartTests {
    /// In a process of its own, which nobody else opens descriptors in.
    @Test func `a process inherits nothing of one that is started at the same time`() async {
        await #expect(processExitsWith: .success) {
            // Foundation closes the descriptors that it finds: those above the highest one are new.
            for _ in 0..<500 { _ = fcntl(1, F_DUPFD_CLOEXEC, 3) }
            let counts = Mutex<[Int]>([])
            DispatchQueue.concurrentPerform(iterations: 8) { _ in
                for _ in 0..<8 {
                    if let count = try? countOfDescriptors() { counts.withLock { $0.append(count) } }
                }
            }
            let all = counts.withLock { $0 }
            // Three files, a socket that tells of the end, and the folder that is listed.
            #expect(all.count == 64 && all.allSatisfy { $0 <= 5 }, "\(all)")
        }
    }
}

/// Returns how many descriptors a process has that is started.
private func countOfDescriptors() throws -> Int {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/ls")
    process.arguments = ["/dev/fd/"]
    process.standardInput = FileHandle.nullDevice
    return String(decoding: try process.output(), as: UTF8.self).split(separator: "\n").count
}
