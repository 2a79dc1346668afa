import Chat
import ChatApp
import ChatSession
import ChatStore
import ChatTypes
import RuntimeKit
import ScreenKit
import SimulatedServer
import SimulationKit
import Transport

/// The user downloads one of the newest files from others in the chat. They then watch it for a while, or cancel.
struct PersonFetchesFile: PersonStep {
    let file: Int

    func take(_ person: Person, seeing shown: InterfaceSpy.Shown) async {
        guard let pane = shown.openChat else { return }
        let chat = pane.id
        let (world, evidence, session) = (person.world, person.evidence, person.actions.session)
        let messages = await world.server.log(of: chat).filter { $0.author != .me && $0.attachment != nil }.suffix(6)
        guard !messages.isEmpty else { return }
        let message = Array(messages)[file % messages.count]
        guard let stored = try? await session.read({ try $0.file(of: message.id, in: chat) }) else { return }
        let place = FilePlace(chat: chat, message: message.id)
        evidence.note("asks for \(stored.attachment.name) of \(message.id)")
        if stored.attachment.error == nil, let file = message.attachment { evidence.noteAsking(place, for: file.id) }
        if pane.state?.rows.contains(where: { $0.id == message.id && $0.file != nil }) == true {
            await fetch(place, person, pane)
        } else {
            do {
                try await session.download(message.id, in: chat)
                if stored.attachment.error == nil { evidence.noteAsked(place) }
            } catch {
                evidence.note("it cannot be: \(error)")
            }
        }
        if file.isMultiple(of: 5) {
            try? await world.executor.clock.sleep(for: .milliseconds(file * 2))
            await person.cancelDownload(of: place)
        } else {
            await watch(place, for: .milliseconds(file * 4), person)
        }
    }

    /// Requests a file, and checks that its row shows the transfer or the app says why not.
    private func fetch(_ place: FilePlace, _ person: Person, _ pane: InterfaceSpy.Shown.Chat) async {
        await pane.module.perform(.download(place.message))
        guard let now = person.shown(of: pane), let file = now.rows.first(where: { $0.id == place.message })?.file
        else { return }
        let isTold = now.problem != pane.state?.problem
        let isSaid = file.transfer != nil || isTold
        person.evidence.check(.files, isSaid, "the file of \(place) was asked for, and nothing is said of it")
        if file.transfer != nil { person.evidence.noteAsked(place) }
    }

    /// Checks that a file's transfer state is correct: the progress is plausible, and a downloaded file is complete.
    private func watch(_ place: FilePlace, for duration: Duration, _ person: Person) async {
        let transfers = person.actions.session.transfers(of: [place.message], in: place.chat)
        await withTaskGroup { group in
            group.addTask {
                await transfers.follow { snapshot in
                    if case .success(let all) = snapshot.content { await see(all[place.message], of: place, person) }
                }
            }
            group.addTask { try? await person.world.executor.clock.sleep(for: duration) }
            await group.next()
            group.cancelAll()
        }
    }

    private func see(_ transfer: FileTransfer?, of place: FilePlace, _ person: Person) async {
        let (world, evidence) = (person.world, person.evidence)
        switch transfer {
        case .moving(let bytes, let count)?:
            // A negative size is an unknown one.
            let isPart = bytes >= 0 && (count < 0 || bytes <= count)
            evidence.check(.files, isPart, "\(bytes) of \(count) bytes of the file of \(place) have come")
        case .complete(let path?)?:
            let bytes = world.privateBytes(at: path)
            let message = await world.server.log(of: place.chat).first { $0.id == place.message }
            guard let file = message?.attachment else { return }
            let whole = await world.bytes(of: file.id)
            evidence.check(.files, bytes == whole, "the file of \(place) is said to be here, and is not what it was")
            evidence.noteSeenHere(place)
        default: break
        }
    }

    func surroundings(_ draw: inout PlanDraw) -> (before: [any Step], after: [any Step]) {
        ([PersonOpensChat(row: draw.number())], [])
    }
}

/// The user cancels one of the requested downloads.
struct PersonCancelsFetch: PersonStep {
    let file: Int

    func take(_ person: Person, seeing shown: InterfaceSpy.Shown) async {
        guard let pane = shown.openChat, let place = person.asked(file, in: pane.id) else { return }
        await person.cancelDownload(of: place)
    }
}

extension Person {
    fileprivate func cancelDownload(of place: FilePlace) async {
        evidence.note("asks no more for the file of \(place.message)")
        evidence.noteCancelling(place)
        guard (try? await actions.session.cancelDownload(of: place.message, in: place.chat)) != nil else { return }
        evidence.noteCancelled(place)
    }

    /// Returns one of the requested files of a chat.
    func asked(_ number: Int, in chat: ChatID) -> FilePlace? {
        let places = evidence.with { $0.wishes.keys.filter { $0.chat == chat } }.sorted { $0.message < $1.message }
        return places.isEmpty ? nil : places[number % places.count]
    }
}
