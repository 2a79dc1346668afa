import BehaviourSuite
import ChatApp
import ChatStore
import Transport

/// What must hold of a version once the network, the disk and the server have been well for long enough.
struct PhoneCheck: Sendable {
    let person: PhonePerson

    private var world: SimulatedWorld { person.world }
    private var evidence: Evidence { world.evidence }

    func run() async {
        while !person.gaze.begin() { await person.wait(.seconds(1)) }
        person.gaze.end()
        await person.setFocus(true)
        if await person.gaze.lookClosely().screen.form != nil {
            await person.checkSuggestions()
            await person.goBack()
        }
        await person.wait(.seconds(5))
        // A connection made before the calm ends when it was to end, and is about to be made again.
        if await person.gaze.lookClosely().screen.status != nil { await person.wait(.seconds(3)) }
        let (screen, chat) = await person.gaze.lookClosely()
        await withHistory { server, history in
            HistoryCheck(evidence: evidence, server: server, history: history).run(lookingAt: chat)
            checkBanners(screen, history)
        }
        // A version asks for no files.
        let names = (try? world.fileFolder.names()) ?? []
        evidence.check(.files, names.isEmpty, "\(names) lie in the folder, and were not asked for")
        await checkScreen()
        if screen.list != nil { await checkSearch() }
        await checkConnections()
    }

    /// What is on top is what a perfect chat would show.
    func checkScreen() async {
        await waitForReceipt()
        let (screen, chat) = await person.gaze.lookClosely()
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

    /// What came just now has been read here, and the server may be about to hear of it.
    private func waitForReceipt() async {
        for _ in 0..<5 {
            guard let chat = await person.gaze.lookClosely().chat else { return }
            let content = await world.serverContent().first { $0.header.id == chat }
            let newest = content?.log.last { $0.author != .me }?.position
            if content?.position(of: content?.readByMe) == newest { return }
            await person.wait(.milliseconds(50))
        }
    }

    /// Each live message is announced at most once, and at least once where it has to be. Announcements that read the same
    /// are counted together.
    private func checkBanners(_ screen: Screen, _ history: StoredHistory) {
        let content = evidence.with { $0 }
        var shown = content.banners
        for banner in screen.banners { shown[banner, default: 0] += 1 }
        var (allowed, wanted): ([Evidence.Banner: Int], [Set<Evidence.Banner>: Int]) = ([:], [:])
        for (id, announcements) in content.announcements {
            let banners = announcements.reduce(into: Set()) { $0.formUnion(content.banners(of: $1)) }
            for banner in banners { allowed[banner, default: 0] += 1 }
            // Of one that was edited, it is not known as which it was announced.
            guard announcements.count == 1, let live = content.live[id], live.mustBeAnnounced, content.seen[id] == nil
            else { continue }
            // What stands in a gap above a message that was seen counts as read, and is not announced late.
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
        let chatCount = await person.gaze.lookClosely().chat == nil ? 0 : 1
        // A homeserver has one stream for all that is new.
        let expected = world.matrix == nil ? 1 + chatCount : 1
        // One made before the calm ends when it was to end, and may be about to be made again.
        if await world.server.connectionCount < expected { await person.wait(.seconds(3)) }
        let count = await world.server.connectionCount
        evidence.check(.nothingOutlives, count == expected, "\(count) connections are open, with \(chatCount) chats")
    }

    /// A search finds the names and the stored messages in which some word begins like that, and nothing else.
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
    /// What is said of the connection; nil while all is well.
    fileprivate var status: String? { list?.status ?? chat?.status }
}

extension Evidence.Banner: Comparable {
    static func < (left: Self, right: Self) -> Bool { (left.title, left.text) < (right.title, right.text) }
}
