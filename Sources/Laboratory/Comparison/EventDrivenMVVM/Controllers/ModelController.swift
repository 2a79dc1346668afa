import ChatStore
import Transport

/// Holds the model, in memory and on disk. Whatever changes is on disk before it is in memory.
///
/// Routers and endpoints alone have it, so nothing else changes the model. Throws what the disk says.
final class ModelController {
    /// Endpoints read here what they have to do; whatever is written goes through `commit(_:)`.
    let database: ChatDatabase
    /// Changed by this type's own methods alone.
    var model = AppModel()

    init(database: ChatDatabase) {
        self.database = database
    }

    /// Reads everything from the disk, and begins with the list.
    func load() {
        model.screens = [.chatList]
        do {
            try reload(try database.read { try $0.chats(limit: Self.everything) }.map(\.id))
        } catch {
            model.list.problem = "Cannot read the history: \(error)"
        }
    }

    /// Runs one transaction, and keeps in mind whether the disk takes what we write.
    func commit<Answer>(_ body: (borrowing ChatWriter) throws -> Answer) throws -> Answer {
        do {
            let answer = try database.write(body)
            model.storageProblem = nil
            return answer
        } catch {
            model.storageProblem = "Cannot save: \(error)"
            throw error
        }
    }

    /// Takes over what the disk now holds of chats.
    func reload(_ chats: [ChatID]) throws {
        for id in chats {
            guard let header = try database.read({ try $0.chat(id) }),
                let timeline = try database.read({ try $0.timeline(of: id, in: .newest(Self.everything)) })
            else { continue }
            // What was typed stays in the field even if it could not be saved.
            model.chats[id] = ChatModel(header, timeline, draft: model.chats[id]?.draft ?? timeline.draft)
        }
        findAgain()
    }

    /// Looks for what is searched for in the history as it is now.
    func findAgain() {
        guard !model.list.searchText.isEmpty else { return }
        do {
            model.list.hits = try database.read { try $0.search(model.list.searchText, limit: Self.everything) }.hits
        } catch {
            model.list.problem = "Cannot read the history: \(error)"
        }
    }

    private static var everything: Int { 1_000_000 }
}
