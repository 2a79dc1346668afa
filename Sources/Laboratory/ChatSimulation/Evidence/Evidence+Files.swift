import Transport

extension Evidence {
    /// The person is about to send a file. Returns its number.
    func noteSending(_ file: SentFile, with text: String, in chat: ChatID, draft: String?) -> Int {
        with { content in
            content.typed.append(Typed(chat: chat, text: text, file: file, turn: content.nextTurn()))
            // A text that goes with it is no draft any more, unless that cannot be sent.
            if !text.isEmpty {
                content.expectDraft(in: chat, amongst: ["", text], shown: draft)
                content.newestDraft[chat] = nil
            }
            return content.typed.count - 1
        }
    }

    func noteSent(_ index: Int, as id: MessageID) {
        with { $0.typed[index].id = id }
    }

    /// The person was told that a file will not be sent.
    func noteNeverSent(_ index: Int) {
        with { $0.typed[index].isNeverSent = true }
    }

    /// Whether the person has seen that a message of theirs is gone.
    func wasTakenBack(_ id: MessageID) -> Bool {
        with { content in content.typed.contains { $0.id == id && $0.removal == .done } }
    }

    /// The person is about to ask for a file; one that was asked for before stays so.
    func noteAsking(_ place: FilePlace, for file: FileID) {
        with { content in
            content.filePlaces[file] = place
            if content.wishes[place] != .asked { content.wishes[place] = .tried }
        }
    }

    func noteAsked(_ place: FilePlace) {
        with { $0.wishes[place] = .asked }
    }

    func noteCancelling(_ place: FilePlace) {
        with { $0.wishes[place] = .tried }
    }

    func noteCancelled(_ place: FilePlace) {
        with { $0.wishes[place] = .cancelled }
    }

    func wasCancelled(_ place: FilePlace?) -> Bool {
        with { content in place.map { content.wishes[$0] == .cancelled } ?? false }
    }

    func noteSeenHere(_ place: FilePlace) {
        with { _ = $0.filesSeen.insert(place) }
    }
}
