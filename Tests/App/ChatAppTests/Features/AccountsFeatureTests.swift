import Chat
import ChatDetails
import ChatList
import ChatSession
import ChatStore
import ChatTypes
import CreateChat
import PinnedMessages
import RuntimeKit
import ScreenKit
import SharedPictures
import SimulatedServer
import Synchronization
import Testing
import Transport

@testable import ChatApp

/// Several accounts as one app. Both have a chat with John, of the same ID.
@Suite struct AccountsFeatureTests {
    private let home = AccountsWorld.home
    private let work = AccountsWorld.work

    @Test func `F45: chats of all accounts are one list, and those that look the same are signed`() throws {
        let world = try AccountsWorld()
        world.perform { [connection = world.connections[1], server = world.servers[1]] in
            let chat = try await connection.createChat(with: "Ada Lovelace").id
            _ = try await server.contactWrites("Hello", in: chat)
        }
        #expect(world.rows.first == "@me:work: Ada Lovelace")
        #expect(world.rows.dropFirst().sorted() == ["@me:home: John (@me:home)", "@me:work: John (@me:work)"])
    }

    @Test func `F45: a message goes to the account of its chat, of two with the same ID`()
        throws
    {
        let world = try AccountsWorld()
        world.open(AppWorld.john.of(work))
        #expect(world.interface.top == .chat(AppWorld.john.of(work)))
        let chat = world.interface.chatModule
        world.perform { await chat?.perform(.send("to work")) }
        #expect(world.texts(of: 1).contains("to work"))
        #expect(!world.texts(of: 0).contains("to work"))
        let accounts = world.application.accounts
        #expect(accounts[1].session.focus.isOn(AppWorld.john))
        #expect(!accounts[0].session.focus.isOn(AppWorld.john), "nobody looks at John there")
        world.application.setFocus(false)
        #expect(!accounts[1].session.focus.isOn(AppWorld.john))
        world.application.setFocus(true)
        #expect(accounts[1].session.focus.isOn(AppWorld.john))
        #expect(world.application.account(of: nil).name == work, "a new chat would be its own")
    }

