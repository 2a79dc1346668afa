import ChatTypes
import PhoneKit
import RuntimeKit
import Testing

@testable import UnidirectionalStore

@Suite struct ListReducerTests {
    private func reduce(
        _ state: inout ListState,
        _ action: ListAction,
        _ client: ChatClient = .test()
    ) -> Effect<ListAction> {
        ListReducer(client: client).reduce(into: &state, action)
    }

    @Test func `loaded rows stay after a read error`() {
        var state = ListState(limit: 50)
        _ = reduce(&state, .loaded(read(page(of: "Ada"))))
        #expect(state.rows.map(\.entry.contact.name) == ["Ada"] && state.health.alert == nil)
        _ = reduce(&state, .loaded(QueryResult(.failure(.damaged), status: ModelStatus())))
        #expect(state.rows.count == 1)
        #expect(state.health.alert?.hasPrefix("Cannot read the history: ") == true)
    }

    @Test func `a save error shows an alert`() {
        var state = ListState(limit: 50)
        _ = reduce(&state, .loaded(read(page(of: "Ada"), ModelStatus(storageProblem: .diskFull))))
        #expect(state.health.alert?.hasPrefix("Cannot save: ") == true)
    }

    @Test func `a search requests its first page and replaces the current request`() async {
        var state = ListState(limit: 150)
        let client = ChatClient.test { client in
            client.list = { request, take in await take(read(page(of: "Ada", request: request))) }
        }
        let effect = reduce(&state, .searched("ad"), client)
        #expect(effect.plan == ["run list"])
        for action in await effect.actions() { _ = reduce(&state, action) }
        #expect(state.page.request == ListRequest(searchText: "ad", limit: 50))
    }

    @Test func `reaching the end requests more once, and only if there is more`() {
        var state = ListState(limit: 50)
        #expect(reduce(&state, .reachedEnd).plan.isEmpty)
        _ = reduce(&state, .loaded(read(page(of: "Ada", hasMore: true))))
        #expect(reduce(&state, .reachedEnd).plan == ["run list"])
        #expect(state.request.limit == 100)
        #expect(reduce(&state, .reachedEnd).plan.isEmpty)
    }

    @Test func `each picture is requested once, and again after a failure`() async {
        let picture = Picture(mediaType: "image/png", bytes: [1])
        var state = ListState(limit: 50)
        _ = reduce(&state, .loaded(read(page(of: "ada", "ben"))))
        let client = ChatClient.test { client in
            client.picture = { if $0 == ada.id { picture } else { throw ServiceError.unreachable } }
        }
        let effect = reduce(&state, .shown([ada.id, ContactID("ben"), ada.id]), client)
        #expect(effect.plan == ["enqueue pictures", "enqueue pictures"])
        for action in await effect.actions() { _ = reduce(&state, action) }
        #expect(state.rows.map(\.picture) == [picture, nil])
        #expect(reduce(&state, .shown([ada.id, ContactID("ben")])).plan == ["enqueue pictures"])
    }

    @Test func `a row changes on a new day`() {
        var state = ListState(limit: 50)
        _ = reduce(&state, .loaded(read(page(of: "Ada"))))
        let old = state.rows
        state.day += 1
        #expect(state.rows != old && state.rows.map(\.id) == old.map(\.id))
    }
}
