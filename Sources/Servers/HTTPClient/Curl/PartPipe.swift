/// Joins a transfer, whose thread never waits, to the task that reads or receives its parts: about one part lies in between.
///
/// It goes one way. Where nothing lies in it, or too much, the transfer is held, and resumed once that has changed.
final class PartPipe: Sendable {
    static let partBytes = 256 << 10

    private struct State {
        var bytes: [UInt8] = []
        /// How many of them have left already, on the way out.
        var sentCount = 0
        var isHeld = false
        var isEnded = false
        /// The task, while there is nothing for it to do.
        var waiter: CheckedContinuation<Void, Never>?

        var isEmpty: Bool { sentCount == bytes.count }
    }

    private let state = Locked(State())
    private let resume: @Sendable () -> Void

    init(resume: @escaping @Sendable () -> Void) { self.resume = resume }

    /// The transfer is over: the task that waits for it goes on.
    func end() { change { $0.isEnded = true } }

    // MARK: On the transfer's thread

    /// Fills some of the buffer; nil has the transfer held.
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

    /// Appends all of the bytes, or none of them: then the transfer is held.
    func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
        change { state in
            state.isHeld = state.bytes.count >= Self.partBytes
            if !state.isHeld { state.bytes.append(contentsOf: bytes) }
            return !state.isHeld
        }
    }

    // MARK: In the task

    /// Reads so many bytes and has them sent; returns early where the transfer has ended. False where there are fewer.
    func send(_ count: Int64, _ read: HTTPReading) async throws -> Bool {
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

    /// Hands over what comes, until the transfer has ended.
    func receive(_ receive: HTTPReceiving) async throws {
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

    /// Changes what lies in between, and has the transfer go on if it is held.
    @discardableResult
    private func put<Result: Sendable>(_ change: (inout State) -> Result) -> Result {
        let (result, isHeld) = state.withLock { state in
            defer { (state.sentCount, state.isHeld) = (0, false) }
            return (change(&state), state.isHeld)
        }
        if isHeld { resume() }
        return result
    }

    /// Returns when a condition holds, or the transfer has ended.
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

    /// Changes something on the transfer's side, and has the task look at it.
    private func change<Result: Sendable>(_ change: (inout State) -> Result) -> Result {
        let (result, waiter) = state.withLock { state in
            defer { state.waiter = nil }
            return (change(&state), state.waiter)
        }
        waiter?.resume()
        return result
    }
}
