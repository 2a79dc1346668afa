import Transport

/// Loads the pictures of contacts that can be seen, each once, beside everything else.
///
/// One that cannot be loaded now is asked for again when its row is next seen.
actor PictureLoader {
    private let model: any ChatListModel
    private let wanted = Mailbox<ContactID>()
    private var requested: Set<ContactID> = []
    /// Nil for a contact without a picture.
    private(set) var loaded: [ContactID: Picture?] = [:]

    init(model: any ChatListModel) {
        self.model = model
    }

    func want(_ contacts: [ContactID]) {
        for contact in contacts where requested.insert(contact).inserted { wanted.post(contact) }
    }

    /// Calls `changed` after each picture, until the caller's task is cancelled.
    func run(_ changed: @Sendable () -> Void) async {
        while true {
            let contacts = await wanted.takeAll()
            if contacts.isEmpty { return }
            for contact in contacts {
                do {
                    loaded[contact] = try await model.picture(of: contact)
                    changed()
                } catch {
                    requested.remove(contact)
                }
            }
        }
    }
}
