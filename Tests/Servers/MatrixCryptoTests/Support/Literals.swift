public import ChatTypes
public import MatrixCrypto

extension ContactID: ExpressibleByStringLiteral {
    public init(stringLiteral text: String) { self.init(text) }
}

extension ChatID: ExpressibleByStringLiteral {
    public init(stringLiteral text: String) { self.init(text) }
}

extension MessageID: ExpressibleByStringLiteral {
    public init(stringLiteral text: String) { self.init(text) }
}

extension DeviceID: ExpressibleByStringLiteral {
    public init(stringLiteral text: String) { self.init(text) }
}

extension SessionID: ExpressibleByStringLiteral {
    package init(stringLiteral text: String) { self.init(text) }
}