    @Test func `F45: a place of the list and the next unread chat are those of the accounts that are shown`() throws {
        let world = try AccountsWorld()
        func chats(_ find: @escaping @Sendable (Application) async throws -> [ChatID?]) -> [ChatID?] {
            let found = Mutex<[ChatID?]>([])
            world.perform { [app = world.application] in
                let chats = try await find(app)
                found.withLock { $0 = chats }
            }
            return found.withLock { $0 }
        }
        let (home, work) = (AppWorld.john.of(self.home), AppWorld.john.of(self.work))
        let rows: [ChatID?] = world.interface.list?.rows.map { $0.id.chat } ?? []
        #expect(Set(rows) == [home, work])
        #expect(chats { try await [$0.chat(atPlace: 1), $0.chat(atPlace: 2), $0.chat(atPlace: 3)] } == rows + [nil])
        let none = ChatSpace(id: ChatID("!none"), name: "None")
        #expect(
            chats { try await [$0.chat(atPlace: 1, of: none), $0.chat(atPlace: 1, isOfDrafts: true)] } == [nil, nil]
        )
        let second = world.application.account(of: rows[1])
        world.perform {
            try await second.session.set(.favourite, to: true, in: AppWorld.john)
            try await second.session.saveDraft("half", in: AppWorld.john)
        }
        let first = chats {
            try await [$0.chat(atPlace: 1), $0.chat(atPlace: 1, in: .recent), $0.chat(atPlace: 1, isOfDrafts: true)]
        }
        #expect(first == [rows[1], rows[0], rows[1]])
        let unread = chats { try await [$0.firstUnreadChat(besides: nil), $0.firstUnreadChat(besides: home)] }
        #expect(unread == [home, work])
        let list = world.interface.listModule
        world.perform { [work = self.work] in await list?.perform(.showAccount(work)) }
        #expect(chats { try await [$0.chat(atPlace: 1), $0.chat(atPlace: 2)] } == [work, nil])
        let alone = chats { try await [$0.firstUnreadChat(besides: nil), $0.firstUnreadChat(besides: work)] }
        #expect(alone == [work, nil])
    }

    @Test func `F45: showing one account lists its chats alone, and a new chat is its own`() throws {
        let world = try AccountsWorld()
        let list = world.interface.listModule
        world.perform { [work] in await list?.perform(.showAccount(work)) }
        #expect(world.rows == ["@me:work: John"])
        #expect(world.interface.list?.account == work)
        list?.send(.createChat)
        world.run()
        let form = world.interface.formModule
        world.perform {
            await form?.perform(.type("Ada"))
            await form?.perform(.create)
        }
        #expect(world.interface.top?.chat?.account == work)
        world.perform { await list?.perform(.showAccount(nil)) }
        #expect(world.rows.count == 3)
    }

    @Test func `F45: an account that is away hinders no other, and the status names it`() throws {
        let world = try AccountsWorld(workConditions: .away)
        world.run(for: .seconds(30))
        #expect(world.rows == ["@me:home: John"])
        #expect(world.interface.list?.status?.hasPrefix("@me:work: Offline") == true)
    }

    @Test func `F45: unread messages are counted together, and a notification leads to its account`() throws {
        let world = try AccountsWorld()
        let before = world.interface.badges.last ?? 0
        for server in world.servers {
            world.perform { _ = try await server.contactWrites("News", in: AppWorld.john) }
        }
        #expect(world.interface.badges.last == before + 2)
        #expect(Set(world.interface.notifications.map(\.chat)) == [AppWorld.john.of(home), AppWorld.john.of(work)])
    }

    @Test func `F45: a module names its entry of the stack, with the account that its chat has there`() throws {
        let world = try AccountsWorld()
        let chat = AppWorld.john.of(work)
        world.open(chat)
        #expect(world.interface.shown == [.chatList, .chat(chat)])
        let interface = world.interface
        let above: [(ChatAction, AppScreen, () -> String?)] = [
            (.showDetails, .details(of: chat), { interface.details?.title }),
            (.showPictures, .pictures(of: chat), { interface.pictures?.title }),
            (.showPins, .pins(of: chat), { interface.pins?.title }),
            (.showThreads, .threads(of: chat), { interface.chat?.part == .threads ? interface.chat?.title : nil }),
        ]
        for (action, screen, title) in above {
            world.interface.chatModule?.send(action)
            world.run()
            #expect(world.interface.top == screen && world.interface.shown.last == screen)
            #expect(title() == "John", "the account knows its chat by another ID")
            world.application.leave()
            world.run()
        }
    }

    @Test func `F45: a screen is of its chat's account, a verification of the one that verifies`() throws {
        let world = try AccountsWorld()
        let (accounts, chat, root) = (AppAccounts(world.application.accounts), AppWorld.john.of(work), MessageID("r"))
        func name(_ screen: AppScreen) -> AccountName? { accounts.account(on: screen).name }
        #expect(name(.createChat) == home && name(.verification) == home)
        let about: [AppScreen] = [.chat(chat), .details(of: chat), .pins(of: chat), .thread(root, of: chat)]
        #expect(about.allSatisfy { name($0) == work })
        accounts.setTopScreen(.thread(root, of: chat))
        #expect(name(.createChat) == work && name(.verification) == work)
        let focus = accounts.all.map(\.session.focus)
        #expect(focus[1].isOn(AppWorld.john, thread: root) && !focus[1].isOn(AppWorld.john))
        #expect(!focus[0].isOn(AppWorld.john, thread: root))
        accounts.setTopScreen(.details(of: chat))
        #expect(!focus[1].isOn(AppWorld.john, thread: root) && !focus[1].isOn(AppWorld.john))
        #expect(accounts.noteVerification(of: accounts.all[0], isThere: true, goesOn: true))
        #expect(name(.verification) == home && name(.createChat) == work)
    }

    @Test func `F45: a history that cannot be read leaves the badge and the next unread chat to the others`() throws {
        let world = try AccountsWorld()
        let found = Mutex<ChatID?>(nil)
        world.perform { [app = world.application] in
            try await app.session.withDatabase { try $0.execute("ALTER TABLE chat RENAME TO hidden") }
            let chat = try await app.firstUnreadChat(besides: nil)
            found.withLock { $0 = chat }
        }
        #expect(found.withLock { $0 } == AppWorld.john.of(work))
        world.perform { [server = world.servers[1]] in
            for text in ["News", "More"] { _ = try await server.contactWrites(text, in: AppWorld.john) }
        }
        #expect(world.interface.badges.last == 3, "with the message that was there")
    }

    @Test func `F45: a name that two accounts have is refused unless one is shown alone`() async throws {
        let world = try AccountsWorld()
        let list = world.interface.listModule
        world.perform { await list?.perform(.openContact(named: "John")) }
        #expect(world.interface.top == .chatList)
        let commands = "/account @me:home or /account @me:work"
        let text = "Several accounts have a chat with John: show one alone first, by \(commands)"
        #expect(world.interface.list?.problem?.text == text)
        world.perform { [work] in
            await list?.perform(.showAccount(work))
            await list?.perform(.openContact(named: "John"))
        }
        #expect(world.interface.top == .chat(AppWorld.john.of(work)))
    }
}

