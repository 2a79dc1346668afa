import Transport

/// One chat as the server holds it: what a perfect chat would show.
struct ServerChatContent: Sendable {
    let header: ChatHeader
    let log: [Message]
    let readByMe: MessageID?
    let readByContact: MessageID?

    func position(of message: MessageID?) -> Position? {
        message.flatMap { id in log.first { $0.id == id }?.position }
    }
}

extension SimulatedWorld {
    /// Everything that the server holds.
    func serverContent() async -> [ServerChatContent] {
        var content: [ServerChatContent] = []
        for header in await server.chats {
            let log = await server.log(of: header.id)
            content.append(
                ServerChatContent(
                    header: header,
                    log: await matrix?.placed(log, in: header.id) ?? log,
                    readByMe: await server.newestRead(by: .me, in: header.id),
                    readByContact: await server.newestRead(by: .contact, in: header.id)
                )
            )
        }
        return content
    }

    func contactWrites(chat: Int, text: Int, count: Int, images: Int) async {
        let chats = await server.chats
        guard !chats.isEmpty else { return }
        let id = chats[chat % chats.count].id
        for index in 0..<count {
            _ = try? await server.contactWrites(
                OddTexts.text(text + index),
                // Matrix has a message for each picture.
                imageCount: matrix == nil ? images : min(images, 1),
                as: OddTexts.id(text + index),
                in: id
            )
        }
    }
}
