import Transport

extension Evidence {
    /// The history is what an import made of its export. Files are not in it, nor what is still to be announced, nor whether the
    /// account was told what is muted, where it is told.
    func noteMoved(tellsMutes: Bool) {
        excuseUnannounced()
        with { content in
            for index in content.typed.indices { content.typed[index].hasCopy = false }
            (content.wishes, content.filesSeen) = ([:], [])
            // No export says that the server has one of our messages of which it has not said where it stands.
            content.progress = [:]
            if tellsMutes { for chat in content.mutes.keys { content.mutes[chat] = [true, false] } }
        }
    }

    /// Whether a file was sent in a chat before the history was moved: one that was still to be brought to the server is lost.
    func hasLostCopy(in chat: ChatID) -> Bool {
        with { content in content.typed.contains { $0.chat == chat && $0.file != nil && !$0.hasCopy } }
    }
}
