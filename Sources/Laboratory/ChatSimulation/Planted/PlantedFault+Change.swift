import Chat
import ChatApp
import ChatStore
import CreateChat
import HTTPClient
import Transport

extension PlantedFault {
    /// The one place in which a fault is put into the app.
    enum Change: Sendable {
        /// SQL in the app's own connection to its history, as the app starts.
        case history(String)
        /// SQL in the adapter's own connection to its ledger.
        case ledger(String)
        /// Stands between the app and its folder of files.
        case folder(@Sendable (any FileFolder) -> any FileFolder)
        /// Stands between the app and the requests that it makes.
        case service(@Sendable (SeverableTransport) -> any ChatService)
        /// Stands between the app and its push connection.
        case pushes(@Sendable (SeverableTransport, InterfaceSpy) -> any PushSource)
        /// Stands between the app and its sockets.
        case sockets(@Sendable (SeverableTransport, InterfaceSpy) -> any SocketSource)
        /// Stands between the adapter and its homeserver.
        case client(@Sendable (any HTTPClient) -> any HTTPClient)
        /// Stands between a chat's screen and its model.
        case chat(@Sendable (any ChatModel, any ChatService) -> any ChatModel)
        /// Stands between the form for a new chat and its model.
        case form(@Sendable (any CreateChatModel) -> any CreateChatModel)
        /// Says which notifications do not come.
        case notifications(@Sendable (InterfaceSpy.Shown, ChatID) -> Bool)
    }

    /// What it changes in the adapter's ledger.
    var ledgerScript: String? {
        if case .ledger(let script) = change { script } else { nil }
    }

    /// Changes what the app does in its history.
    func prepare(_ database: ChatDatabase) throws {
        if case .history(let script) = change { try database.execute(script) }
    }

    /// What it puts between the app and its folder of files.
    func folder(around folder: any FileFolder) -> any FileFolder {
        if case .folder(let change) = change { change(folder) } else { folder }
    }

    /// What it puts between the adapter and its homeserver.
    func client(around client: any HTTPClient) -> any HTTPClient {
        if case .client(let change) = change { change(client) } else { client }
    }

    /// What it puts between the app and the server, or changes of what comes to the interface.
    func transport(around transport: SeverableTransport, _ interface: InterfaceSpy) -> AppTransport {
        var whole = AppTransport(transport)
        switch change {
        case .service(let change): whole.service = change(transport)
        case .pushes(let change): whole.pushes = change(transport, interface)
        case .sockets(let change): whole.sockets = change(transport, interface)
        case .notifications(let isSwallowed): interface.swallowNotifications(isSwallowed)
        default: break
        }
        return whole
    }

    /// What it puts between the screens and their models.
    func models(around models: ScreenModels, _ service: any ChatService) -> ScreenModels {
        var models = models
        switch change {
        case .chat(let change): models.chat = change(models.chat, service)
        case .form(let change): models.createChat = change(models.createChat)
        default: break
        }
        return models
    }
}
