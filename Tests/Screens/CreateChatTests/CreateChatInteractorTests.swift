import Testing
import Transport

@testable import CreateChat

@Suite struct CreateChatInteractorTests {
    @Test(arguments: [
        ("ada", ["Ada Lovelace"]), ("LOVE", ["Ada Lovelace"]), ("lace", []), ("ada lov", ["Ada Lovelace"]),
        ("love ada", ["Ada Lovelace"]), ("zoe", ["Zoë Crémieux"]), ("CREM", ["Zoë Crémieux"]),
        ("crém", ["Zoë Crémieux"]), ("anne", ["Mary-Anne O'Hara"]), ("hara", ["Mary-Anne O'Hara"]), ("ada x", []),
    ])
    func `any word of a name may begin as typed, whatever the case and the diacritics`(
        typed: String,
        names: [String]
    ) async throws {
        let model = CreateChatModelFake(["Ada Lovelace", "Zoë Crémieux", "Mary-Anne O'Hara"])
        #expect(try await CreateChatInteractor(model: model).suggestions(for: ContactName(typed)).map(\.name) == names)
    }

    @Test func `names that begin as typed come first, whatever the case and the diacritics, then by name`() async throws
    {
        let model = CreateChatModelFake(["Zoe Young", "Anna Zoë", "ZOË Adams", "Bea Zoe", "Zoë Crémieux"])
        let contacts = try await CreateChatInteractor(model: model).suggestions(for: ContactName("zoe"))
        #expect(contacts.map(\.name) == ["ZOË Adams", "Zoe Young", "Zoë Crémieux", "Anna Zoë", "Bea Zoe"])
    }

    @Test func `people of one name are told apart by their ids, and keep one order`() async throws {
        let model = CreateChatModelFake()
        let twins = [contact("Ada", id: "1"), contact("Ada", id: "2")]
        for directory in [twins, twins.reversed()] {
            model.change { $0.directory = directory }
            #expect(try await CreateChatInteractor(model: model).suggestions(for: ContactName("ada")) == twins)
        }
    }

    @Test func `suggests eight at most, out of more than that`() async throws {
        let model = CreateChatModelFake((10...60).map { "Ada \($0)" })
        let contacts = try await CreateChatInteractor(model: model).suggestions(for: ContactName("ada"))
        #expect(contacts.map(\.name) == (10...17).map { "Ada \($0)" })
        #expect(model.requests == [.contacts("ada", 32)])
    }

    @Test func `a name that cannot be used is not asked for`() async throws {
        let model = CreateChatModelFake(["Ada"])
        for typed in ["", "  ", "a\u{202E}"] {
            #expect(try await CreateChatInteractor(model: model).suggestions(for: ContactName(typed)).isEmpty)
        }
        #expect(model.requests == [])
    }

    @Test func `white space around a name is nobody's`() async throws {
        let model = CreateChatModelFake(["Ada"])
        let interactor = CreateChatInteractor(model: model)
        #expect(try await interactor.create(ContactName(" Ada ")) == ChatID("chat-Ada"))
        #expect(try await interactor.suggestions(for: ContactName(" ad ")) == [contact("Ada")])
        #expect(model.requests == [.create("Ada"), .contacts("ad", 32)])
    }

    @Test func `a failure is passed on`() async {
        let model = CreateChatModelFake()
        model.change {
            $0.directoryFailure = .unreachable
            $0.creationFailure = .refused(.invalidName, text: "no")
        }
        let interactor = CreateChatInteractor(model: model)
        await #expect(throws: ServiceError.unreachable) { try await interactor.suggestions(for: ContactName("a")) }
        await #expect(throws: ServiceError.refused(.invalidName, text: "no")) {
            try await interactor.create(ContactName("a"))
        }
    }
}
