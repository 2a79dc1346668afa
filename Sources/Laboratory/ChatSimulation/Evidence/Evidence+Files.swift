import ChatTypes

extension Evidence {
    /// Records that the user is about to send a file, and returns the message's index.
    func noteSending(_ file: SentFile, with text: String, in chat: ChatID, draft: String?) -> Int {
        with { content in
            content.typed.append(Typed(chat: chat, text: text, file: file, turn: content.nextTurn()))
            // Text sent with the file stops being a draft unless sending fails.
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

    /// Records that the user was told that a file will not be sent.
    func noteNeverSent(_ index: Int) {
        with { $0.typed[index].isNeverSent = true }
    }

    /// Whether the user has seen their message disappear after deleting it.
    func wasTakenBack(_ id: MessageID) -> Bool {
        with { content in content.typed.contains { $0.id == id && $0.removal == .done } }
    }

    /// Records that the user is about to request a file. A file requested earlier stays requested.
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
