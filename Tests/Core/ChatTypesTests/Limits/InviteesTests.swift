import ChatTypes
import Testing

@Suite struct InviteesTests {
    private func invitees(adding names: String..., typed: String = "") throws -> Invitees {
        var invitees = Invitees()
        for name in names {
            invitees.typed = ContactName(name)
            try invitees.add()
        }
        invitees.typed = ContactName(typed)
        return invitees
    }

    @Test func `added names come before the typed one, and adding clears it`() throws {
        var invitees = Invitees()
        invitees.typed = ContactName(" Ada ")
        try invitees.add()
        #expect(invitees.added.map(\.text) == ["Ada"])
        #expect(invitees.typed == ContactName(""))
        #expect(try self.invitees(adding: "Ada", "Ben", typed: "Cy").names == ["Ada", "Ben", "Cy"])
    }

    @Test(arguments: [("", ContactName.NameError.empty), ("a\u{202E}", .unprintable)])
    func `a name that cannot be used is not added, and stays typed`(typed: String, fault: ContactName.NameError) throws
    {
        var invitees = try invitees(adding: "Ada", typed: typed)
        #expect(throws: Invitees.InviteError.unusable(fault)) { try invitees.add() }
        #expect(invitees.added.map(\.text) == ["Ada"])
        #expect(invitees.typed == ContactName(typed))
    }

    @Test(arguments: ["Zoë", "ZOË", "Zoe\u{308}", " zoë "])
    func `a name is one person, however it is spelled the second time`(again: String) throws {
        var invitees = try invitees(adding: "Zoë", typed: again)
        #expect(throws: Invitees.InviteError.alreadyAdded(ContactName(again).text)) { try invitees.add() }
        #expect(invitees.names == ["Zoë"])
        invitees.remove(ContactName(again))
        #expect(invitees.added.isEmpty)
    }

    @Test func `an accent tells people apart`() throws {
        var invitees = try invitees(adding: "José", "Jose")
        #expect(invitees.names == ["José", "Jose"])
        invitees.remove(ContactName("Jose"))
        #expect(invitees.names == ["José"])
    }

    @Test func `nothing needs to be typed beside those who were added, but what is typed has to be a name`() throws {
        #expect(Invitees().error == .empty)
        #expect(try invitees(typed: "Ada").error == nil)
        #expect(try invitees(adding: "Ada").error == nil)
        #expect(try invitees(adding: "Ada", typed: "a\u{202E}").error == .unprintable)
    }

    @Test func `an invalid typed name is not among the names`() throws {
        #expect(try invitees(adding: "Ada", typed: "a\u{202E}").names == ["Ada"])
        #expect(Invitees().names.isEmpty)
    }

    @Test func `their group is called as they are`() throws {
        #expect(try invitees(adding: "Ada", typed: "Ben").title == "Ada, Ben")
    }
}
