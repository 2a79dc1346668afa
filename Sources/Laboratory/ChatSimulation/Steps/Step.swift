import ChatTypes
import DriverKit

/// A step in a session: an action of the user, an action of others, or a fault.
///
/// A new step needs a type in a file, and a line in `StepChoice` or `FaultChoice` with its weight. Its numbers select
/// among the items available when it happens, so that a plan can be drawn in advance.
public protocol Step: Sendable {
    /// Performs the step, and returns when it has ended or has led to a process death.
    func happen(in session: SessionRunner) throws

    /// Returns the steps right before and after this one, for steps that would rarely find suitable conditions.
    func surroundings(_ draw: inout PlanDraw) -> (before: [any Step], after: [any Step])
}

extension Step {
    /// Returns no steps.
    public func surroundings(_ draw: inout PlanDraw) -> (before: [any Step], after: [any Step]) { ([], []) }
}

/// A step of the user on the current screens. It does nothing if it does not apply to them.
protocol PersonStep: Step {
    /// Performs the step in the VIPER app.
    func take(_ person: Person, seeing shown: InterfaceSpy.Shown) async

    /// Performs the step in another architecture. Does nothing if there is no gesture for it.
    ///
    /// - Parameter chat: The chat on screen, if any.
    func take(_ person: PhonePerson, seeing screen: PhoneScreen, in chat: ChatID?) async
}

extension PersonStep {
    func happen(in session: SessionRunner) throws { try session.drivePerson(self) }

    func take(_ person: PhonePerson, seeing screen: PhoneScreen, in chat: ChatID?) async {}
}

/// A step outside of the app: on the server or on the disk.
protocol OthersStep: Step {
    func happen(in world: SimulatedWorld) async
}

extension OthersStep {
    func happen(in session: SessionRunner) throws {
        try session.drive { [world = session.world] in await happen(in: world) }
    }
}
