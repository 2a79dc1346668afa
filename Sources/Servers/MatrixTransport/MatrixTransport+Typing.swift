public import ChatTypes

extension MatrixTransport {
    /// The homeserver ends it by itself, some seconds after the last notice.
    public func setTyping(_ isTyping: Bool, in chat: ChatID) async throws {
        let timeout: JSONText = .integer(Int64(Self.typingTimeout / .milliseconds(1)))
        try await api.put(
            ["v3", "rooms", chat.rawValue, "typing", account.user.rawValue],
            .object(
                [.init(name: "typing", value: .bool(isTyping))]
                    + (isTyping ? [.init(name: "timeout", value: timeout)] : [])
            )
        )
    }

    private static let typingTimeout: Duration = .seconds(6)
}
