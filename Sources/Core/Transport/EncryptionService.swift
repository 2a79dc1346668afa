public import ChatTypes

/// The end-to-end encryption of a server's chats: the trust in people and devices, which this device stores.
///
/// Requests throw a `ServiceError`, an error of the store, or a `CancellationError`.
public protocol EncryptionService: Sendable {
    /// Returns what is known here of a chat's encryption, without asking the server; nil if the chat is not encrypted.
    ///
    /// Looks up at most so many devices; none with 0.
    func encryption(of chat: ChatID, deviceLimit: Int) async throws -> ChatEncryption?

    /// Returns what is known now of the senders of messages, without asking the server: a warning, or nil for a sender that is proved.
    ///
    /// Leaves out messages of which this device knows nothing: for them, what was known when they came stays true.
    func warnings(about messages: [MessageID], in chat: ChatID) async throws -> [MessageID: SenderWarning?]

    /// Calls `changed` whenever `warnings` may return something else, until the caller's task is cancelled.
    func followTrust(_ changed: @escaping @Sendable () -> Void) async

    /// Keeps the devices of a chat's people current until the caller's task is cancelled. Calls `changed` whenever `encryption` may return
    /// something else, beside changes of the chat itself.
    func follow(_ chat: ChatID, _ changed: @escaping @Sendable () -> Void) async

    /// Returns the account's newest verification since the start, without asking the server; nil if there was none.
    func verification() async throws -> DeviceVerification?

    /// Calls `changed` whenever `verification` may return something else, until the caller's task is cancelled.
    func followVerification(_ changed: @escaping @Sendable () -> Void) async

    /// Answers a verification; the one that goes on without an id. Refuses an answer that its stage does not ask for, and one to a
    /// verification that is no longer shown.
    func answerVerification(_ answer: VerificationAnswer, of id: DeviceVerification.ID?) async throws

    /// Makes a change to a chat's encryption, or to the trust in its people and devices, whose people are given by ID, or not at all for
    /// the contact.
    ///
    /// `EncryptionChange.encrypt` is stored before the server is asked: if its response is lost, this device sends nothing in the clear.
    func change(_ change: EncryptionChange, in chat: ChatID) async throws

    /// Asks the account's other devices, or the one with that ID, to compare emoji; accepts the request if they have asked.
    func verifyOwnDevices(_ device: String?) async throws
}
