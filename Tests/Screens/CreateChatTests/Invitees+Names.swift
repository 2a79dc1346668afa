import ChatTypes

extension Invitees {
    /// Those who were added, and the one who is typed.
    init(_ added: String..., typed: String) {
        self.init()
        for name in added {
            self.typed = ContactName(name)
            try? add()
        }
        self.typed = ContactName(typed)
    }
}
