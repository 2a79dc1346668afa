import Foundation

/// Connects a transfer, whose thread never waits, to the task that reads or receives its parts; buffers about one part.
///
/// Used in one direction. While the buffer is empty, or full, the transfer is paused.
final class PartPipe: Sendable {
    static let partBytes = 256 << 10

    private struct State {
        var bytes: [UInt8] = []
        /// The number of these bytes that have been sent.
        var sentCount = 0
        var isHeld = false
        var isEnded = false
        /// The task, while it waits.
        var waiter: CheckedContinuation<Void, Never>?

        var isEmpty: Bool { sentCount == bytes.count }
    }

    private let state = LockedValue(State())
    private let resume: @Sendable () -> Void

    init(resume: @escaping @Sendable () -> Void) { self.resume = resume }

    /// Ends the transfer; the waiting task continues.
    func end() { change { $0.isEnded = true } }

    // MARK: On the transfer's thread

    /// Fills a part of the buffer; returns nil to pause the transfer.
    func fill(_ buffer: UnsafeMutableRawBufferPointer) -> Int? {
        change { state in
            let count = min(buffer.count, state.bytes.count - state.sentCount)
            state.isHeld = count == 0
            guard count > 0 else { return nil }
            buffer.copyBytes(from: state.bytes[state.sentCount..<state.sentCount + count])
            state.sentCount += count
            return count
        }
    }

    /// Appends all of the bytes; returns false, without appending any, to pause the transfer.
    func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
        change { state in
            state.isHeld = state.bytes.count >= Self.partBytes
            if !state.isHeld { state.bytes.append(contentsOf: bytes) }
            return !state.isHeld
        }
    }

    // MARK: In the task

    /// Reads `count` bytes and sends them; returns early if the transfer has ended. Returns false if there are fewer.
    func send(_ count: Int64, _ read: HTTPBodyReader) async throws -> Bool {
        var offset: Int64 = 0
        while offset < count {
            let wanted = Int(min(Int64(Self.partBytes), count - offset))
            let part = try await read(offset, wanted)
            guard part.count == wanted else { return false }
            put { $0.bytes = part }
            offset += Int64(wanted)
            await wait { $0.isEmpty }
            if state.withLock(\.isEnded) { break }
        }
        return true
    }

    /// Delivers the body until the transfer has ended.
    func receive(_ receive: HTTPBodyReceiver) async throws {
        while true {
            await wait { !$0.isEmpty }
            let part = put { state in
                defer { state.bytes = [] }
                return state.bytes
            }
            if part.isEmpty { return }
            try await receive(part)
        }
    }

    /// Changes the buffer from the task, and continues a paused transfer.
    @discardableResult
    private func put<Result: Sendable>(_ change: (inout State) -> Result) -> Result {
        let (result, isHeld) = state.withLock { state in
            defer { (state.sentCount, state.isHeld) = (0, false) }
            return (change(&state), state.isHeld)
        }
        if isHeld { resume() }
        return result
    }

    /// Waits until a condition is true or the transfer has ended.
    private func wait(until isTrue: @Sendable (State) -> Bool) async {
        while !state.withLock({ $0.isEnded || isTrue($0) }) {
            await withCheckedContinuation { waiter in
                let isChanged = state.withLock { state in
                    if state.isEnded || isTrue(state) { return true }
                    state.waiter = waiter
                    return false
                }
                if isChanged { waiter.resume() }
            }
        }
    }

    /// Changes the buffer from the transfer's thread, and wakes the task.
    private func change<Result: Sendable>(_ change: (inout State) -> Result) -> Result {
        let (result, waiter) = state.withLock { state in
            defer { state.waiter = nil }
            return (change(&state), state.waiter)
        }
        waiter?.resume()
        return result
    }
}

/// A value protected by a lock.
final class LockedValue<Value>: @unchecked Sendable {
    // Unchecked: the value is used under the lock only. Not a `Mutex`, because on Linux the thread sanitizer does not understand
    // its contended locking and reports false races.
    private let lock = NSLock()
    private var value: Value

    init(_ value: sending Value) { self.value = value }

    func withLock<Result>(_ body: (inout sending Value) throws -> sending Result) rethrows -> sending Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
