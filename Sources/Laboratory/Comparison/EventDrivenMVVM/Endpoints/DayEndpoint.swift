import Foundation
import OneThread
import Transport

/// Tells when the day turns. Looks at the wall clock at least every hour, since that clock may be set.
final class DayEndpoint {
    private let queue: MainQueue
    private let environment: ChatEnvironment
    private let router: ChatEventRouter

    init(queue: MainQueue, environment: ChatEnvironment, router: ChatEventRouter) {
        self.queue = queue
        self.environment = environment
        self.router = router
    }

    func start() {
        let today = today
        queue.after(pause(until: nextMidnight(after: today)), on: environment.clock) { [weak self] in
            guard let self else { return }
            if self.today != today { router.route(.dayTurned) }
            start()
        }
    }

    private var today: Date { environment.calendar.startOfDay(for: environment.now()) }

    private func nextMidnight(after today: Date) -> Date {
        environment.calendar.date(byAdding: .day, value: 1, to: today) ?? today.addingTimeInterval(86_400)
    }

    private func pause(until midnight: Date) -> Duration {
        .seconds(max(1, min(midnight.timeIntervalSince(environment.now()), 3600)))
    }
}
