public import ChatStore
public import RuntimeKit
public import Transport

/// The environment of an app: a clock, a disk and a network.
public struct Phone: Sendable {
    /// The phone's clock, randomness and date formats.
    public let environment: ChatEnvironment
    /// The location of the app's history; the same after a restart.
    public let disk: ChatDatabase.Location
    /// The service that answers the app's requests.
    public let service: any ChatService
    /// The source of updates for chats that are not open.
    public let pushes: any PushSource
    /// The source of live updates for a chat while a screen shows it.
    public let sockets: any SocketSource
    /// A closure called before each statement that may write to the history; its errors replace the statement's
    /// result.
    ///
    /// It simulates failing disks.
    public let diskFault: (@Sendable () throws -> Void)?

    public init(
        environment: ChatEnvironment,
        disk: ChatDatabase.Location,
        service: any ChatService,
        pushes: any PushSource,
        sockets: any SocketSource,
        diskFault: (@Sendable () throws -> Void)? = nil
    ) {
        self.environment = environment
        self.disk = disk
        self.service = service
        self.pushes = pushes
        self.sockets = sockets
        self.diskFault = diskFault
    }
}
