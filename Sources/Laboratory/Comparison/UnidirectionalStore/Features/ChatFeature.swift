import ChatStore
import ChatTypes
import PhoneKit
import RuntimeKit
import ScreenKit

/// The state of one chat.
struct ChatState: Equatable {
    let id: ChatID
    /// The number of messages to request.
    var limit: Int
    /// The messages; `nil` until they have been read.
    var timeline: Timeline?
    /// The names of the members who are typing.
    var typingAuthors: [String] = []
    /// Whether the switch is on: the saved setting, or the user's latest until it is saved.
    var isMuted = false
    /// The text in the field; `nil` until the user typed something or the saved draft was read.
    var draft: String?
    var health = Health()
    var day = 0

    var typing: String? { typingText(of: typingAuthors) }
    var rows: [ChatRow] { timeline?.messages.map { ChatRow(message: $0, day: day) } ?? [] }
}

/// A row. Equal rows can share a cell.
struct ChatRow: Equatable, Identifiable {
    let message: ChatMessage
    /// The day, which changes how times are written.
    let day: Int

    var id: MessageID { message.id }
}

enum ChatAction: Sendable {
    case loaded(QueryResult<Timeline?>)
    case typistsChanged([String])
    case typed(String)
    case sendTapped
    case muteSwitched(Bool)
    case muteFailed(String)
    case sendFailed(String, String)
    case failed(String)
    case rowTapped(MessageID)
    case rowDeleted(MessageID)
    case rowEdited(MessageID, to: String)
    case rowAnswered(MessageID, text: String)
    case rowReactedTo(MessageID, text: String)
    case reachedEnd
    case earlierLoaded
    case backTapped
}

struct ChatReducer: Sendable {
    let client: ChatClient

    func reduce(into state: inout ChatState, _ action: ChatAction) -> Effect<ChatAction> {
        let id = state.id
        switch action {
        case .loaded(let snapshot):
            guard let timeline = state.health.take(snapshot) ?? nil else { break }
            state.draft = state.draft ?? timeline.draft
            (state.timeline, state.isMuted) = (timeline, timeline.isMuted)
            // The newest message is always on screen, so it is read if the user is looking. A receipt waits for no change
            // of the user's: the user may have left when that is done.
            if let newest = timeline.newestUnread {
                return .run(.receipt) { _ in _ = try? await client.markRead(id, newest) }
            }
        case .typed(let text):
            state.draft = text
            let saving = change(id) { try await client.saveDraft(text, id) }
            return text.isEmpty ? saving : .merge(.perform { client.noteTyping(id) }, saving)
        case .typistsChanged(let names): state.typingAuthors = names
        case .sendTapped:
            let text = state.draft ?? ""
            if let fault = TextError(of: text) {
                state.health.alert = errorText(fault)
                break
            }
            state.draft = ""
            return change(id) {
                try await client.send(text, id)
            } orElse: {
                .sendFailed(text, $0)
            }
        case .sendFailed(let text, let reason): (state.draft, state.health.alert) = (text, reason)
        case .failed(let reason): state.health.alert = reason
        case .muteSwitched(let isMuted):
            state.isMuted = isMuted
            return change(id) {
                try await client.setMuted(isMuted, id)
            } orElse: {
                .muteFailed($0)
            }
        case .muteFailed(let reason):
            (state.isMuted, state.health.alert) = (state.timeline?.isMuted ?? false, reason)
        case .rowTapped(let message):
            guard state.rows.contains(where: { $0.id == message && $0.message.hasFailed }) else { break }
            return change(id) { try await client.resend(message, id) }
        case .rowDeleted(let message): return change(id) { try await client.delete(message, id) }
        case .rowEdited(let message, let text): return change(id) { try await client.edit(message, text, id) }
        case .rowAnswered(let message, let text): return change(id) { try await client.reply(text, message, id) }
        case .rowReactedTo(let message, let text): return change(id) { try await client.react(text, message, id) }
        case .reachedEnd:
            guard let timeline = state.timeline, timeline.hasEarlier else { break }
            return timeline.hasStoredEarlier ? showEarlier(in: &state) : loadEarlier(in: id)
        case .earlierLoaded: return showEarlier(in: &state)
        // The app's reducer handles this.
        case .backTapped: break
        }
        return .none
    }

    func open(_ state: ChatState) -> Effect<ChatAction> {
        .merge(
            follow(state),
            .run(.typing) { [id = state.id] send in await client.typingNames(id) { await send(.typistsChanged($0)) } },
            .run(.socket) { [id = state.id] _ in await client.connect(id) }
        )
    }

    private func follow(_ state: ChatState) -> Effect<ChatAction> {
        .run(.timeline) { [id = state.id, limit = state.limit] send in
            await client.timeline(id, limit) { await send(.loaded($0)) }
        }
    }

    private func showEarlier(in state: inout ChatState) -> Effect<ChatAction> {
        state.limit += AppContext.pageSize
        return follow(state)
    }

    private func loadEarlier(in chat: ChatID) -> Effect<ChatAction> {
        .enqueue(.history(chat)) {
            do { try await client.loadEarlier(chat) } catch { return .failed(errorText(error)) }
            return .earlierLoaded
        }
    }

    /// Returns an effect that changes the chat, in the order in which the user made the changes.
    private func change(
        _ chat: ChatID,
        _ work: @escaping @Sendable () async throws -> Void,
        orElse action: @escaping @Sendable (_ reason: String) -> ChatAction = { .failed($0) }
    ) -> Effect<ChatAction> {
        .enqueue(.changes(chat)) {
            do { try await work() } catch { return action(errorText(error)) }
            return nil
        }
    }
}
