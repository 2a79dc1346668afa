import ChatTypes
import ScreenKit
import ScreenTesting
import SimulationKit
import Testing

@testable import CreateChat

@Suite struct CreateGroupTests {
    @Test(arguments: Seeds.upTo(100))
    func `a group is created once from the added and typed names`(seed: UInt64) {
        let stage = CreateChatStage(["Ada", "Ben"], seed: seed)
        stage.model.change { $0.creationDelay = .seconds(2) }
        let actions: [CreateChatAction] = [.type("Ada"), .add, .type("Ben"), .add, .type("Cy"), .create, .create, .add]
        for action in actions { stage.module.send(action) }
        stage.run()
        #expect(stage.view.last == state("Cy", added: ["Ada", "Ben"], isBusy: true))
        stage.run(for: .seconds(5))
        #expect(stage.creations == [.createGroup(["Ada", "Ben", "Cy"], title: "Ada, Ben, Cy")])
        #expect(stage.router.routes == [.chat(ChatID("group-Ada, Ben, Cy"))])
    }

    @Test func `a failed group is reported and requested again unchanged`() {
        let stage = CreateChatStage([])
        stage.model.change { $0.creationFailure = .refused(.noGroup, text: "No groups here") }
        for action in [CreateChatAction.type("Ada"), .add, .type("Ben"), .create] { stage.module.send(action) }
        stage.run()
        #expect(stage.view.last?.problem?.text == "No groups here")
        stage.model.change { $0.creationFailure = nil }
        stage.module.send(.create)
        stage.run()
        #expect(stage.creations == Array(repeating: .createGroup(["Ada", "Ben"], title: "Ada, Ben"), count: 2))
        #expect(stage.router.routes == [.chat(ChatID("group-Ada, Ben"))])
    }

    @Test(arguments: Seeds.upTo(100))
    func `an added name is suggested again only after it is removed`(seed: UInt64) {
        let stage = CreateChatStage(["Ada", "Ann"], seed: seed)
        let seen = Recorder<[String]?>()
        stage.start { [view = stage.view] module in
            for action in [CreateChatAction.type("Ada"), .add, .type("A"), .remove("ada")] {
                await module.perform(action)
                seen.record(view.last?.suggestions)
            }
        }
        stage.run()
        #expect(seen.values == [["Ada"], [], ["Ann"], ["Ada", "Ann"]])
    }

    @Test func `added names take no suggestion slots`() async {
        let model = CreateChatModelFake((10...60).map { "Ada \($0)" })
        let added = (10...20).map { ContactName("ADA \($0)") }
        let outcome = await CreateChatInteractor(model: model)
            .perform(.suggest(for: ContactName("ada"), besides: added))
        guard case .suggested(let contacts, for: ContactName("ada"), besides: added) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(contacts.map(\.name) == (21...28).map { "Ada \($0)" })
        #expect(model.requests == [.contacts("ada", 43)])
    }

    @Test(arguments: ["@bob:test", "Bob (@bob:test)"])
    func `a person who was added by ID, or with it, is not suggested again`(added: String) async {
        let model = CreateChatModelFake()
        model.change { $0.directory = [contact("Bob", id: "@bob:test"), contact("Bobby", id: "@x:test")] }
        let outcome = await CreateChatInteractor(model: model)
            .perform(.suggest(for: ContactName("bob"), besides: [ContactName(added)]))
        guard case .suggested(let contacts, for: _, besides: _) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(contacts.map(\.id.rawValue) == ["@x:test"])
    }

    @Test func `people of one name are suggested with their IDs, and the chosen one gets the chat`() {
        let stage = CreateChatStage([])
        stage.model.change {
            $0.directory =
                ["@bob:test", "@eve:test"].map { contact("Bob", id: $0) } + [contact("Bobby", id: "@x:test")]
        }
        stage.module.send(.type("Bob"))
        stage.run()
        #expect(stage.view.last?.suggestions == ["Bob (@bob:test)", "Bob (@eve:test)", "Bobby (@x:test)"])
        for action in [CreateChatAction.type("Bob (@bob:test)"), .add, .type("Bob")] { stage.module.send(action) }
        stage.run()
        #expect(stage.view.last?.suggestions == ["Bob (@eve:test)", "Bobby (@x:test)"])
        for action in [CreateChatAction.type("Bob (@eve:test)"), .create] { stage.module.send(action) }
        stage.run()
        #expect(stage.creations == [.createGroup(["@bob:test", "@eve:test"], title: "@bob:test, @eve:test")])
    }

    @Test(arguments: [true, false])
    func `the form says whether the chat will be encrypted, and the user chooses`(isUsual: Bool) {
        let stage = CreateChatStage([]) { $0.encryptsNewChats = isUsual }
        stage.module.send(.type("Ada"))
        stage.run()
        #expect(stage.view.last?.isEncrypted == isUsual)
        stage.module.send(.create)
        stage.run()
        #expect(stage.model.wishes == [nil])
        for action in [CreateChatAction.setEncrypted(!isUsual), .create] { stage.module.send(action) }
        stage.run()
        #expect(stage.view.last?.isEncrypted == !isUsual && stage.model.wishes == [nil, !isUsual])
        for action in [CreateChatAction.add, .type("Ben"), .create] { stage.module.send(action) }
        stage.run()
        #expect(stage.creations.last == .createGroup(["Ada", "Ben"], title: "Ada, Ben"))
        #expect(stage.model.wishes == [nil, !isUsual, !isUsual], "the group has the same wish")
    }

    @Test func `where chats cannot be encrypted, the form says nothing about it, and a wish is refused`() {
        let stage = CreateChatStage([])
        for action in [CreateChatAction.type("Ada"), .setEncrypted(true)] {
            stage.run()
            stage.module.send(action)
        }
        stage.run()
        #expect(stage.view.last?.isEncrypted == nil)
        #expect(stage.view.last?.problem?.text == "Chats of this server cannot be encrypted")
    }
}

extension CreateChatStage {
    /// The calls, except lookups of names.
    fileprivate var creations: [CreateChatModelFake.Request] {
        model.requests.filter { if case .contacts = $0 { false } else { true } }
    }
}
