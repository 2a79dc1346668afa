import ChatStore
import ChatTypes
import PhoneKit
import RuntimeKit
import ScreenKit

/// The content of a chat's screen, and the data needed for it. A value independent of views.
struct ChatPresentation {
    /// The source of messages earlier than those shown.
    enum Earlier {
        case history, server
    }

    /// The text in the input field.
    var draft: String {
        get { typed ?? "" }
        set { typed = newValue }
    }
    /// The names of the members who are typing.
    var typingAuthors: [String] = []
    /// The number of messages to request.
    private(set) var limit: Int
    private(set) var rows: [MessagePresentable] = []
    private(set) var status: String?
    private(set) var alert: String?
    /// The text in the input field; `nil` until the user typed something or the saved draft was read.
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
    var typing: String? { typingText(of: typingAuthors) }
    var newestUnread: MessageID? { timeline?.newestUnread }
    /// The source of earlier messages; `nil` if the beginning of the chat is shown.
    var earlier: Earlier? {
        guard let timeline, timeline.hasEarlier else { return nil }
        return timeline.hasStoredEarlier ? .history : .server
    }

    /// Takes a query result, and a draft that the disk has not yet accepted.
    mutating func take(_ snapshot: QueryResult<Timeline?>, unsavedDraft: String?) {
        status = snapshot.status.connection.text
        if let problem = snapshot.status.storageProblem { alert = "Cannot save: \(errorText(problem))" }
        switch snapshot.content {
        case .success(let new):
            if let new { typed = typed ?? unsavedDraft ?? new.draft }
            timeline = new ?? timeline
            rows = timeline?.messages.map { MessagePresentable(message: $0, environment: environment) } ?? []
        case .failure(let problem):
            alert = "Cannot read the history: \(errorText(problem))"
        }
    }

    mutating func showEarlier() {
        limit += pageSize
    }

    /// Clears the input field and returns the text to send. Returns `nil` and shows an alert if the text cannot be
    /// sent.
    mutating func submit() -> String? {
        if let fault = TextError(of: draft) {
            alert = errorText(fault)
            return nil
        }
        defer { draft = "" }
        return draft
    }

    /// Shows an error, and restores a text that could not be saved to the input field.
    mutating func fail(with error: any Error, restoring text: String? = nil) {
        alert = errorText(error)
        draft = text ?? draft
    }
}

/// A message as shown to the user.
struct MessagePresentable: Identifiable, Equatable {
    fileprivate let message: ChatMessage
    fileprivate let environment: ChatEnvironment

    var id: MessageID { message.id }
    var sender: String? { message.senderName }
    var text: String {
        previewText(of: message.text, imageCount: message.imageCount, isDeleted: message.isDeleted)
    }
    var isEdited: Bool { message.isEdited }
    var editFailure: String? { message.editFailure }
    var answered: String? { message.answered.map(answeredText) }
    var reactions: [MessageReaction] { message.reactions }
    var isMine: Bool { message.author == .me }
    var time: String { environment.messageTimeText(for: message.time) }
    var delivery: Delivery { message.delivery }
    var followsGap: Bool { message.followsGap }
    var canBeResent: Bool { message.hasFailed }

    static func == (left: Self, right: Self) -> Bool { left.message == right.message }
}
