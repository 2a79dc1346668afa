import ChatTypes
import Testing
import Transport

/// A server that has what every server must have, and nothing else.
@Suite struct ChatServiceTests {
    private let service: any ChatService = BareService()
    private let chat = ChatID("c")

    /// Returns the code with which a request is refused, and expects a text; nil if it is not.
    private func refusal(_ request: () async throws -> Void) async -> RefusalCode? {
        do { try await request() } catch ServiceError.refused(let code, let text) {
            #expect(!text.isEmpty)
            return code
        } catch {}
        return nil
    }

    @Test func `what a server does not have is refused, so that nothing is tried for ever`() async {
        let deletion = OutgoingAnnotation.deletion(of: MessageID("m"), in: chat)
        let edit = OutgoingAnnotation(id: MessageID("e"), of: MessageID("m"), in: chat, kind: .edit(text: "x"))
        let file = OutgoingFile(id: MessageID("f"), chat: chat, name: "a", type: "a/b", byteCount: 1, digest: "")
        let group = OutgoingGroup(id: MessageID("g"), title: "Tea", names: ["Ada"])
        #expect(await refusal { _ = try await service.annotate(deletion) } == .noDeletion)
        #expect(await refusal { _ = try await service.annotate(edit) } == .noEdit)
        #expect(await refusal { _ = try await service.createGroup(group) } == .noGroup)
        #expect(await refusal { try await service.change(.rename("Tea"), in: chat) } == .noGroup)
        #expect(await refusal { _ = try await service.upload(file) { _, _ in [] } } == .noFiles)
        #expect(await refusal { try await service.download(FileID("f"), from: 0) { _ in } } == .noFiles)
        #expect(await refusal { try await service.setIgnored(true, ContactID("eve")) } == .noIgnoring)
        #expect(await refusal { try await service.setMembership(.leave, in: chat) } == .noMembership)
    }

    @Test func `settings that a server does not have apply here alone, and nobody is ignored`() async throws {
        #expect(await refusal { try await service.setNotifications(.muted, in: chat) } == nil)
        #expect(await refusal { try await service.set(.favourite, to: true, in: chat) } == nil)
        #expect(try await service.ignoredPeople().isEmpty)
        #expect(try await service.chat(withAlias: "#a:test") == nil)
        #expect(service.encryptsNewChats == nil && !service.countsUnread && !service.isPartial(SyncCursor("1")))
    }
}

private struct BareService: ChatService {
    func sync(since cursor: SyncCursor?) async throws -> SyncPage { throw ServiceError.unreachable }
    func page(of chat: ChatID, before cursor: PageCursor) async throws -> MessagePage { throw ServiceError.unreachable }
    func contacts(matching text: String, limit: Int) async throws -> [Contact] { [] }
    func picture(of contact: ContactID) async throws -> Picture? { nil }
    func createChat(with name: String) async throws -> ChatHeader { throw ServiceError.unreachable }
    func send(_ message: OutgoingMessage) async throws -> Message { throw ServiceError.unreachable }
    func markRead(_ chat: ChatID, upTo message: MessageID, in scope: ReceiptScope) async throws {}
    func setPresence(_ presence: Presence) async throws {}
}
