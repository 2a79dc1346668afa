import Foundation
import SimulationKit
import Transport

@testable import TerminalHost

extension OneShotCommand {
    /// In a world of its own, on a clock of the test's.
    init(on clock: VirtualClock, printingTo pipe: PipeFake) throws {
        let container = try AppContainer(
            time: ContainerTime(clock: clock, now: { Date(timeIntervalSince1970: 0) }, calendar: .utcInUSEnglish),
            network: .perfect,
            seed: 1,
            profile: nil
        )
        let output = LineOutput(descriptor: pipe.writeEnd)
        self.init(container: container, printer: Printer(output: output, isJSON: false, style: .plain))
    }
}
