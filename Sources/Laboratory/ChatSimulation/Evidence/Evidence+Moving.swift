import ChatTypes

extension Evidence {
    /// Records that the history was replaced by an import of its own export. An export contains no files and no
    /// pending notifications. On a server that stores mutes, it also omits whether a mute was sent.
    func noteMoved(tellsMutes: Bool) {
        excuseUnannounced()
        with { content in
            for index in content.typed.indices { content.typed[index].hasCopy = false }
            (content.wishes, content.filesSeen) = ([:], [])
            // An export does not say that the server has a message whose position is still unknown.
            content.progress = [:]
            // How far all threads were read at once is told again, though more has been read outside threads since.
            content.receiptsSent = content.receiptsSent.filter { $0.key.thread != nil }
            if tellsMutes {
                for chat in content.modes.keys { content.modes[chat] = Set(NotificationMode.allCases) }
                for chat in content.favourites.keys { content.favourites[chat] = [true, false] }
            }
        }
    }

    /// Whether a file was sent in the chat before the import. A file that had not been uploaded by then is lost.
    func hasLostCopy(in chat: ChatID) -> Bool {
        with { content in content.typed.contains { $0.chat == chat && $0.file != nil && !$0.hasCopy } }
    }
}