/// The pages of the joined list.
@Suite struct JoinedChatListTests {
    @Test func `pages of the joined list have each row once, in order`()
        async throws
    {
        let world = try AccountsWorld()
        var accounts = world.application.accounts
        // The first account has every third chat.
        let times = (0..<150).map { Double($0) }
        accounts[0].models.chatList = ListFake(times.filter { Int($0) % 3 == 0 })
        accounts[1].models.chatList = ListFake(times.filter { Int($0) % 3 != 0 })
        let query = await JoinedChatList(accounts: accounts, use: AccountUse()).chats(ChatListRequest())
        var (names, offset, hasMore): ([String], Int, Bool) = ([], 0, true)
        while hasMore, offset < 500 {
            query.setRequest(ChatListRequest(rows: RowRange(offset: offset, limit: 40)))
            let window = try #require(await query.first { _ in true }).content.get()
            names += window.summaries.map(\.contact.name)
            (offset, hasMore) = (offset + 40, window.hasMore)
        }
        #expect(names == times.reversed().map { "\(Int($0))" })
        query.setRequest(ChatListRequest(rows: RowRange(offset: 120, limit: 2)))
        let window = try #require(await query.first { _ in true }).content.get()
        #expect(window.summaries.map(\.contact.name) == ["29", "28"])
    }
}

extension JoinedChatListTests {
    @Test(arguments: [0, 1])
    func `the joined list goes on after a page, also if all its chats are of one account`(index: Int) async throws {
        let world = try AccountsWorld()
        var accounts = world.application.accounts
        for place in 0...1 {
            accounts[place].models.chatList = ListFake(place == index ? (0..<50).map(Double.init) : [])
        }
        let request = ChatListRequest(rows: RowRange(offset: 0, limit: 40))
        let query = await JoinedChatList(accounts: accounts, use: AccountUse()).chats(request)
        let window = try #require(await query.first { _ in true }).content.get()
        #expect(window.summaries.count == 40 && window.hasMore)
    }

    @Test func `F48: the joined list has the order that is asked for, also after another one`() async throws {
        let world = try AccountsWorld()
        var accounts = world.application.accounts
        // In the order that an account has with the unread ones first.
        accounts[0].models.chatList = ListFake([summary(2, unread: 1), summary(8), summary(4)])
        accounts[1].models.chatList = ListFake([summary(5, unread: 3), summary(1, isMarked: true), summary(6)])
        let query = await JoinedChatList(accounts: accounts, use: AccountUse()).chats(ChatListRequest())
        func names(_ request: ChatListRequest) async throws -> [String] {
            query.setRequest(request)
            return try #require(await query.first { _ in true }).content.get().summaries.map(\.contact.name)
        }
        #expect(try await names(ChatListRequest(order: .unread)) == ["5", "2", "1", "8", "6", "4"])
        #expect(try await names(ChatListRequest(rows: RowRange(offset: 2, limit: 2), order: .unread)) == ["1", "8"])
        #expect(try await names(ChatListRequest(rows: RowRange(limit: 2), order: .recent)) == ["5", "2"])
    }

