public import ChatSession
public import OneThread
public import RuntimeKit

/// An app as the system sees it.
public protocol PhoneApp: AnyObject, SendableMetatype {
    init(_ context: AppContext)

    func didFinishLaunching()
    /// Reports whether the user is looking at the app. Not called at the start, when the user is.
    func setActive(_ isActive: Bool)
    /// Reports a new day or a changed clock, after which relative times such as "Yesterday" must be redrawn.
    func significantTimeDidChange()
}

/// The objects that the system gives an app: a window, the engine shared by all architectures, and the app's thread.
public struct AppContext {
    /// The number of rows that a screen requests at first, and with each further request.
    public static let pageSize = 50

    /// The window in which the app shows its screens, banners and badge.
    public let window: Window
    /// The engine shared by all architectures. The app must run it.
    public let session: Session
    /// The phone's clock and date formatting.
    public let environment: ChatEnvironment
    /// The queue by which the app starts background work and receives the results on its own thread.
    public let queue: MainQueue

    public init(
        window: Window,
        session: Session,
        environment: ChatEnvironment,
        queue: MainQueue
    ) {
        (self.window, self.session, self.environment) = (window, session, environment)
        self.queue = queue
    }
}
