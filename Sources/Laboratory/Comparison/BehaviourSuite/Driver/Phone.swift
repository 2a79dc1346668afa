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

    public init(
        environment: ChatEnvironment,
        disk: ChatDatabase.Location,
        service: any ChatService,
        pushes: any PushSource,
        sockets: any SocketSource,
        strategy: Strategy = Strategy()
    ) {
        self.environment = environment
        self.disk = disk
        self.service = service
        self.pushes = pushes
        self.sockets = sockets
        self.strategy = strategy
    }
}
