import ChatApp
import ChatStore
import ChatTypes
import DriverKit
import RuntimeKit
import SimulatedServer
import Transport

/// A check of an architecture once the network, the disk and the server have worked long enough.
struct PhoneCheck: Sendable {
    let person: PhonePerson

    private var world: SimulatedWorld { person.world }
    private var evidence: Evidence { world.evidence }

    func run() async {
        while !person.userView.begin() { await person.wait(.seconds(1)) }
        person.userView.end()
        await person.setFocus(true)
        if await person.userView.current().screen.form != nil {
            await person.checkSuggestions()
            await person.goBack()
        }
        await person.wait(.seconds(5))
        // A connection made before the calm still ends at its planned time, and the app is about to reconnect.
        if await person.userView.current().screen.status != nil { await person.wait(.seconds(3)) }
        let (screen, chat) = await person.userView.current()
        await withHistory { server, history in
            HistoryCheck(evidence: evidence, server: server, history: history).run(lookingAt: chat)
            checkBanners(screen, history)
        }
        // The architectures download no files.
        let names = (try? world.fileFolder.names()) ?? []
        evidence.check(.files, names.isEmpty, "\(names) are in the folder, and were not asked for")
        await checkScreen()
        if screen.list != nil { await checkSearch() }
        await checkConnections()
    }

    /// Checks that the top screen equals that of a perfect chat app.
    func checkScreen() async {
        await waitForReceipt()
        let (screen, chat) = await person.userView.current()
        await withHistory { server, history in
            let check = PhoneScreenCheck(world: world, server: server, history: history)
            if let list = screen.list { check.run(list) }
            if let state = screen.chat { check.run(state, chat) }
            check.run(badge: screen.badge)
        }
    }

    func withHistory(_ body: (_ server: [ServerChatContent], _ history: StoredHistory) async -> Void) async {
        let server = await world.serverContent()
        do {
            let history = try await HistoryFile(world.history).openForReading().read { try StoredHistory($0) }
            await body(server, history)
        } catch {
            evidence.check(.complete, false, "the history cannot be read: \(error)")
        }
    }

    /// Waits while the read receipt for a message that just arrived may still be on its way to the server.
    private func waitForReceipt() async {
        for _ in 0..<5 {
            guard let chat = await person.userView.current().chat else { return }
            let content = await world.serverContent().first { $0.header.id == chat }
            let newest = content?.log.last { $0.author != .me }?.position
            if content?.position(of: content?.readByMe) == newest { return }
            await person.wait(.milliseconds(50))
        }
    }

    /// Checks that each live message caused at most one notification, and at least one if required. Counts
    /// notifications with the same text together.
    private func checkBanners(_ screen: Screen, _ history: StoredHistory) {
        let content = evidence.with { $0 }
        var shown = content.banners
        for banner in screen.banners { shown[banner, default: 0] += 1 }
        var (allowed, wanted): ([Evidence.Banner: Int], [Set<Evidence.Banner>: Int]) = ([:], [:])
        for (id, announcements) in content.announcements {
            let banners = announcements.reduce(into: Set()) { $0.formUnion(content.banners(of: $1)) }
            for banner in banners { allowed[banner, default: 0] += 1 }
            // It is unknown with which text an edited message was announced.
            guard announcements.count == 1, let live = content.live[id], live.mustBeAnnounced, content.seen[id] == nil
            else { continue }
            // Messages in a gap above a message on screen count as read and cause no late notification.
            if history[live.chat]?.isRead(id) != true { wanted[banners, default: 0] += 1 }
        }
        for (banner, count) in shown.sorted(by: { $0.key < $1.key }) {
            let most = allowed[banner, default: 0]
            evidence.check(.notifiedOnce, count <= most, "\(banner) was announced \(count) times, of \(most) messages")
        }
        let sorted = wanted.map { (banners: $0.key.sorted(), least: $0.value) }
        for (banners, least) in sorted.sorted(by: { $0.banners.lexicographicallyPrecedes($1.banners) }) {
            let count = banners.reduce(0) {
                $0 + shown[$1, default: 0] - content.checkedBanners[$1, default: 0]
            }
            evidence.check(
                .notifiedOnce,
                count >= least,
                "\(banners) came \(least) times and was announced \(count) times"
            )
        }
        evidence.with { content in
            content.live = [:]
            content.checkedBanners = shown
        }
    }

    private func checkConnections() async {
        let chatCount = await person.userView.current().chat == nil ? 0 : 1
        // A homeserver has one stream for everything new.
        let expected = world.matrix == nil ? 1 + chatCount : 1
        // A connection made before the calm still ends at its planned time, and the app may be about to reconnect.
        if await world.server.connectionCount < expected { await person.wait(.seconds(3)) }
        let count = await world.server.connectionCount
        evidence.check(.nothingOutlives, count == expected, "\(count) connections are open, with \(chatCount) chats")
    }

    /// Checks that a search finds exactly the names and stored messages that have a word beginning with the search
    /// text.
    private func checkSearch() async {
        for word in ["typ", "a"] {
            await person.perform(.search(word))
            await withHistory { _, history in
                let wanted = history.rows(matching: word, by: world.words)
                let list = await person.see { screen in
                    guard let list = screen.list, list.searchText == word else { return false }
                    let found = Set(list.rows.map(\.id))
                    return found == wanted || list.hasMore && found.isSubset(of: wanted)
                }
                person.check(.complete, list != nil, "\(word) does not find \(wanted.count) chats and messages")
            }
        }
        await person.perform(.search(""))
        await person.wait(.seconds(1))
    }
}

extension Screen {
    /// The connection status; `nil` if connected.
    fileprivate var status: String? { list?.status ?? chat?.status }
}

extension Evidence.Banner: Comparable {
    static func < (left: Self, right: Self) -> Bool { (left.title, left.text) < (right.title, right.text) }
}
