import ChatTypes
import Testing

@testable import CreateChat

@Suite struct CreateChatInteractorTests {
    @Test(arguments: [
        ("ada", ["Ada Lovelace"]), ("LOVE", ["Ada Lovelace"]), ("lace", []), ("ada lov", ["Ada Lovelace"]),
        ("love ada", ["Ada Lovelace"]), ("zoe", ["Zoë Crémieux"]), ("CREM", ["Zoë Crémieux"]),
        ("crém", ["Zoë Crémieux"]), ("anne", ["Mary-Anne O'Hara"]), ("hara", ["Mary-Anne O'Hara"]), ("ada x", []),
    ])
    func `any word of a name can match, ignoring case and diacritics`(
        typed: String,
        names: [String]
    ) async {
        let model = CreateChatModelFake(["Ada Lovelace", "Zoë Crémieux", "Mary-Anne O'Hara"])
        #expect(await suggestions(typed, of: model).map(\.name) == names)
    }

    @Test func `names that start with the text come first, then by name`() async {
        let model = CreateChatModelFake(["Zoe Young", "Anna Zoë", "ZOË Adams", "Bea Zoe", "Zoë Crémieux"])
        let names = await suggestions("zoe", of: model).map(\.name)
        #expect(names == ["ZOË Adams", "Zoe Young", "Zoë Crémieux", "Anna Zoë", "Bea Zoe"])
    }

    @Test func `contacts of one name are ordered by their ids`() async {
        let model = CreateChatModelFake()
        let twins = [contact("Ada", id: "1"), contact("Ada", id: "2")]
        for directory in [twins, twins.reversed()] {
            model.change { $0.directory = directory }
            #expect(await suggestions("ada", of: model) == twins)
        }
    }

    @Test func `eight suggestions are shown at most`() async {
        let model = CreateChatModelFake((10...60).map { "Ada \($0)" })
        #expect(await suggestions("ada", of: model).map(\.name) == (10...17).map { "Ada \($0)" })
        #expect(model.requests == [.contacts("ada", 32)])
    }

    @Test func `an unusable name is not looked up`() async {
        let model = CreateChatModelFake(["Ada"])
        for typed in ["", "  ", "a\u{202E}"] { #expect(await suggestions(typed, of: model).isEmpty) }
        #expect(model.requests == [])
    }

    @Test func `white space around a name is ignored`() async {
        let model = CreateChatModelFake(["Ada"])
        let interactor = CreateChatInteractor(model: model)
        guard case .created(ChatID("chat-Ada")) = await interactor.perform(.create(Invitees(typed: " Ada "))) else {
            Issue.record("no chat was created")
            return
        }
        #expect(await suggestions(" ad ", of: model) == [contact("Ada")])
        #expect(model.requests == [.create("Ada"), .contacts("ad", 32)])
    }

    @Test func `one name creates a chat, several create a group`() async {
        let model = CreateChatModelFake([])
        let interactor = CreateChatInteractor(model: model)
        for invitees in [
            Invitees("Ada", typed: ""), Invitees("Ada", typed: "ada"), Invitees("Ada", typed: "Ben"),
            Invitees("Ada", "Ben", typed: ""),
        ] {
            _ = await interactor.perform(.create(invitees))
        }
        let group = CreateChatModelFake.Request.createGroup(["Ada", "Ben"], title: "Ada, Ben")
        #expect(model.requests == [.create("Ada"), .create("Ada"), group, group])
    }

    @Test func `a failing directory suggests nothing, and a failing creation says why`() async {
        let model = CreateChatModelFake(["Ada"])
        model.change {
            $0.directoryFailure = .unreachable
            $0.creationFailure = .refused(.invalidName, text: "no")
        }
        #expect(await suggestions("a", of: model) == [])
        let outcome = await CreateChatInteractor(model: model).perform(.create(Invitees(typed: "a")))
        guard case .failed(ServiceError.refused(.invalidName, text: "no")) = outcome else {
            Issue.record("\(outcome)")
            return
        }
    }

    private func suggestions(_ typed: String, of model: CreateChatModelFake) async -> [Contact] {
        let outcome = await CreateChatInteractor(model: model).perform(.suggest(for: ContactName(typed)))
        guard case .suggested(let contacts, for: ContactName(typed), besides: []) = outcome else {
            Issue.record("\(outcome)")
            return []
        }
        return contacts
    }
}
