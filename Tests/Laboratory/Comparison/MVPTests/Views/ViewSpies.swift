import ChatStore
import ChatTypes
import PhoneKit

@testable import MVP

/// A presenter with the spy that serves as its view.
struct Presented<Presenter, View> {
    let presenter: Presenter
    let view: View
}

/// A view that records the latest content of each kind.
final class ChatListViewSpy: ChatListViewing {
    private(set) var status: String?
    private(set) var alert: String?
    private(set) var changes: [String] = []
    private(set) var hasMore = false
    private(set) var redrawn: [[Int]] = []
    private(set) var opened: [String] = []

    func show(status: String?) { self.status = status }
    func show(alert: String) { self.alert = alert }
    func showRows(from old: [ListEntry], to new: [ListEntry], hasMore: Bool) {
        changes.append("\(old.count) to \(new.count)")
        self.hasMore = hasMore
    }
    func redrawRows(_ rows: [Int]) { redrawn.append(rows) }
    func redrawAllRows() {}
    func openForm() { opened.append("form") }
    func openChat(_ chat: ChatID) { opened.append(chat.rawValue) }
}

/// A view that records the latest content of each kind.
final class CreateChatViewSpy: CreateChatViewing {
    private(set) var names: [String] = []
    private(set) var message: String?
    private(set) var added: [String] = []
    private(set) var suggestions: [String] = []
    private(set) var isBusy = false
    private(set) var alert: String?
    private(set) var opened: [ChatID] = []

    func show(name: String) { names.append(name) }
    func show(message: String?) { self.message = message }
    func show(added: [String]) { self.added = added }
    func show(suggestions: [String]) { self.suggestions = suggestions }
    func show(isBusy: Bool) { self.isBusy = isBusy }
    func show(alert: String) { self.alert = alert }
    func openChat(_ chat: ChatID) { opened.append(chat) }
}

/// A view that records the latest content of each kind.
final class ChatViewSpy: ChatViewing {
    private(set) var title: String?
    private(set) var subtitle: String?
    private(set) var status: String?
    private(set) var alert: String?
    private(set) var drafts: [String] = []
    private(set) var isMuted: Bool?
    private(set) var typing: String?
    private(set) var changes: [String] = []
    private(set) var hasEarlier = false

    func show(title: String) { self.title = title }
    func show(subtitle: String?) { self.subtitle = subtitle }
    func show(status: String?) { self.status = status }
    func show(alert: String) { self.alert = alert }
    func show(isMuted: Bool) { self.isMuted = isMuted }
    func show(typing: String?) { self.typing = typing }
    func show(draft: String) { drafts.append(draft) }
    func showRows(from old: [ChatMessage], to new: [ChatMessage], hasEarlier: Bool) {
        changes.append("\(old.count) to \(new.count)")
        self.hasEarlier = hasEarlier
    }
    func redrawAllRows() {}
}
