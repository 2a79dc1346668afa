import Synchronization

/// Counts writes to a disk while it is on.
final class FaultSwitch: Sendable {
    private let state = Mutex((isOn: false, count: 0))

    var isOn: Bool {
        get { state.withLock(\.isOn) }
        set { state.withLock { $0.isOn = newValue } }
    }

    /// Returns the number of this write; 0 while it is off.
    func counts() -> Int {
        state.withLock { state in
            guard state.isOn else { return 0 }
            state.count += 1
            return state.count
        }
    }
}
