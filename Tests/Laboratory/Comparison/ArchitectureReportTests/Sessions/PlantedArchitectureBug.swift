import ChatSimulation
import ChatStore
import ChatTypes
import DriverKit
import SQLiteKit
import Synchronization

/// A deliberate bug in an architecture.
enum PlantedArchitectureBug: String, CaseIterable {
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
final class BuggyDriver: AppDriver {
    private struct State {
        var sends = 0
        var firstRows: [ListScreen.Row]?
    }

    private let base: any AppDriver
    private let bug: PlantedArchitectureBug
    private let state = Mutex(State())

    init(base: any AppDriver, bug: PlantedArchitectureBug) {
        (self.base, self.bug) = (base, bug)
    }

    func run() async {
        await base.run()
        guard bug == .livesOn else { return }
        // This lasts longer than any check waits, but ends so that the task is released.
        for _ in 0..<150_000 { await Task.yield() }
    }

    func perform(_ gesture: Gesture) async {
        if bug == .losesDrafts, gesture == .back { await base.perform(.type("")) }
        guard gesture == .send else { return await base.perform(gesture) }
        let isThird = state.withLock { state in
            state.sends += 1
            return state.sends.isMultiple(of: 3)
        }
        let text = await base.screen.chat?.field ?? ""
        if isThird, bug == .losesMessages { return await base.perform(.type("")) }
        await base.perform(.send)
        guard isThird, bug == .doublesMessages else { return }
        await base.perform(.type(text))
        await base.perform(.send)
    }

    func setFocus(_ isFocused: Bool) async {
        if bug != .ignoresFocus { await base.setFocus(isFocused) }
    }

    var screen: Screen {
        get async { change(await base.screen) }
    }

    private func change(_ screen: Screen) -> Screen {
        var screen = screen
        switch bug {
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
        switch bug {
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
        switch bug {
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
