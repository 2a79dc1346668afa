public import DriverKit

/// A description of the expectation of a scenario that was not met.
struct Difference: Error, Hashable, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

extension Screen: CustomStringConvertible {
    /// A summary in a few lines, for finding the error.
    public var description: String {
        let around =
            "depth \(depth), badge \(badge), notifications \(notifications.map { "\($0.title): \($0.text)" })"
        return switch content {
        case .nothing:
            "nothing; \(around)"
        case .list(let list):
            "the list \(list.rows.prefix(5).map(\.summary)) of \(list.rows.count)\(list.hasMore ? " and more" : ""), "
                + "search \"\(list.searchText)\", status \(list.status ?? "-"), problem \(list.problem ?? "-"); \(around)"
        case .form(let form):
            "the form \"\(form.name)\", message \(form.message ?? "-"), "
                + "\(form.canCreate ? "can" : "cannot") create\(form.isBusy ? ", busy" : ""), "
                + "suggestions \(form.suggestions), problem \(form.problem ?? "-"); \(around)"
        case .chat(let chat):
            "the chat with \(chat.title) \(chat.rows.suffix(5).map(\.summary)) of \(chat.rows.count), "
                + "field \"\(chat.field)\", status \(chat.status ?? "-"), problem \(chat.problem ?? "-"); \(around)"
        }
    }
}

extension ListScreen.Row {
    fileprivate var summary: String { "\(title) | \(preview.prefix(40)) | \(time) | \(unreadCount)" }
}

extension ChatScreen.Row {
    fileprivate var summary: String {
        "\(text.prefix(40)) | \(time) | \(delivery)\(followsGap ? " | after a gap" : "")"
    }
}
