import BehaviourSuite
import Transport

/// Something that happens in a session: what the person does, what others do, what befalls the app.
///
/// A new one is a type in a file, and a line in `StepChoice` or `FaultChoice` that says how often it is drawn. Its numbers
/// choose among what is there when it happens, so that a plan can be made before anything is.
public protocol Step: Sendable {
    /// Makes it happen, and returns once it has, or once the process has died of it.
    func happen(in session: SessionRunner) throws

    /// What happens right before and right after it, where it would seldom meet what it is for.
    func surroundings(_ draw: inout PlanDraw) -> (before: [any Step], after: [any Step])
}

extension Step {
    /// Nothing, for a step that needs no other to be of use.
    public func surroundings(_ draw: inout PlanDraw) -> (before: [any Step], after: [any Step]) { ([], []) }
}

/// What the person does with what is on screen. Where it does not fit that, nothing happens.
protocol PersonStep: Step {
    /// Does it in the product's own app.
    func take(_ person: Person, seeing shown: InterfaceSpy.Shown) async

    /// Does it in a version of the comparison, in whose chat the person may be. Without a gesture for it, nothing happens.
    func take(_ person: PhonePerson, seeing screen: PhoneScreen, in chat: ChatID?) async
}

extension PersonStep {
    func happen(in session: SessionRunner) throws { try session.drivePerson(self) }

    func take(_ person: PhonePerson, seeing screen: PhoneScreen, in chat: ChatID?) async {}
}

/// What happens outside of the app: by way of the server, or on the disk.
protocol OthersStep: Step {
    func happen(in world: SimulatedWorld) async
}

extension OthersStep {
    func happen(in session: SessionRunner) throws {
        try session.drive { [world = session.world] in await happen(in: world) }
    }
}
