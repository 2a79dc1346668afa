import ChatStore
import ChatTypes
import PhoneKit
import SQLiteKit
import ScreenKit

/// A chat as a function of its conversation and the time.
struct ChatContent: Content {
    private let app: AppModel
    private let conversation: Conversation
    private let rows: TableRows<Row, MessageCell>

    private struct Row: Identifiable, Equatable {
        let message: ChatMessage
        let timeChanges: Int

        var id: MessageID { message.id }
    }

    init(_ conversation: Conversation, in app: AppModel) {
        (self.conversation, self.app) = (conversation, app)
        rows = TableRows { [environment = app.environment] row in
            MessageCell(
                id: row.message.id.rawValue,
                sender: row.message.senderName,
                text: previewText(
                    of: row.message.text,
                    imageCount: row.message.imageCount,
                    isDeleted: row.message.isDeleted
                ),
                isEdited: row.message.isEdited,
                editFailure: row.message.editFailure,
                answered: row.message.answered.map(answeredText),
                reactions: row.message.reactions,
                isMine: row.message.author == .me,
                time: environment.messageTimeText(for: row.message.time),
                delivery: row.message.delivery,
                followsGap: row.message.followsGap
            )
        }
    }

    func makeView() -> ChatView {
        let view = ChatView()
        view.field.onChange = conversation.type
        view.sendButton.onTap = conversation.send
        view.muteSwitch.onChange = conversation.setMuted
        rows.attach(to: view.table)
        rows.onAction = { [conversation] row, action in
            switch action {
            case .select: conversation.resend(row.message.id)
            case .delete: conversation.delete(row.message.id)
            case .edit(let text): conversation.edit(row.message.id, to: text)
            case .reply(let text): conversation.reply(text, to: row.message.id)
            case .react(let text): conversation.react(text, to: row.message.id)
            }
        }
        rows.onEnd = conversation.showEarlier
        return view
    }

    func update(_ view: ChatView) {
        view.status = conversation.connection?.text
        view.alert = conversation.problem?.text
        view.field.text = conversation.draft
        guard let timeline = conversation.timeline else { return }
        view.title = timeline.contact.name
        view.subtitle = timeline.group.map(groupText)
        view.muteSwitch.isOn = timeline.isMuted
        view.typing = typingText(of: conversation.typingAuthors)
        view.table.hasFurtherRows = timeline.hasEarlier
        let timeChanges = app.timeChanges
        rows.show(timeline.messages.map { Row(message: $0, timeChanges: timeChanges) }, in: view.table)
    }

    func setShown(_ isShown: Bool) { conversation.setShown(isShown) }

    func close() { conversation.close() }
}
