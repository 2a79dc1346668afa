import ChatStore
import PhoneKit
import ScreenKit
import Transport

/// What a chat shows, and what is to be asked for so that it can: a value that knows no view.
struct ChatPresentation {
    /// Where messages before those that are shown would come from.
    enum Earlier {
        case history, server
    }

    /// What stands in the field.
    var draft: String {
        get { typed ?? "" }
        set { typed = newValue }
    }
    /// What those who type are called.
    var typists: [String] = []
    /// How many messages are to be asked for.
    private(set) var limit: Int
    private(set) var status: String?
    private(set) var alert: String?
    /// Nil until something was typed, or what was kept has been read.
    private var typed: String?
    private var timeline: Timeline?
    private let pageSize: Int
    private let environment: ChatEnvironment

    init(pageSize: Int, environment: ChatEnvironment) {
        (limit, self.pageSize, self.environment) = (pageSize, pageSize, environment)
    }

    var title: String { timeline?.contact.name ?? "" }
    var subtitle: String? { timeline?.group.map(groupText) }
    var isMuted: Bool { timeline?.isMuted ?? false }
    var typing: String? { typingText(of: typists) }
    /// By these a view finds out which rows have changed.
    var messages: [StoredMessage] { timeline?.messages ?? [] }
    var newestUnread: MessageID? { timeline?.newestUnread }
    /// Nil when the conversation's start is shown.
    var earlier: Earlier? {
        guard let timeline, timeline.hasEarlier else { return nil }
        return timeline.hasStoredEarlier ? .history : .server
    }

    func presentable(at row: Int) -> MessagePresentable {
        MessagePresentable(message: messages[row], environment: environment)
    }

    /// Takes what was read, and what was typed there before and the disk has not taken.
    mutating func take(_ snapshot: Snapshot<Timeline?>, unsavedDraft: String?) {
        status = snapshot.status.connection.text
        if let problem = snapshot.status.storageProblem { alert = "Cannot save: \(errorText(problem))" }
        switch snapshot.content {
        case .success(let new):
            if let new { typed = typed ?? unsavedDraft ?? new.draft }
            timeline = new ?? timeline
        case .failure(let problem):
            alert = "Cannot read the history: \(errorText(problem))"
        }
    }

    mutating func showEarlier() {
        limit += pageSize
    }

    /// The text to send, which leaves the field; nil when it cannot be sent.
    mutating func submit() -> String? {
        if let fault = TextFault(of: draft) {
            alert = errorText(fault)
            return nil
        }
        defer { draft = "" }
        return draft
    }

    /// A text that could not be kept comes back to the field.
    mutating func fail(with error: any Error, restoring text: String? = nil) {
        alert = errorText(error)
        draft = text ?? draft
    }
}

/// A message as a person reads it.
struct MessagePresentable {
    let message: StoredMessage
    let environment: ChatEnvironment

    var sender: String? { message.senderName }
    var text: String {
        previewText(of: message.text, imageCount: message.imageCount, isRemoved: message.isRemoved)
    }
    var isMine: Bool { message.author == .me }
    var time: String { environment.messageTimeText(for: message.time) }
    var canBeResent: Bool { message.hasFailed }
}
