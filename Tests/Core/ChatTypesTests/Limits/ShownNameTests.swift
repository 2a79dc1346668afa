import Testing

@testable import ChatTypes

@Suite struct ShownNameTests {
    private let eve = ContactID("@eve:test")

    @Test func `an ID behind a name is found again, and nothing that a person wrote passes for one`() {
        #expect(ShownName.parts(of: ShownName.of("Sam", id: eve, isShared: true)) == ("Sam", "@eve:test"))
        #expect(ShownName.parts(of: "Sam") == ("Sam", nil))
        for written in ["Sam (work)", "Sam (#room:test)", "Sam(@sam:test)"] {
            #expect(ShownName.parts(of: written) == (written, nil))
        }
        let forged = ShownName.of("Sam (@sam:test)", id: eve)
        #expect(ShownName.parts(of: forged) == ("Sam (@sam:test)", "@eve:test"))
        #expect(
            ShownName.of("", id: eve) == "@eve:test"
                && ShownName.of("@eve:test", id: eve, isShared: true) == "@eve:test"
        )
    }

    @Test func `a long name keeps the ID behind it`() {
        let long = ShownName.of(String(repeating: "n", count: 300), id: eve, isShared: true)
        #expect(ShownName.parts(of: ShownName.bounded(long)).id == "@eve:test")
        #expect(ShownName.bounded(long).count == Limits.nameCharacters + " (@eve:test)".count)
        let state = ChatState(word: "invited", person: long, reason: nil)
        #expect(state.person == ShownName.bounded(long))
    }

    @Test(arguments: ["Young", "Melissa", "Meera", "Bob", "Ed @ home", "Re: Ed @ home", "The Servers"])
    func `a usual name stands alone`(_ name: String) {
        #expect(ShownName.of(name, id: eve) == name)
    }

    @Test func `people of a server with its own IDs are called as it says`() {
        #expect(ShownName.of("You", id: ContactID("eve")) == "You")
    }
}
