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
    /// Where the app shows its screens, its banners and its badge.
    public let window: Window
    /// The engine that every version stands on; it is for the app to run it.
    public let session: Session
    /// The phone's clock, and how dates are written there.
    public let environment: ChatEnvironment
    /// Which ways to be quick the app is to take.
    public let strategy: Strategy
    /// Where the app starts what takes time, and gets the outcome on its own thread.
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
