import BindingKit
import ChatSession
import ChatStore
import ChatTypes
import OneThread
import PhoneKit
import RuntimeKit
import ScreenKit

struct ChatInput {
    let isOnTop: Observable<Bool>
    let draft: Observable<String>
    let mute: Observable<Bool>
    let send: Observable<String>
    let shown: Observable<ArraySlice<MessageRow>>
    let performed: Observable<(row: MessageRow, action: RowAction)>
    let reachedEnd: Observable<Void>
}

struct ChatOutput {
    let title: Observable<String>
    let subtitle: Observable<String?>
    let rows: Observable<[MessageRow]>
    let hasEarlier: Observable<Bool>
    let isMuted: Observable<Bool>
    let typing: Observable<String?>
    /// The new text of the message field.
    let field: Observable<String>
    let status: Observable<String?>
    let alerts: Observable<String>
}

/// The view model of a chat. It maps typing, sending and scrolling to the chat's messages.
struct ChatViewModel: ViewModel {
    let chat: ChatID
    let dependencies: Dependencies
    private let bag = DisposeBag()

    func transform(_ input: ChatInput) -> ChatOutput {
        let (chat, session, queue, bag) = (chat, dependencies.session, dependencies.queue, bag)
        let (limit, field, alerts) = (Property(dependencies.pageSize), Property(""), Subject<String>())
        let (snapshots, timeline) = (Subject<QueryResult<Timeline?>>(), Property<Timeline?>(nil))
        let (refusedMutes, hasTyped) = (Subject<Void>(), Property(false))
        // If the history cannot be read, the content read last stays on screen.
        let read = snapshots.observable.compactMap { try? $0.content.get() }
        input.draft.map { _ in true }.bind(to: hasTyped).disposed(by: bag)
        read.filter { _ in timeline.value == nil && !hasTyped.value }.map { session.unsavedDrafts[chat] ?? $0.draft }
            .bind(to: field).disposed(by: bag)
        read.subscribe { timeline.value = $0 }.disposed(by: bag)
        limit.observable.flatMapLatest { queue.answers(to: session.timeline(of: chat, limit: $0)) }
            .subscribe(snapshots.send).disposed(by: bag)
        queue.running { await session.connect(to: chat) }.subscribe { _ in }.disposed(by: bag)

        input.isOnTop.subscribe { session.setTopChat($0 ? chat : nil) }.disposed(by: bag)
        input.shown.compactMap { _ in timeline.value?.newestUnread }
            .subscribe { message in queue.run { _ = try? await session.markRead(chat, upTo: message) } }
            .disposed(by: bag)
        // Stored messages are shown at once; others are loaded first.
        input.reachedEnd.compactMap { timeline.value }.filter(\.hasEarlier)
            .flatMapLatest { timeline -> Observable<Result<Void, any Error>> in
                guard !timeline.hasStoredEarlier else { return Property(.success(())).observable }
                return queue.outcome { try await session.loadEarlier(in: chat) }
            }
            .subscribe { [pageSize = dependencies.pageSize] in
                if let text = $0.alertText { alerts.send(text) } else { limit.value += pageSize }
            }
            .disposed(by: bag)
        change(by: input, field: field, refusedMutes: refusedMutes, alerts: alerts)

        return ChatOutput(
            title: timeline.observable.compactMap(\.?.contact.name).distinct(),
            subtitle: timeline.observable.map { $0?.group.map(groupText) }.distinct(),
            rows: timeline.observable.compactMap(\.?.messages).combine(with: dependencies.timeChanges)
                .map { [environment = dependencies.environment] messages, timeChanges in
                    messages.map { MessageRow(message: $0, timeChanges: timeChanges, environment: environment) }
                },
            hasEarlier: timeline.observable.compactMap(\.?.hasEarlier),
            isMuted: .merge(
                timeline.observable.compactMap(\.?.isMuted),
                refusedMutes.observable.compactMap { timeline.value?.isMuted }
            ),
            typing: queue.answers(to: session.typingNames(in: chat)).map { typingText(of: $0) },
            field: field.observable,
            status: snapshots.observable.map(\.status.connection.text),
            alerts: .merge(snapshots.observable.compactMap(\.alertText), alerts.observable)
        )
    }

    /// Performs the user's changes in order, even after the chat is left.
    private func change(
        by input: ChatInput,
        field: Property<String>,
        refusedMutes: Subject<Void>,
        alerts: Subject<String>
    ) {
        let (chat, session, changes) = (chat, dependencies.session, SerialQueue(on: dependencies.queue))
        input.draft.filter { !$0.isEmpty }.subscribe { _ in session.noteTyping(in: chat) }.disposed(by: bag)
        input.draft
            .subscribe { text in
                changes.request({ try await session.saveDraft(text, in: chat) }) { $0.alertText.map(alerts.send) }
            }
            .disposed(by: bag)
        input.send
            .subscribe { text in
                if let fault = TextError(of: text) { return alerts.send(errorText(fault)) }
                field.value = ""
                changes.request({ try await session.send(text, to: chat) }) { result in
                    guard let alert = result.alertText else { return }
                    field.value = text
                    alerts.send(alert)
                }
            }
            .disposed(by: bag)
        input.mute
            .subscribe { isMuted in
                changes.request({ try await session.setMuted(isMuted, in: chat) }) { result in
                    guard let alert = result.alertText else { return }
                    refusedMutes.send(())
                    alerts.send(alert)
                }
            }
            .disposed(by: bag)
        input.performed
            .subscribe { row, action in
                let message = row.message.id
                changes.request { () async throws -> Void in
                    switch action {
                    // The session resends failed messages only.
                    case .select: try await session.resend(message, in: chat)
                    case .delete: try await session.delete(message, in: chat)
                    case .edit(let text): try await session.edit(message, to: text, in: chat)
                    case .reply(let text): try await session.reply(text, to: message, in: chat)
                    case .react(let text): try await session.react(text, to: message, in: chat)
                    }
                } receive: {
                    $0.alertText.map(alerts.send)
                }
            }
            .disposed(by: bag)
    }
}

/// A message, ready for display. Its texts are created when they are shown.
struct MessageRow: Identifiable, Equatable {
    let message: ChatMessage
    let timeChanges: Int
    let environment: ChatEnvironment

    var id: String { message.id.rawValue }
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

    static func == (left: Self, right: Self) -> Bool {
        (left.message, left.timeChanges) == (right.message, right.timeChanges)
    }
}
