import ChatTypes
import OneThread
import PhoneKit
import PhoneTesting
import Testing

@testable import PropertyMVVM

/// Tests of a second model under the chat list's screen, and of bindings of single properties.
@Suite struct SecondModelTests {
    /// A model over a plain list of names and texts, of which no session knows. It records what the user does.
    private final class FixedList: ChatListViewModel {
        let status = Dynamic<String?>("An example")
        let alert = Dynamic<String?>(nil)
        let rows = Dynamic<[ChatRow]>([])
        let hasMore = Dynamic(true)
        let all: [ChatRow]
        var searches: [String] = []

        init(_ contacts: KeyValuePairs<String, String>) {
            all = contacts.map { name, text in
                ChatRow(
                    id: name,
                    chat: ChatID(name),
                    title: name,
                    sender: nil,
                    preview: text,
                    time: "today",
                    unreadCount: 0,
                    isMuted: false,
                    typing: nil,
                    picture: Dynamic(nil)
                )
            }
        }

        func start() { rows.value = all }
        func search(_ text: String) {
            searches.append(text)
            rows.value = all.filter { $0.title.contains(text) }
        }
        func showMore() { hasMore.value = false }
        func didShow(_ rows: ArraySlice<ChatRow>) {}
        func timeTextsDidChange() {}
    }

    /// A phone that shows the fixed list.
    private func phone() throws -> TestPhone<FixedList> {
        try TestPhone { context in
            let model = FixedList(["Ada Lovelace": "Hello", "John": "Hi"])
            context.window.navigation.push(ChatListViewController(model, screens: Screens(context)))
            return model
        }
    }

    @Test func `a second model stands under the same screen`() throws {
        let phone = try phone()
        try phone.on(ChatListView.self) { list in
            #expect(list.status == "An example" && list.table.hasMore)
            #expect(list.table.cells?.map(\.title) == ["Ada Lovelace", "John"])
            #expect(list.table.cells?.map(\.preview) == ["Hello", "Hi"])
            list.table.scroll()
            #expect(!list.table.hasMore)
            list.searchField.type("John")
            #expect(list.table.cells?.map(\.title) == ["John"])
        }
        try phone.perform { model, _ in #expect(model.searches == ["John"]) }
    }

    @Test func `a late picture makes the cells of its own contact again`() throws {
        let phone = try phone()
        let drawn = try phone.perform { _, window in window.drawing.cellCount }
        try phone.perform { model, window in
            model.all[0].picture.value = Picture(mediaType: "image/png", bytes: [1])
            #expect(window.drawing.cellCount == drawn + 1)
        }
        try phone.on(ChatListView.self) { #expect($0.table.cells?.map { $0.picture != nil } == [true, false]) }
    }

    @Test func `a second binding of a property replaces the first`() {
        let property = Dynamic(1)
        var (first, second): ([Int], [Int]) = ([], [])
        property.bindAndFire { first.append($0) }
        property.bind { second.append($0) }
        property.value = 2
        #expect(first == [1] && second == [2])
    }
}
