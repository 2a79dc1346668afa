import Chat
import ChatSession
import ChatStore
import Foundation
import ScreenKit
import SimulationKit
import Transport

/// What a person does with files: on the chat's screen, and now and then through the session itself, as whoever has no screen.
extension Person {
    private var session: Session { actions.session }

    /// Sends a file that goes away as soon as that is done. One without a picture is sent with a text.
    func attach(_ number: Int, in chat: ChatID, _ pane: InterfaceSpy.Shown.Chat?) async {
        let index = evidence.with { $0.typed.count }
        let file = SentFile(number: number, index: index, seed: world.seed)
        let text = file.imageCount > 0 && number.isMultiple(of: 2) ? "" : "typed \(index)"
        let path = world.folder.appending(path: file.name)
        guard (try? Data(file.bytes).write(to: path)) != nil else { return }
        defer { try? FileManager.default.removeItem(at: path) }
        _ = evidence.noteSending(file, with: text, in: chat, draft: actions.shown.chat?.state?.draft)
        evidence.note("sends \(file.name), \(file.byteCount) bytes, in \(chat)")
        var id: MessageID?
        if let pane, !number.isMultiple(of: 3) {
            id = await attach(file, at: path.path, with: text, pane)
        } else {
            do { id = try await session.send(fileAt: path.path, text: text, to: chat) } catch {
                evidence.noteNeverSent(index)
            }
        }
        guard let id else { return }
        evidence.noteSent(index, as: id)
        if number % 6 == 1 { await takeBack(id, in: chat, after: .milliseconds(number * 2)) }
    }

    /// A file that is sent has its row, or the person is told why not.
    private func attach(
        _ file: SentFile,
        at path: String,
        with text: String,
        _ pane: InterfaceSpy.Shown.Chat
    ) async -> MessageID? {
        await pane.module.perform(.sendFile(path: path, text: text))
        guard let now = shown(of: pane) else { return nil }
        let row = now.rows.last { $0.author == .me && $0.file?.name == file.name }
        let isTold = now.problem != pane.state?.problem
        evidence.check(.sentOnce, row != nil || isTold, "\(file.name) vanished as it was sent")
        return row?.id
    }

    private func takeBack(_ message: MessageID, in chat: ChatID, after pause: Duration) async {
        try? await world.executor.clock.sleep(for: pause)
        evidence.note("takes \(message) back")
        evidence.noteRemoving(message)
        guard (try? await session.unsend(message, in: chat)) != nil else { return }
        evidence.noteRemoved(message)
    }

    /// Asks for one of the newest files of others, and looks on for a while, or thinks better of it.
    func fetch(_ number: Int, in chat: ChatID, _ pane: InterfaceSpy.Shown.Chat?) async {
        let messages = await world.server.log(of: chat).filter { $0.author != .me && $0.attachment != nil }.suffix(6)
        guard !messages.isEmpty else { return }
        let message = Array(messages)[number % messages.count]
        guard let stored = try? await session.read({ try $0.file(of: message.id, in: chat) }) else { return }
        let place = FilePlace(chat: chat, message: message.id)
        evidence.note("asks for \(stored.attachment.name) of \(message.id)")
        if stored.attachment.fault == nil, let file = message.attachment { evidence.noteAsking(place, for: file.id) }
        if let pane, pane.state?.rows.contains(where: { $0.id == message.id && $0.file != nil }) == true {
            await fetch(place, pane)
        } else {
            do {
                try await session.fetch(message.id, in: chat)
                if stored.attachment.fault == nil { evidence.noteAsked(place) }
            } catch {
                evidence.note("it cannot be: \(error)")
            }
        }
        if number.isMultiple(of: 5) {
            try? await world.executor.clock.sleep(for: .milliseconds(number * 2))
            await cancelFetch(of: place)
        } else {
            await watch(place, for: .milliseconds(number * 4))
        }
    }

    /// One that is asked for says how it stands, or the person is told why not.
    private func fetch(_ place: FilePlace, _ pane: InterfaceSpy.Shown.Chat) async {
        await pane.module.perform(.fetch(place.message))
        guard let now = shown(of: pane), let file = now.rows.first(where: { $0.id == place.message })?.file else {
            return
        }
        let isTold = now.problem != pane.state?.problem
        let isSaid = file.transfer != nil || isTold
        evidence.check(.files, isSaid, "the file of \(place) was asked for, and nothing is said of it")
        if file.transfer != nil { evidence.noteAsked(place) }
    }

    func cancelFetch(_ number: Int, in chat: ChatID) async {
        if let place = asked(number, in: chat) { await cancelFetch(of: place) }
    }

    private func cancelFetch(of place: FilePlace) async {
        evidence.note("asks no more for the file of \(place.message)")
        evidence.noteCancelling(place)
        guard (try? await session.cancelFetch(of: place.message, in: place.chat)) != nil else { return }
        evidence.noteCancelled(place)
    }

    private func asked(_ number: Int, in chat: ChatID) -> FilePlace? {
        let places = evidence.with { $0.wishes.keys.filter { $0.chat == chat } }.sorted { $0.message < $1.message }
        return places.isEmpty ? nil : places[number % places.count]
    }

    /// What is shown of a file is so: as much has come as is said, and one that is here is whole.
    private func watch(_ place: FilePlace, for duration: Duration) async {
        let transfers = session.transfers(of: [place.message], in: place.chat)
        await withTaskGroup { group in
            group.addTask {
                await transfers.follow { snapshot in
                    if case .success(let all) = snapshot.content { await see(all[place.message], of: place) }
                }
            }
            group.addTask { try? await world.executor.clock.sleep(for: duration) }
            await group.next()
            group.cancelAll()
        }
    }

    private func see(_ transfer: FileTransfer?, of place: FilePlace) async {
        switch transfer {
        case .moving(let bytes, let count)?:
            let isPart = (0...count).contains(bytes)
            evidence.check(.files, isPart, "\(bytes) of \(count) bytes of the file of \(place) have come")
        case .here(let path?)?:
            let bytes = world.privateBytes(at: path)
            let message = await world.server.log(of: place.chat).first { $0.id == place.message }
            guard let file = message?.attachment else { return }
            let whole = await world.bytes(of: file.id)
            evidence.check(.files, bytes == whole, "the file of \(place) is said to be here, and is not what it was")
            evidence.noteSeenHere(place)
        default: break
        }
    }

    /// Writes a file elsewhere: whole, or not at all, and never over another.
    func save(_ number: Int, in chat: ChatID) async {
        guard let place = asked(number, in: chat) else { return }
        let path = world.folder.appending(path: "saved").path
        let other = Data("another file".utf8)
        let isTaken = number.isMultiple(of: 4)
        if isTaken { try? other.write(to: URL(filePath: path)) }
        defer { try? FileManager.default.removeItem(atPath: path) }
        do {
            try await session.saveFile(of: place.message, in: chat, to: path)
            let file = await world.server.log(of: chat).first { $0.id == place.message }?.attachment
            let bytes = world.privateBytes(at: path)
            guard let file else { return }
            let isWhole = await world.bytes(of: file.id) == bytes
            evidence.check(.files, isWhole && !isTaken, "the file of \(place) was saved, and is another")
        } catch {
            let left = try? OpenFile.bytes(at: path)
            let isRight = left == (isTaken ? Array(other) : nil)
            evidence.check(.files, isRight, "a file that was not saved left \(left?.count ?? 0) bytes")
        }
    }
}
