public import ChatTypes
public import Transport

extension MatrixTransport {
    /// A homeserver has one stream for the whole account: it brings what is said in this chat, too. Of a group that is looked at
    /// all members are asked for here, and again when some may have come or gone unseen.
    public func connect(to chat: ChatID, _ body: @Sendable (LiveEvent) async -> Void) async throws {
        await body(.opened)
        var canAsk = true
        while true {
            try Task.checkCancellation()
            if canAsk, try await ledger.isToBeListed(chat) {
                // Who is not told will not be told for asking again.
                do { try await listMembers(of: chat) } catch ServiceError.refused { canAsk = false }
            }
            let untold = try await ledger.untoldMemberships(in: chat)
            if !untold.isEmpty { await body(.updates(untold)) }
            let isConcerned: @Sendable (isolated MatrixLedger) throws -> Bool? = { [canAsk] ledger in
                try ledger.concernsMembers(of: chat, canAsk: canAsk) ? true : nil
            }
            _ = try await ledger.wait(for: isConcerned)
        }
    }

    private func listMembers(of chat: ChatID) async throws {
        let asked = try await ledger.beginListing(of: chat)
        let answer = try await api.get(["v3", "rooms", chat.rawValue, "joined_members"])
        let members = (answer["joined"]?.members ?? []).compactMap { id, profile -> (id: ContactID, name: String)? in
            guard id.isUsableID else { return nil }
            let name = profile["display_name"]?.string ?? ""
            return (ContactID(id), name.isEmpty ? id : name)
        }
        // Without ourselves it is none.
        guard members.contains(where: { $0.id == account.user }) else { throw ServiceError.responseLost }
        try await ledger.apply(members: members, asked: asked, in: chat)
    }
}
