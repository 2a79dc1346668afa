package import Foundation
package import HostKit
package import Transport

extension AppContainer {
    /// Creates the container of an app with seed 1, whose date stands still while its clock goes on.
    ///
    ///  - Parameter profile: the place of the data; nil keeps everything in memory.
    package init(
        clock: any Clock<Duration>,
        date: Date = Date(timeIntervalSince1970: 1_647_000_000),
        network: NetworkConditions = .perfect,
        profile: Profile? = nil,
        takesCommands: Bool = false
    ) throws {
        try self.init(
            time: AppTime(clock: clock, now: { date }, calendar: .utcInUSEnglish),
            network: network,
            seed: 1,
            profile: profile,
            takesCommands: takesCommands
        )
    }
}
