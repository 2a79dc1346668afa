/// Decides what may be done and how, and does what takes time.
public protocol Interactor: Sendable {
    /// What the screen knows at a moment.
    associatedtype Content: Sendable
    /// What can be asked of it.
    associatedtype UseCase: ScreenKit.UseCase
    /// What can come of that.
    associatedtype Outcome: Sendable

    /// Hands over each newest content, and whatever else goes on while the screen is entered, until the caller's task is
    /// cancelled.
    func run(_ show: @escaping @Sendable (Content) -> Void) async

    /// Does it, and says what has come of it.
    ///
    /// By then the newest content that was handed over shows what was done, unless the use case `settles`. When the screen is
    /// left, the task is cancelled: what may not be overtaken is done nevertheless, and without delay.
    func perform(_ useCase: UseCase) async -> Outcome

    /// Returns when the newest content that was handed over shows everything that was done before.
    func settle() async

    /// Does what is left to do when the screen is left: called once, when `run(_:)` and the last use case have ended, in a
    /// task that is cancelled.
    func leave() async
}

extension Interactor {
    /// Returns at once: nothing is handed over.
    public func settle() async where Content == NoContent {}

    /// Nothing, where leaving the screen leaves nothing to do.
    public func leave() async {}
}
