import BehaviourSuite
import ChatSimulation
import ChatStore
import ChatTypes
import SQLiteKit
import Synchronization

/// A deliberate bug in an architecture.
enum PhoneLie: String, CaseIterable {
    /// Every third message is lost and its field cleared.
    case losesMessages
    /// Every third message is sent twice.
    case doublesMessages
    /// The rows are in reverse order.
    case reversesRows
    /// The icon has no badge.
    case hidesBadge
    /// The app is not notified when it loses focus.
    case ignoresFocus
    /// Every notification is shown twice.
    case repeatsNotifications
    /// No notifications are shown.
    case swallowsNotifications
    /// Typed text is lost when the user leaves the chat.
    case losesDrafts
    /// The process continues after it should have ended.
    case livesOn
    /// The list never changes after it was first drawn.
    case freezesList
    /// Nothing is stored on the disk.
    case forgetsAll
    /// The screens always show Offline.
    case saysOffline
    /// The times are those of another day.
    case showsOtherTimes
    /// Messages read by the contact are not shown as read.
    case hidesReceipts
    /// Groups do not show the senders.
    case hidesSenders

    /// The invariants of which one must be violated first.
    var expected: Set<Invariant> {
        switch self {
        // A lost message cannot be read either, and quiet moments check receipts first.
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

/// A driver that adds a deliberate bug to an architecture's driver.
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
        // This lasts longer than any check waits, but ends so that the task is released.
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
