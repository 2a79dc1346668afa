import Chat
import ChatApp
import ChatList
import ChatStore
import ChatTypes
import CreateChat
import HTTPClient
import RuntimeKit
import Transport

extension PlantedBug {
    /// The one place at which a bug is planted in the app.
    enum Change: Sendable {
        /// SQL in the app's own connection to its history, run at the app's start.
        case history(String)
        /// SQL in the connection that imports an export.
        case importing(String)
        /// SQL in the adapter's own connection to its ledger.
        case ledger(String)
        /// SQL in the adapter's own connection to the encryption keys.
        case keys(String)
        /// A decorator between the app and its file folder.
        case folder(@Sendable (any FileFolder) -> any FileFolder)
        /// A decorator between the app and its requests.
        case service(@Sendable (SeverableTransport) -> any ChatService)
        /// A decorator between the app and its push connection.
        case pushes(@Sendable (SeverableTransport, InterfaceSpy) -> any PushSource)
        /// A decorator between the app and its sockets.
        case sockets(@Sendable (SeverableTransport, InterfaceSpy) -> any SocketSource)
        /// A decorator between the adapter and its homeserver.
        case client(@Sendable (any HTTPClient) -> any HTTPClient)
        /// A decorator between a chat's screen and its model.
        case chat(@Sendable (any ChatModel, any ChatService) -> any ChatModel)
        /// A decorator between the list and its model.
        case list(@Sendable (any ChatListModel) -> any ChatListModel)
        /// A decorator between the new chat form and its model.
        case form(@Sendable (any CreateChatModel) -> any CreateChatModel)
        /// A filter that suppresses notifications.
        case notifications(@Sendable (InterfaceSpy.Shown, ChatID) -> Bool)
    }

    /// Returns SQL that drops each new row of a table as it comes, if it meets a condition.
    static func dropping(_ table: String, when condition: String = "1") -> String {
        """
        CREATE TEMP TRIGGER planted AFTER INSERT ON main.\(table) WHEN \(condition)
        BEGIN
            DELETE FROM \(table) WHERE key = NEW.key;
        END
        """
    }

    /// The SQL to run on the adapter's ledger.
    var ledgerScript: String? {
        if case .ledger(let script) = change { script } else { nil }
    }

    /// The SQL to run on the encryption keys.
    var keyScript: String? {
        if case .keys(let script) = change { script } else { nil }
    }

    /// Runs the bug's SQL on the app's history, if it has any.
    func prepare(_ database: ChatDatabase) throws {
        if case .history(let script) = change { try database.execute(script) }
    }

    /// Runs the bug's SQL on a history before an export is imported into it, if it has any.
    func prepareImport(_ database: ChatDatabase) throws {
        if case .importing(let script) = change { try database.execute(script) }
    }

    /// Returns the file folder, decorated if the bug changes it.
    func folder(around folder: any FileFolder) -> any FileFolder {
        if case .folder(let change) = change { change(folder) } else { folder }
    }

    /// Returns the HTTP client, decorated if the bug changes it.
    func client(around client: any HTTPClient) -> any HTTPClient {
        if case .client(let change) = change { change(client) } else { client }
    }

    /// Returns the transport, decorated if the bug changes it. Installs the filter if the bug suppresses
    /// notifications.
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

    /// Returns the screens' models, decorated if the bug changes them.
    func models(around models: ScreenModels, _ service: any ChatService) -> ScreenModels {
        var models = models
        switch change {
        case .chat(let change): models.chat = change(models.chat, service)
        case .list(let change): models.chatList = change(models.chatList)
        case .form(let change): models.createChat = change(models.createChat)
        default: break
        }
        return models
    }
}
