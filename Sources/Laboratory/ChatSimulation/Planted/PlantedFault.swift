import ChatApp
import ChatStore
import Transport

/// A real fault, put into the app on purpose, to show that the simulation finds it.
///
/// Planted from outside: triggers in the app's own connection to its database, and something between it and its sources
/// or its screens. The product's code knows nothing of them.
public enum PlantedFault: String, CaseIterable, Sendable {
    /// A message that comes again is stored again.
    case dedupeOff
    /// The server is told of a reading before it is stored.
    case receiptBeforeCommit
    /// Unread is counted up beside what is derived.
    case countedUnread
    /// Messages are shown by time, not by position.
    case orderByTimestamp
    /// What waits to be sent is gone after a start.
    case forgetfulOutbox
    /// Each attempt to send has an id of its own.
    case newIDOnRetry
    /// A socket outlives its screen.
    case socketLeftOpen
    /// A notice that someone types is renewed for ever.
    case endlessTyping
    /// A push is announced before it is stored.
    case notificationBeforeCommit
    /// A gap is dropped as soon as it is noted.
    case forgottenGap
    /// A draft is stored empty.
    case lostDraft
    /// What was queued last is sent first.
    case unorderedOutbox
    /// What is sent again goes before all that wait.
    case resentFirst
    /// Each question about names gets the answer to the one before.
    case staleAutocomplete
    /// Each contact has the portrait of the one before.
    case mixedPortraits
    /// Behind a message that the server calls a duplicate the others wait for ever.
    case blockedOutbox
    /// The push connection sleeps on when the server is back.
    case sleepyPushes
    /// While push is refused, every other attempt counts as a connection that stands.
    case flappingStatus
    /// After a sync that was refused, nothing is synced any more.
    case deafSync
    /// Messages that cannot be kept leave their gap.
    case unkeepableMessage
    /// A chat is read though another screen covers it, or the app has no focus.
    case readUnseen
    /// Nothing is announced for a chat that another screen covers.
    case silentWhenCovered
    /// Nothing is announced for the chat on top while the app has no focus.
    case silentWithoutFocus
    /// A chat sinks with the time of what comes, though one's own message waits.
    case sinkingChat
    /// The server is never told of an edit, which counts as taken.
    case untoldEdit
    /// The server is never told that a message was taken back.
    case untoldRemoval
    /// Of two edits of a message the first stands.
    case firstEditStands
    /// A message that was taken back keeps its text, and is found by it.
    case removalKeepsText
    /// A chat that is muted is heard again at the next start.
    case forgottenMute
    /// The account is never told what is muted here.
    case untoldMute
    /// A member keeps the name that they had first.
    case firstNameStands
    /// Who has left a group is still in it.
    case leftStays
    /// What one member has read counts as read by all.
    case readBySome
    /// That something was read in a group which we have left by then is never told.
    case receiptLostAway
    /// Each attempt to make a group has an id of its own.
    case newGroupOnRetry
    /// Each attempt to bring a file has an id of its own.
    case newFileOnRetry
    /// A file is brought on though its message was taken back.
    case unstoppableUpload
    /// Of a file that comes, what is here already comes once more.
    case fetchFromStart
    /// A part of a file is written in the wrong place.
    case partMisplaced
    /// A file counts as here as soon as it is asked for.
    case hereBeforeWhole
    /// What came of a file that is not wanted any more stays.
    case keptBytes
    /// What comes is fetched though it was not asked for.
    case eagerFetch
    /// At a start it is forgotten which files were asked for.
    case forgottenWish
    /// A commit is not synchronised.
    case unsyncedCommits
    /// The bytes of a file are not synchronised.
    case unsyncedFiles
    /// In the adapter for Matrix: two messages have one place.
    case placeGivenTwice
    /// A gap is closed before it is filled.
    case gapClosedEarly
    /// Each attempt to send has a transaction id of its own.
    case newTransactionID
    /// What comes back of a message of one's own is another message.
    case echoShownTwice
    /// What happens while one listens is told as what was missed.
    case liveAsBacklog
    /// A timeline with a hole before it is taken for one without.
    case limitIgnored

    /// Changes what the app does in its history.
    func prepare(_ database: ChatDatabase) throws {
        if let script { try database.execute(script) }
    }

    func transport(around transport: SeverableTransport, _ interface: InterfaceSpy) -> AppTransport {
        var whole = AppTransport(transport)
        switch self {
        case .receiptLostAway: whole.service = FinalRefusals(inner: transport)
        case .newIDOnRetry: whole.service = ForgetfulService(inner: transport)
        case .newGroupOnRetry: whole.service = ForgetfulGroups(inner: transport)
        case .socketLeftOpen: whole.sockets = LingeringSockets(inner: transport, executor: interface.executor)
        case .notificationBeforeCommit: whole.pushes = HastyPushes(inner: transport, interface: interface)
        case .sleepyPushes: whole.pushes = SleepyPushes(inner: transport, executor: interface.executor)
        case .endlessTyping: whole.pushes = EndlessTyping(inner: transport, executor: interface.executor)
        case .flappingStatus: whole.pushes = FlappingPushes(inner: transport)
        case .mixedPortraits: whole.service = MixedPortraits(inner: transport)
        case .blockedOutbox: whole.service = BlockingService(inner: transport)
        case .deafSync: whole.service = DeafService(inner: transport)
        case .untoldEdit, .untoldRemoval: whole.service = SilentService(inner: transport, fault: self)
        case .newFileOnRetry: whole.service = ForgetfulUploads(inner: transport)
        case .unstoppableUpload: whole.service = DeafUploads(inner: transport)
        case .fetchFromStart: whole.service = RestartingDownloads(inner: transport)
        case .unkeepableMessage: whole.service = HolingService(inner: transport)
        case .silentWhenCovered:
            interface.swallowNotifications { shown, chat in
                shown.stack.last?.chat != chat && shown.stack.contains { $0.chat == chat }
            }
        case .silentWithoutFocus:
            interface.swallowNotifications { shown, chat in !shown.isFocused && shown.stack.last?.chat == chat }
        case .placeGivenTwice: whole.pushes = TwofoldPlaces(inner: transport)
        case .liveAsBacklog: whole.pushes = BelatedPushes(inner: transport)
        default: break
        }
        return whole
    }

    func models(around models: ScreenModels, _ service: any ChatService) -> ScreenModels {
        var models = models
        switch self {
        case .receiptBeforeCommit: models.chat = HastyReceipts(inner: models.chat, service: service)
        case .orderByTimestamp: models.chat = TimeSorted(inner: models.chat)
        case .readUnseen: models.chat = UnseenReceipts(inner: models.chat, service: service)
        case .staleAutocomplete: models.createChat = StaleSuggestions(inner: models.createChat)
        default: break
        }
        return models
    }
}

/// The three ways to the server that an app is given.
struct AppTransport {
    var service: any ChatService
    var pushes: any PushSource
    var sockets: any SocketSource

    init(_ transport: SeverableTransport) {
        (service, pushes, sockets) = (transport, transport, transport)
    }
}
