package import ChatStore
package import OneThread
package import Transport

/// Puts the app together, and lets in what the system has to say.
package final class EventDrivenApp {
    package let window: WindowView
    package let drawing = DrawingCounter()
    private let routers: Routers
    private let endpoints: Endpoints

    package init(
        environment: ChatEnvironment,
        database: ChatDatabase,
        service: any ChatService,
        pushes: any PushSource,
        sockets: any SocketSource,
        queue: MainQueue
    ) {
        let controller = ModelController(database: database)
        let handlers = EventHandlers()
        routers = Routers(
            chat: ChatEventRouter(controller: controller, handler: handlers.chat),
            message: MessageEventRouter(controller: controller, handler: handlers.message, environment: environment)
        )
        endpoints = Endpoints(
            service: service,
            pushes: pushes,
            sockets: sockets,
            queue: queue,
            environment: environment,
            controller: controller,
            routers: routers
        )
        routers.chat.endpoints = endpoints
        routers.message.endpoints = endpoints
        window = WindowView(
            builders: Builders(environment: environment, routers: routers),
            handlers: handlers,
            drawing: drawing
        )
    }

    /// Shows the list, and begins to talk to the server.
    package func launch() {
        routers.chat.route(.launched)
    }

    /// Says whether a person looks at the app.
    package func setFocused(_ isFocused: Bool) {
        routers.chat.route(.focusChanged(isFocused: isFocused))
    }
}
