import Chat
import ChatApp
import ChatDetails
import ChatList
import ChatTypes
import CreateChat
import Foundation
import HostKit
import PinnedMessages
import ScreenKit
import ScreenTesting
import SharedPictures
import Verification

@testable import FullScreenHost

let ada = ChatID("ada")
let bob = ChatID("bob")

/// A model on a terminal of a size, with the effects since they were last taken.
struct ModelStage {
    var model: HostModel
    private(set) var effects: [ModelEffect] = []

    init(rows: Int = 24, columns: Int = 100, colorCount: Int = 256) {
        model = HostModel(environment: .test(), theme: Theme(colorCount: colorCount), size: (rows, columns))
        // The columns of a text do not depend on the room for it.
        model.settings.names = .on
    }

    mutating func handle(_ events: ModelEvent...) {
        for event in events {
            effects += model.handle(event)
            for held in model.takeHeld() { effects += model.handle(.terminal(held)) }
        }
    }

    mutating func press(_ keys: Key...) {
        for key in keys { effects += model.handle(.terminal(.key(key))) }
    }

    mutating func type(_ text: String) {
        for scalar in text.unicodeScalars { press(.text(scalar)) }
    }

    mutating func paste(_ text: String) { effects += model.handle(.terminal(.paste(text))) }

    /// Returns the effects since the last call, without drafts.
    mutating func takeEffects() -> [ModelEffect] {
        defer { effects = [] }
        return effects.filter {
            if case .chat(.draft) = $0 { false } else if case .chat(.unfinished) = $0 { false } else { true }
        }
    }

    /// Draws the model; returns every row without trailing blanks.
    mutating func rows() -> [String] {
        let (frame, asked) = model.frame()
        effects += asked
        return (0..<frame.grid.rowCount).map { text(frame.grid[$0]) }
    }

    /// The typed text.
    var typed: String { model.typedText }

    mutating func openList(_ rows: [ChatListViewState.Row]) {
        handle(.begins(.chatList), .stack([.chatList]), .list(ChatListViewState(rows: rows)))
        effects = []
    }

    mutating func openChat(_ state: ChatViewState, _ chat: ChatID = ada) {
        handle(.begins(.chat(chat)), .stack([.chatList, .chat(chat)]), .chat(state))
        effects = []
    }

    /// A stage in a chat with Ada, above a list with Ada and Bob.
    static func inChat(_ state: ChatViewState = ChatViewState(title: "Ada", rows: messages(1...3))) -> ModelStage {
        var stage = ModelStage()
        stage.openList([chatRow("Ada"), chatRow("Bob", unread: 2)])
        stage.openChat(state)
        return stage
    }
}

extension ModelEvent {
    static func details(_ state: ChatDetailsViewState) -> ModelEvent { .screen(state, on: .chatDetails) }
    static func pictures(_ state: SharedPicturesViewState) -> ModelEvent { .screen(state, on: .sharedPictures) }
    static func pins(_ state: PinnedMessagesViewState) -> ModelEvent { .screen(state, on: .pinnedMessages) }
    static func verification(_ state: VerificationViewState) -> ModelEvent { .screen(state, on: .verification) }
}

extension ModelEffect {
    static func details(_ action: ChatDetailsAction) -> ModelEffect { DetailsPanel.effect(action) }
    static func pictures(_ action: SharedPicturesAction) -> ModelEffect { PicturesPanel.effect(action) }
    static func pins(_ action: PinnedMessagesAction) -> ModelEffect { PinsPanel.effect(action) }
    static func verification(_ action: VerificationAction) -> ModelEffect { VerificationPanel.effect(action) }
}

func text(_ cells: some Sequence<Cell>) -> String {
    let text = cells.map { cell in
        if case .glyph(let glyph) = cell.content { String(glyph.character) } else { "" }
    }.joined()
    return String(text.reversed().drop { $0 == " " }.reversed())
}

func chatRow(_ name: String, _ preview: String = "hi", unread: Int = 0, message: String? = nil) -> ChatListViewState.Row
{
    ChatListViewState.Row(
        id: ChatSummary.ID(chat: ChatID(name.lowercased()), message: message.map { MessageID($0) }),
        title: name,
        preview: preview,
        author: .contact,
        time: "9:00 am",
        shortTime: "9:00 am",
        date: .noon - 3 * 3600,
        unreadCount: unread,
        badge: unread == 0 ? nil : "\(unread)"
    )
}

func theirs(
    _ id: String,
    _ text: String = "hello",
    file: ChatViewState.File? = nil,
    at date: Date = .noon
) -> ChatViewState.Row {
    ChatViewState.Row(id: MessageID(id), author: .contact, text: text, file: file, date: date)
}

func mine(_ id: String, _ text: String = "hi", _ delivery: Delivery = .sent) -> ChatViewState.Row {
    ChatViewState.Row(id: MessageID(id), author: .me, text: text, date: .noon, delivery: delivery)
}

func messages(_ range: ClosedRange<Int>) -> [ChatViewState.Row] { range.map { theirs("\($0)", "number \($0)") } }
