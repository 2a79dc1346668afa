import BehaviourSuite
import ChatSimulation
import ChatStore
import Synchronization
import Transport

/// Something that a version does wrong on purpose.
enum PhoneLie: String, CaseIterable {
    /// Every third message goes nowhere, and its field is emptied.
    case losesMessages
    /// Every third message is sent twice.
    case doublesMessages
    /// Rows stand the wrong way round.
    case reversesRows
    /// The icon bears no number.
    case hidesBadge
    /// The app is not told that its person looks away.
    case ignoresFocus
    /// Everything is announced twice.
    case repeatsNotifications
    /// Nothing is announced.
    case swallowsNotifications
    /// What was typed is gone when a chat is left.
    case losesDrafts
    /// A life goes on when its time is over.
    case livesOn
    /// The list stays what it was when it was first drawn.
    case freezesList
    /// Nothing is kept on the disk.
    case forgetsAll
    /// The server is said to be away.
    case saysOffline
    /// Times are those of another day.
    case showsOtherTimes
    /// What the contact has read is not shown as read.
    case hidesReceipts
    /// In a group it is not said who wrote.
    case hidesSenders

    /// The promises of which one must be the first to break.
    var expected: Set<Invariant> {
        switch self {
        // One that is lost cannot be read either, which is looked at first at quiet moments.
        case .losesMessages: [.sentOnce, .receipts]
        case .doublesMessages: [.sentOnce]
        case .reversesRows, .freezesList, .showsOtherTimes, .hidesSenders: [.complete]
        case .hidesBadge: [.unread]
        case .ignoresFocus: [.receipts, .notifiedOnce]
        case .repeatsNotifications, .swallowsNotifications: [.notifiedOnce]
        case .losesDrafts: [.survivesDeath]
        case .livesOn: [.nothingOutlives]
        case .forgetsAll: [.survivesDeath, .complete, .sentOnce]
        case .saysOffline: [.modelAlone]
        case .hidesReceipts: [.receipts, .complete]
        }
    }

    func changed(_ phone: Phone) -> Phone {
        guard self == .forgetsAll else { return phone }
        return Phone(
            environment: phone.environment,
            disk: .memory,
            service: phone.service,
            pushes: phone.pushes,
            sockets: phone.sockets,
            diskFault: phone.diskFault
        )
    }
}

/// A version's driver with a lie between it and the person.
final class LyingPhone: AppDriver {
    private struct State {
        var sends = 0
        var firstRows: [ListScreen.Row]?
    }

    private let truth: any AppDriver
    private let lie: PhoneLie
    private let state = Mutex(State())

    init(truth: any AppDriver, lie: PhoneLie) {
        (self.truth, self.lie) = (truth, lie)
    }

    func run() async {
        await truth.run()
        guard lie == .livesOn else { return }
        // Longer than anyone waits for it, but not for ever: what never ends is never freed.
        for _ in 0..<150_000 { await Task.yield() }
    }

    func perform(_ gesture: Gesture) async {
        if lie == .losesDrafts, gesture == .back { await truth.perform(.type("")) }
        guard gesture == .send else { return await truth.perform(gesture) }
        let isThird = state.withLock { state in
            state.sends += 1
            return state.sends.isMultiple(of: 3)
        }
        let text = await truth.screen.chat?.field ?? ""
        if isThird, lie == .losesMessages { return await truth.perform(.type("")) }
        await truth.perform(.send)
        guard isThird, lie == .doublesMessages else { return }
        await truth.perform(.type(text))
        await truth.perform(.send)
    }

    func setFocus(_ isFocused: Bool) async {
        if lie != .ignoresFocus { await truth.setFocus(isFocused) }
    }

    var screen: Screen {
        get async { change(await truth.screen) }
    }

    var storageCost: StorageCost {
        get async { await truth.storageCost }
    }

    var cost: DrawingCost {
        get async { await truth.cost }
    }

    private func change(_ screen: Screen) -> Screen {
        var screen = screen
        switch lie {
        case .hidesBadge: screen.badge = 0
        case .repeatsNotifications: screen.notifications += screen.notifications
        case .swallowsNotifications: screen.notifications = []
        default: break
        }
        switch screen.content {
        case .list(var list):
            change(&list)
            screen.content = .list(list)
        case .chat(var chat):
            change(&chat)
            screen.content = .chat(chat)
        case .form, .nothing: break
        }
        return screen
    }

    private func change(_ list: inout ListScreen) {
        switch lie {
        case .reversesRows: list.rows.reverse()
        case .saysOffline: list.status = "Offline"
        case .freezesList:
            let rows = list.rows
            list.rows = state.withLock { state in
                state.firstRows = state.firstRows ?? (rows.isEmpty ? nil : rows)
                return state.firstRows ?? []
            }
        case .showsOtherTimes: for index in list.rows.indices { list.rows[index].time = "Yesterday" }
        case .hidesSenders: for index in list.rows.indices { list.rows[index].sender = nil }
        default: break
        }
    }

    private func change(_ chat: inout ChatScreen) {
        switch lie {
        case .reversesRows: chat.rows.reverse()
        case .saysOffline: chat.status = "Offline"
        case .hidesSenders: for index in chat.rows.indices { chat.rows[index].sender = nil }
        case .hidesReceipts:
            for index in chat.rows.indices where chat.rows[index].delivery == .read {
                chat.rows[index].delivery = .sent
            }
        default: break
        }
    }
}
