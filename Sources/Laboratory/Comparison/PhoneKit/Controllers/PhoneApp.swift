public import ChatSession
public import OneThread
public import Transport

/// An app as the system knows it.
public protocol PhoneApp: AnyObject, SendableMetatype {
    init(_ context: AppContext)

    func didFinishLaunching()
    /// Whether a person looks at the app; true when it starts, and then not told.
    func setActive(_ isActive: Bool)
    /// It is another day, or the clock was set: what says "Yesterday" is to be drawn anew.
    func significantTimeDidChange()
}

/// What the system gives an app: a window, the engine that every version stands on, and its thread.
public struct AppContext {
    public let window: Window
    public let session: Session
    public let environment: ChatEnvironment
    public let strategy: Strategy
    public let queue: MainQueue

    public init(
        window: Window,
        session: Session,
        environment: ChatEnvironment,
        strategy: Strategy,
        queue: MainQueue
    ) {
        (self.window, self.session, self.environment) = (window, session, environment)
        (self.strategy, self.queue) = (strategy, queue)
    }
}