    @Test func `F48: a space of two accounts is one, and two of one name are told apart by their IDs`() async throws {
        let world = try AccountsWorld()
        var accounts = world.application.accounts
        let (work, other) = (ChatSpace(id: ChatID("!a"), name: "Work"), ChatSpace(id: ChatID("!b"), name: "Work"))
        accounts[0].models.chatList = ListFake([summary(1)], in: work)
        accounts[1].models.chatList = ListFake([summary(2)], in: work)
        #expect(try await JoinedChatList(accounts: accounts, use: AccountUse()).space(named: "Work") == work)
        accounts[1].models.chatList = ListFake([summary(2)], in: other)
        let joined = JoinedChatList(accounts: accounts, use: AccountUse())
        await #expect(throws: SessionError.ambiguousName("Work", ids: ["!a", "!b"])) {
            try await joined.space(named: "Work")
        }
        accounts[0].models.chatList = ListFake([summary(1)])
        #expect(try await JoinedChatList(accounts: accounts, use: AccountUse()).space(named: "Work") == other)
    }

    @Test func `F45: an account that fails hinders no other, and its error is told if none has an answer`() async throws
    {
        let world = try AccountsWorld()
        var accounts = world.application.accounts
        let picture = Picture(mediaType: "image/png", bytes: [1])
        func joined(_ first: AnsweringList, _ second: AnsweringList) -> JoinedChatList {
            (accounts[0].models.chatList, accounts[1].models.chatList) = (first, second)
            return JoinedChatList(accounts: accounts, use: AccountUse())
        }
        let (failing, empty) = (AnsweringList(error: .unreachable), AnsweringList())
        let full = AnsweringList(chat: ChatID("a"), space: ChatSpace(id: ChatID("s"), name: "S"), picture: picture)
        for list in [joined(failing, full), joined(empty, full)] {
            #expect(try await list.chat(withContactNamed: "Ada") == ChatID("a").of(AccountsWorld.work))
            #expect(try await list.space(named: "S")?.id == ChatID("s"))
            #expect(try await list.picture(of: ContactID("ada")) == picture)
        }
        for list in [joined(failing, empty), joined(empty, failing)] {
            await #expect(throws: ServiceError.unreachable) { try await list.chat(withContactNamed: "Ada") }
            await #expect(throws: ServiceError.unreachable) { try await list.space(named: "S") }
            await #expect(throws: ServiceError.unreachable) { try await list.picture(of: ContactID("ada")) }
        }
        #expect(try await joined(empty, empty).picture(of: ContactID("ada")) == nil)
        await #expect(throws: SessionError.ambiguousAccount("Ada", of: [AccountsWorld.home, AccountsWorld.work])) {
            try await joined(full, full).chat(withContactNamed: "Ada")
        }
    }

    @Test func `F45: a history that cannot be read leaves the other accounts their rows`() async throws {
        let world = try AccountsWorld()
        var accounts = world.application.accounts
        accounts[0].models.chatList = AnsweringList(problem: .diskFull)
        accounts[1].models.chatList = ListFake([summary(1)])
        let query = await JoinedChatList(accounts: accounts, use: AccountUse()).chats(ChatListRequest())
        let result = try #require(await query.first { _ in true })
        #expect(try result.content.get().summaries.map(\.contact.name) == ["1"])
        #expect(result.status.storageProblem == .diskFull)
        accounts[1].models.chatList = AnsweringList(problem: .diskFull)
        let none = await JoinedChatList(accounts: accounts, use: AccountUse()).chats(ChatListRequest())
        let failed = try #require(await none.first { _ in true })
        #expect(throws: StorageProblem.diskFull) { try failed.content.get() }
        let status = ModelStatus(connection: Connection(), storageProblem: .notWritable)
        (accounts[0].models.chatList, accounts[1].models.chatList) = (
            ListFake([summary(1)]), ListFake([summary(2)], status: status)
        )
        let unsaved = await JoinedChatList(accounts: accounts, use: AccountUse()).chats(ChatListRequest())
        let told = try #require(await unsaved.first { _ in true }).status
        #expect(told.storageProblem == .notWritable, "its rows can be read")
    }

    @Test func `the joined list has the favourites of all accounts first, and chats before messages found`()
        async throws
    {
        let world = try AccountsWorld()
        var accounts = world.application.accounts
        func names(_ request: ChatListRequest, _ lists: [[ChatSummary]]) async throws -> [String] {
            for (place, list) in lists.enumerated() { accounts[place].models.chatList = ListFake(list) }
            let query = await JoinedChatList(accounts: accounts, use: AccountUse()).chats(request)
            return try #require(await query.first { _ in true }).content.get().summaries.map(\.contact.name)
        }
        let favourites = [
            [summary(2, marks: [.favourite]), summary(8)],
            [summary(3, marks: [.favourite]), summary(1, marks: [.favourite]), summary(9)],
        ]
        #expect(try await names(ChatListRequest(), favourites) == ["3", "2", "1", "9", "8"])
        let found = [
            [summary(2), summary(9, message: MessageID("a"))],
            [summary(1), summary(8, message: MessageID("b"))],
        ]
        #expect(try await names(ChatListRequest(searchText: "word"), found) == ["2", "1", "9", "8"])
        let marked = [[summary(2, marks: [.favourite])], [summary(5)]]
        let inOrderOfTime = try await names(ChatListRequest(searchText: "word"), marked)
        #expect(inOrderOfTime == ["5", "2"], "favourites are not first in a search")
    }

    @Test func `the status of the joined list is that of the account that is worst off, which it names`() async throws {
        let world = try AccountsWorld()
        var accounts = world.application.accounts
        func joined(_ first: Connection, _ second: Connection) async throws -> Connection {
            accounts[0].models.chatList = ListFake([], status: ModelStatus(connection: first))
            accounts[1].models.chatList = ListFake([], status: ModelStatus(connection: second))
            let query = await JoinedChatList(accounts: accounts, use: AccountUse()).chats(ChatListRequest())
            return try #require(await query.first { _ in true }).status.connection
        }
        func named(_ connection: Connection, _ account: AccountName) -> Connection {
            var named = connection
            named.account = account
            return named
        }
        let (untried, online) = (Connection(), Connection(requests: .working, liveLink: .open))
        let late = Connection(requests: .working, liveLink: .failing)
        let away = Connection(requests: .failing(.unreachable), liveLink: .failing)
        let (home, work) = (AccountsWorld.home, AccountsWorld.work)
        #expect(try await joined(away, away) == away, "all alike")
        #expect(try await joined(late, away) == named(away, work))
        #expect(try await joined(online, late) == named(late, work))
        #expect(try await joined(late, online) == named(late, home))
        #expect(try await joined(online, online) == online)
        #expect(try await joined(untried, online) == named(online, work))
        #expect(try await joined(untried, untried) == untried)
    }

    private func summary(
        _ time: Double,
        message: MessageID? = nil,
        unread: Int = 0,
        isMarked: Bool = false,
        marks: Set<ChatMark> = []
    ) -> ChatSummary {
        let name = "\(Int(time))"
        return ChatSummary(
            chat: ChatID(name),
            message: message,
            contact: Contact(id: ContactID(name), name: name),
            text: "",
            time: moment(time),
            unreadCount: unread,
            marks: isMarked ? [.unread] : marks
        )
    }
}

