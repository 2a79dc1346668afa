import Chat
import ChatTypes
import TerminalHost

/// What a person does with files, which are counted from the newest in sight, which is 1.
extension HostModel {
    mutating func fetch(_ place: Int, isWanted: Bool) -> [ModelEffect] {
        guard let message = messageWithFile(place) else { return [] }
        if let reason = message.file.objection(toBeingWanted: isWanted) {
            notice = Notice(text: reason)
            return []
        }
        return inChat(isWanted ? .fetch(message.id) : .cancelFetch(message.id))
    }

    /// Opens or saves a file that is here; one that is not is fetched.
    mutating func use(_ place: Int, _ use: FileUse) -> [ModelEffect] {
        guard let message = messageWithFile(place) else { return [] }
        guard message.file.isHere, let chat = openChat else {
            notice = Notice(text: fileIsNotHere)
            return inChat(.fetch(message.id))
        }
        return [.useFile(use, message.file, of: message.id, in: chat)]
    }

    private mutating func messageWithFile(_ place: Int) -> (id: MessageID, file: ChatViewState.File)? {
        let message = countedRows.messageWithFile(place)
        if message == nil { notice = Notice(text: noSuchFile) }
        return message
    }
}
