public import ChatStore
public import PhoneKit
public import Transport

/// All that a version of the app is given: a clock, a disk, and a network.
public struct Phone: Sendable {
    public let environment: ChatEnvironment
    /// Where the app's history lives; the same after a restart.
    public let disk: ChatDatabase.Location
    public let service: any ChatService
    public let pushes: any PushSource
    public let sockets: any SocketSource
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
