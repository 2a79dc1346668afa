import ChatApp
import ChatDetails
import ChatStore
import ChatTypes
import ScreenKit

/// A check that a chat's details match the server: its members, and the shared files stored on the device.
struct DetailsCheck {
    let world: SimulatedWorld
    let actions: AppActions

    func run(_ server: [ServerChatContent], _ history: StoredHistory) {
        guard case .details(let id) = actions.shown.stack.last, let state = actions.shown.details?.state,
            let chat = server.first(where: { $0.header.id == id }), let stored = history[id]
        else { return }
        let (evidence, rows) = (world.evidence, Set(state.rows.map(\.name)))
        let names = Set(chat.memberNames)
        evidence.check(.membership, rows == names, "the details of \(id) name \(rows), not \(names)")
        let isOnce = state.rows.count == chat.memberNames.count
        evidence.check(.membership, isOnce, "the details of \(id) name \(state.rows.map(\.name))")
        let people = chat.group.map(groupText(_:))
        evidence.check(.membership, state.subtitle == people, "the details of \(id) say \(state.subtitle ?? "nothing")")
        let isPlain = state.title == chat.header.contact.name && state.status == nil
        evidence.check(.modelAlone, isPlain, "the details of \(id) say \(state.title), \(state.status ?? "")")
        let mode = stored.record.notifications
        evidence.check(.complete, state.notifications == mode, "\(id) is said to notify of \(state.notifications)")
        let shared = Set(stored.messages.filter { $0.attachment != nil && $0.removed != true }.map(\.id))
        let files = Set(state.files.map(\.id))
        let isRight = files.isSubset(of: shared) && files.count == min(shared.count, RowRange.pageSize)
        let others = files.symmetricDifference(shared)
        evidence.check(.files, isRight, "the details of \(id) show \(others) too many or too few")
    }
}

extension ServerChatContent {
    /// The names of all members; in a chat of two, the contact alone.
    fileprivate var memberNames: [String] {
        guard header.isGroup else { return [header.contact.name] }
        return members.filter(\.isMember).map { $0.member == .me ? ownName : name(of: $0.member) ?? "" }
    }
}
