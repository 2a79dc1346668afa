import DriverKit
import Foundation
import SimulationKit
import Synchronization

/// The wall clock of a simulation: it follows virtual time and can be advanced.
final class WallClock: Sendable {
    private let start: Date
    private let clock: VirtualClock
    private let leap = Mutex(Duration.zero)

    init(start: Date, clock: VirtualClock) {
        self.start = start
        self.clock = clock
    }

    var now: Date {
        let passed = clock.now.offset + leap.withLock { $0 }
        return start.addingTimeInterval(passed / .seconds(1))
    }

    func leap(by duration: Duration) {
        leap.withLock { $0 += duration }
    }
}

extension Calendar {
    /// The calendar of every scenario, independent of the machine.
    static var utcInUSEnglish: Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        calendar.locale = Locale(identifier: "en_US")
        return calendar
    }
}
