import ChatStore
public import ChatTypes
public import RuntimeKit

extension Session {
    /// Who types in a chat, in the order of their ids. Cost: linear in all who type anywhere, who are bounded.
    public nonisolated func typists(in chat: ChatID) -> [Author] {
        typists.keys.filter { $0.chat == chat }.map(\.author)
    }

    /// Who types in which chat. Cost: as for one chat.
    public nonisolated var typistsByChat: [ChatID: [Author]] {
        Dictionary(grouping: typists.keys, by: \.chat).mapValues { $0.map(\.author) }
    }

    /// What those who type in a chat are called, asked again after each change of the chat. Reads no history while no one does.
    public nonisolated func typistNames(in chat: ChatID) -> LiveQuery<Void, [String]> {
        let query = LiveQuery(()) { [weak self] () -> [String] in
            guard let self else { return [] }
            let typists = typists(in: chat)
            // Who cannot be named now types unseen.
            return typists.isEmpty ? [] : (try? await read { try $0.names(of: typists, in: chat) }) ?? []
        }
        feed.follow(.chat(chat), query.invalidation)
        return query
    }

    /// Says that a person types in a chat; the server is told at most every few seconds.
    public nonisolated func noteTyping(in chat: ChatID) {
        typingNotices.post(chat)
    }

    /// Takes a notice in. It ends by itself, or with the author's message.
    func receiveTyping(_ isTyping: Bool, by author: Author, in chat: ChatID) {
        guard chat.rawValue.isUsableID, author.isUsable, author != .me else { return }
        let typist = TypingUser(chat: chat, author: author)
        let wasTyping = typists.holds(typist)
        if isTyping {
            // A server may name any number of chats: so many are not told of.
            guard wasTyping || typists.count < Self.typistLimit else { return }
            typists.renew(typist, for: Self.typingTime)
        } else {
            typists.end(typist)
        }
        if wasTyping != isTyping { feed.post([chat]) }
    }

    /// A notice that cannot be sent is forgotten: by the next one it would be late.
    func sendTyping() async {
        let stopwatch = Stopwatch(clock: environment.clock)
        var last: (chat: ChatID, time: Duration)?
        while let chat = await typingNotices.takeAll().last {
            let now = stopwatch.now
            if let last, last.chat == chat, now - last.time < Self.typingInterval { continue }
            last = (chat, now)
            try? await service.setTyping(true, in: chat)
            // What waited behind a slow one is late, too.
            if stopwatch.now - now >= Self.typingInterval { typingNotices.takeWaiting() }
        }
    }

    private static var typingTime: Duration { .seconds(6) }
    private static var typingInterval: Duration { .seconds(4) }
    private static var typistLimit: Int { 256 }
}
