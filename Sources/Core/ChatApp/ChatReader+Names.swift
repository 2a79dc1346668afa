import ChatStore
import Transport

extension ChatReader {
    /// What those are called who type in a chat, as far as anyone can be known there. Cost: linear in them; nothing is read where
    /// nobody types.
    func names(of typists: [Author], in chat: ChatID) throws -> [String] {
        var names: [String] = []
        for typist in typists {
            if let name = try name(of: typist, in: chat) { names.append(name) }
        }
        return names
    }
}
