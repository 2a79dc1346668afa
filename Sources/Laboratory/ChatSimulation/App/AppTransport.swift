import Transport

/// The three transport protocols that an app receives.
struct AppTransport {
    var service: any ChatService
    var pushes: any PushSource
    var sockets: any SocketSource

    init(_ transport: SeverableTransport) {
        (service, pushes, sockets) = (transport, transport, transport)
    }
}