/// Chats at times, without messages.
private struct ListFake: ChatListModel {
    let summaries: [ChatSummary]
    var space: ChatSpace?
    var status = ModelStatus()

    init(_ summaries: [ChatSummary], in space: ChatSpace? = nil, status: ModelStatus = ModelStatus()) {
        (self.summaries, self.space, self.status) = (summaries, space, status)
    }

    init(_ times: [Double]) {
        summaries = times.reversed().map { time in
            let name = "\(Int(time))"
            let contact = Contact(id: ContactID(name), name: name)
            return ChatSummary(chat: ChatID(name), contact: contact, text: "", time: moment(time), unreadCount: 0)
        }
    }

    func chats(_ request: ChatListRequest) -> LiveQuery<ChatListRequest, QueryResult<ChatSummaryWindow>> {
        LiveQuery(request) { [summaries, status] request in
            let page = request.rows.page { offset, limit in summaries.dropFirst(offset).prefix(limit) }
            let window = ChatSummaryWindow(summaries: Array(page.rows), hasMore: page.hasMore)
            return QueryResult(.success(window), status: status)
        }
    }

    func chat(withContactNamed name: String) -> ChatID? { nil }

    func space(named name: String) -> ChatSpace? { space }

    func picture(of contact: ContactID) -> Picture? { nil }
}

/// A list without rows that knows one chat, one space and one picture, or fails.
private struct AnsweringList: ChatListModel {
    var chat: ChatID?
    var space: ChatSpace?
    var picture: Picture?
    var error: ServiceError?
    var problem: StorageProblem?

    func chats(_ request: ChatListRequest) -> LiveQuery<ChatListRequest, QueryResult<ChatSummaryWindow>> {
        LiveQuery(request) { [problem] _ in
            let content: Result<ChatSummaryWindow, StorageProblem> =
                problem.map { .failure($0) } ?? .success(ChatSummaryWindow(summaries: [], hasMore: false))
            return QueryResult(content, status: ModelStatus())
        }
    }

    private func answer<Answer>(_ value: Answer?) throws -> Answer? {
        if let error { throw error }
        return value
    }

    func chat(withContactNamed name: String) throws -> ChatID? { try answer(chat) }

    func space(named name: String) throws -> ChatSpace? { try answer(space) }

    func picture(of contact: ContactID) throws -> Picture? { try answer(picture) }
}
