import BindingKit
import ChatTypes
import PhoneKit
import PhoneTesting
import ScreenKit
import SimulatedServer
import Testing
import Transport

@testable import MVVMBindings

@Suite struct ChatListViewModelTests {
    private let phone: TestPhone<Bench>

    /// The list's view model with the user's input and its recorded output.
    private final class Bench {
        let searchText = Subject<String>()
        let shown = Subject<ArraySlice<ChatRow>>()
        let reachedEnd = Subject<Void>()
        let timeChanges = Property(0)
        let rows: Log<[ChatRow]>
        let hasMore: Log<Bool>
        let status: Log<String?>
        private let viewModel: ChatListViewModel

        init(_ context: AppContext) {
            viewModel = ChatListViewModel(dependencies: Dependencies(context, timeChanges: timeChanges.observable))
            let output = viewModel.transform(
                ChatListInput(
                    searchText: searchText.observable,
                    shown: shown.observable,
                    reachedEnd: reachedEnd.observable
                )
            )
            (rows, hasMore, status) = (Log(output.rows), Log(output.hasMore), Log(output.status))
        }

        var titles: [String] { rows.last?.map(\.title) ?? [] }
    }

    init() throws {
        phone = try TestPhone { context in Bench(context) }
    }

    private func createChats(_ names: String...) throws {
        for name in names {
            try phone.result { [server = phone.server] in
                try await server.contactWrites("Hi", in: server.createChat(with: name).id)
            }
            phone.run()
        }
    }

    @Test func `a row has a title, a preview and a time`() throws {
        try phone.perform { bench, _ in
            let row = bench.rows.last?.first
            #expect(bench.titles == ["John"])
            #expect(row?.preview == "Hi, you're here too?")
            #expect(row?.time == "11:51 am")
            #expect(row?.picture == nil)
        }
    }

    @Test func `rows follow new messages with the newest chat first`() throws {
        try createChats("Ben")
        try phone.perform { bench, _ in #expect(bench.titles == ["Ben", "John"]) }
        try phone.result { [server = phone.server] in
            try await server.contactWrites("Hello?", in: ChatID("chat-john"))
        }
        phone.run()
        try phone.perform { bench, _ in
            #expect(bench.titles == ["John", "Ben"])
            #expect(bench.rows.last?.first?.preview == "Hello?")
        }
    }

    @Test func `the list shows Offline until the server is back`() throws {
        phone.network.conditions.requestLossRate = 1
        phone.run(for: .seconds(120))
        try phone.perform { bench, _ in
            #expect(bench.status.last??.hasPrefix("Offline") == true)
            #expect(bench.titles == ["John"])
        }
        phone.network.conditions.requestLossRate = 0
        phone.run(for: .seconds(120))
        try phone.perform { bench, _ in #expect(bench.status.last == .some(nil)) }
    }

    @Test func `a search shows matching chats and an empty one all chats again`() throws {
        try createChats("Ben")
        try phone.perform { bench, _ in bench.searchText.send("joh") }
        phone.run()
        try phone.perform { bench, _ in
            #expect(bench.titles == ["John"])
            bench.searchText.send("")
        }
        phone.run()
        try phone.perform { bench, _ in #expect(bench.titles == ["Ben", "John"]) }
    }

    @Test func `reaching the end adds a page of chats as long as there are more`() throws {
        try createChats("Ana", "Ben", "Carl")
        try phone.perform { bench, _ in
            #expect(bench.titles == ["Carl", "Ben"])
            #expect(bench.hasMore.last == true)
            bench.reachedEnd.send(())
        }
        phone.run()
        try phone.perform { bench, _ in
            #expect(bench.titles == ["Carl", "Ben", "Ana", "John"])
            #expect(bench.hasMore.last == false)
        }
        let count = try phone.perform { bench, _ in bench.rows.values.count }
        try phone.perform { bench, _ in bench.reachedEnd.send(()) }
        phone.run()
        try phone.perform { bench, _ in #expect(bench.rows.values.count == count) }
    }

    @Test func `every row changes when the time changes`() throws {
        try phone.perform { bench, _ in
            let count = bench.rows.values.count
            bench.timeChanges.value += 1
            #expect(bench.rows.values.count == count + 1)
            #expect(bench.rows.values[count - 1] != bench.rows.values[count])
        }
    }

    @Test func `the picture of a visible row is loaded once`() throws {
        try createChats("Ada Lovelace")
        for _ in 1...2 {
            try phone.perform { bench, _ in bench.shown.send(bench.rows.last?.prefix(1) ?? []) }
            phone.run()
        }
        try phone.perform { bench, _ in
            let pictures = bench.rows.values.map { $0.first { $0.title == "Ada Lovelace" }?.picture }
            #expect(pictures.last != .some(nil))
            #expect(pictures.count { $0 != nil } == 1)
        }
    }

    @Test func `a picture that failed to load is requested when its row is shown again`() throws {
        try createChats("Ada Lovelace")
        phone.network.conditions.requestLossRate = 1
        try phone.perform { bench, _ in bench.shown.send(bench.rows.last?.prefix(1) ?? []) }
        phone.run()
        phone.network.conditions.requestLossRate = 0
        try phone.perform { bench, _ in
            #expect(bench.rows.last?.first?.picture == nil)
            bench.shown.send(bench.rows.last?.prefix(1) ?? [])
        }
        phone.run()
        try phone.perform { bench, _ in #expect(bench.rows.last?.first?.picture != nil) }
    }

    @Test func `a row shows that its chat is muted`() throws {
        try phone.setMuted(true, in: ChatID("chat-john"))
        try phone.perform { bench, _ in #expect(bench.rows.last?.map(\.isMuted) == [true]) }
    }

    @Test func `a row shows that its contact is typing`() throws {
        try phone.contactTypes(in: ChatID("chat-john"))
        try phone.perform { bench, _ in #expect(bench.rows.last?.map(\.typing) == ["John is typing…"]) }
    }

    @Test func `a row shows that its newest message was deleted`() throws {
        try phone.contactRemovesNewest(in: ChatID("chat-john"))
        try phone.perform { bench, _ in #expect(bench.rows.last?.map(\.preview) == ["Message deleted"]) }
    }

    @Test func `a group's row shows the last sender and who is typing`() throws {
        let group = try phone.beginTrip()
        try phone.member(ContactID("ada"), writes: "Who brings what?", in: group)
        try phone.member(ContactID("ben"), typesIn: group)
        try phone.perform { bench, _ in
            #expect(bench.rows.last?.map(\.sender) == ["Ada", nil])
            #expect(bench.rows.last?.map(\.typing) == ["Ben is typing…", nil])
        }
        try phone.sends("Salad", to: group)
        try phone.perform { bench, _ in #expect(bench.rows.last?.map(\.sender) == ["You", nil]) }
    }
}
