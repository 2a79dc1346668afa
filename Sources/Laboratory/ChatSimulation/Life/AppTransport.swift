import Transport

/// The three ways to the server that an app is given.
struct AppTransport {
    var service: any ChatService
    var pushes: any PushSource
    var sockets: any SocketSource

    init(_ transport: SeverableTransport) {
        (service, pushes, sockets) = (transport, transport, transport)
    }
}
