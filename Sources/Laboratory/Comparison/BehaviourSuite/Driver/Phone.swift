public import ChatStore
public import PhoneKit
public import Transport

/// All that a version of the app is given: a clock, a disk, and a network.
public struct Phone: Sendable {
    /// The phone's clock, its randomness, and how dates are written there.
    public let environment: ChatEnvironment
    /// Where the app's history lives; the same after a restart.
    public let disk: ChatDatabase.Location
    /// Answers the app's requests.
    public let service: any ChatService
    /// Brings news of chats that are not open.
    public let pushes: any PushSource
    /// Brings news of one chat, for as long as a screen shows it.
    public let sockets: any SocketSource
    /// Which ways to be quick the app takes.
    public let strategy: Strategy
    /// Asked before each statement of the history that may write; what it throws is thrown instead. For failing disks.
    public let diskFault: (@Sendable () throws -> Void)?

    public init(
        environment: ChatEnvironment,
        disk: ChatDatabase.Location,
        service: any ChatService,
        pushes: any PushSource,
        sockets: any SocketSource,
        strategy: Strategy = Strategy(),
        diskFault: (@Sendable () throws -> Void)? = nil
    ) {
        self.environment = environment
        self.disk = disk
        self.service = service
        self.pushes = pushes
        self.sockets = sockets
        self.strategy = strategy
        self.diskFault = diskFault
    }
}
