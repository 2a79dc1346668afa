import Chat
import ChatApp
import ChatDetails
import ChatList
import ChatSession
import ChatStore
import ChatTypes
import Foundation
import RuntimeKit
import ScreenKit
import ScreenTesting
import SimulationKit
import Synchronization
import Testing
import Transport
import Verification

/// The encryption of a chat on its screens: F35.
@Suite struct EncryptionFeatureTests {
    private func session(_ service: any ChatService) throws -> Session {
        let database = try ChatDatabase(.memory)
        let message = Message(
            id: MessageID("$1"),
            author: .contact,
            text: "Hello",
            senderWarning: .unsignedDevice,
            sentAt: moment(1),
            position: Position(1),
            predecessor: nil
        )
        _ = try database.write {
            try $0.apply(ChatUpdate(chat: ChatHeader.ada, messages: [message]), announcing: false)
        }
        let nothing = NoNews()
        return Session(environment: .test(), database: database, service: service, pushes: nothing, sockets: nothing)
    }

    @Test func `F35: a chat and its details show the encryption beside what the history stores`() async throws {
        let session = try session(EncryptedServer())
        let messages = session.messages(of: ChatHeader.ada.id, .newest(10))
        let chat = try #require(await messages.first { _ in true }).content.get()
        #expect(chat?.encryption != nil && chat?.messages.map(\.senderWarning) == [.unsignedDevice])
        let query = session.details(of: ChatHeader.ada.id, ChatDetailsRequest())
        let details = try #require(await query.first { _ in true }).content.get()
        #expect(details?.encryption?.devices.map(\.id) == ["A"])
        let none = session.messages(of: ChatID("!none:test"), .newest(10))
        #expect(try #require(await none.first { _ in true }).content.get() == nil)
    }

    @Test func `F35: a chat whose encryption cannot be read is neither encrypted nor unencrypted`() async throws {
        let session = try session(EncryptedServer(encryptionService: OneDevice(canRead: false)))
        let messages = session.messages(of: ChatHeader.ada.id, .newest(10))
        let chat = try #require(await messages.first { _ in true }).content.get()
        #expect(chat?.isEncryptionUnknown == true && chat?.canBeEncrypted == false && chat?.encryption == nil)
        let query = session.details(of: ChatHeader.ada.id, ChatDetailsRequest())
        let details = try #require(await query.first { _ in true }).content.get()
        #expect(details?.isEncryptionUnknown == true && details?.encryption == nil)
    }

    @Test func `F35: a request to verify is reported on any screen, and leads to its own`() async throws {
        let encryption = OneDevice()
        let session = try session(EncryptedServer(encryptionService: encryption))
        let executor = SimulationExecutor(seed: 1, schedule: .inOrder)
        let application = Application(session: session, environment: .test(on: executor))
        let interface = InterfaceSpy()
        let task = Task(executorPreference: executor) { await application.run(on: interface) }
        executor.run(for: .seconds(1))
        #expect(interface.top == .chatList && interface.reported.isEmpty)
        encryption.set(.asked)
        executor.run(for: .seconds(1))
        #expect(interface.reported.map(\.text) == ["Your other device asks you to compare emoji"])
        for _ in 1...2 {
            application.showVerification()
            executor.run(for: .seconds(1))
        }
        #expect(interface.stacks.last == [.chatList, .verification] && interface.verification?.stage == .asked)
        interface.verificationModule?.send(.answer(.accept))
        executor.run(for: .seconds(1))
        #expect(interface.verification?.stage == .done && interface.reported.map(\.stage) == [.asked, .done])
        interface.verificationModule?.send(.leave)
        executor.run(for: .seconds(1))
        #expect(interface.top == .chatList)
        application.open(ChatHeader.ada.id)
        executor.run(for: .seconds(1))
        interface.chatModule?.send(.changeEncryption(.verify(person: nil, device: nil)))
        executor.run(for: .seconds(1))
        #expect(interface.stacks.last == [.chatList, .chat(ChatHeader.ada.id), .verification])
        application.open(ChatID("!other:test"), replacingTop: true)
        executor.run(for: .seconds(1))
        #expect(interface.stacks.last == [.chatList, .chat(ChatID("!other:test"))])
        task.cancel()
        executor.run(for: .seconds(1))
    }

    @Test func `F35: a verification that the user begins is of the account of the open chat, and is shown`() throws {
        let executor = SimulationExecutor(seed: 1, schedule: .inOrder)
        let encryptions = [OneDevice(), OneDevice()]
        let apps = try zip([AccountsWorld.home, AccountsWorld.work], encryptions).map { name, encryption in
            let session = try session(EncryptedServer(encryptionService: encryption))
            return (name: name, application: Application(session: session, environment: .test(on: executor)))
        }
        let (application, interface) = (Application(joining: apps), InterfaceSpy())
        let task = Task(executorPreference: executor) { await application.run(on: interface) }
        executor.run(for: .seconds(1))
        let chat = ChatHeader.ada.id.of(AccountsWorld.work)
        let asking = Task(executorPreference: executor) { try await application.verifyOwnDevices(nil, of: chat) }
        executor.run(for: .seconds(1))
        #expect(encryptions.map { $0.verification()?.stage } == [nil, .waiting])
        #expect(interface.top == .verification && interface.verification?.stage == .waiting)
        task.cancel()
        asking.cancel()
        executor.run(for: .seconds(1))
    }

    @Test func `F35: a notification says that nothing proves who sent its message`() throws {
        let world = try AppWorld()
        try world.startWithGroup()
        let forged = Message(
            id: MessageID("1"),
            author: AppWorld.ada,
            text: "pay Eve",
            senderWarning: .unencrypted,
            sentAt: moment(61),
            position: Position(rawValue: 1),
            predecessor: nil
        )
        try world.ingest([forged, world.message("2", by: AppWorld.ben)])
        #expect(world.interface.notifications.map(\.senderWarning) == [.unencrypted, nil])
    }

    @Test func `F35: without encryption at the server, no chat is encrypted`() async throws {
        let session = try session(EncryptedServer(encryptionService: nil))
        let messages = session.messages(of: ChatHeader.ada.id, .newest(10))
        let chat = try #require(await messages.first { _ in true }).content.get()
        #expect(chat?.encryption == nil && chat?.messages.map(\.senderWarning) == [.unsignedDevice])
        let list = try #require(await session.chats(ChatListRequest()).first { _ in true }).content.get()
        #expect(list.summaries.map(\.senderWarning) == [.unsignedDevice])
        let found = try #require(await session.chats(ChatListRequest(searchText: "hello")).first { _ in true })
        #expect(try found.content.get().summaries.map(\.senderWarning) == [.unsignedDevice])
    }
}

/// The encryption of a server that knows a device and a message.
private final class OneDevice: EncryptionService {
    private let verifications = Mutex<(stage: DeviceVerification.Stage?, changed: (@Sendable () -> Void)?)>((nil, nil))

    private let canRead: Bool

    init(canRead: Bool = true) { self.canRead = canRead }

    func encryption(of chat: ChatID, deviceLimit: Int) throws -> ChatEncryption? {
        guard canRead else { throw StorageProblem.damaged }
        let owner = ChatMember(id: .contact, name: "Ada")
        return ChatEncryption(
            devices: deviceLimit > 0 ? [ChatDevice(owner: owner, id: "A", trust: .unsigned)] : []
        )
    }

    func warnings(about messages: [MessageID], in chat: ChatID) -> [MessageID: SenderWarning?] { [:] }
    func followTrust(_ changed: @escaping @Sendable () -> Void) async {}
    func follow(_ chat: ChatID, _ changed: @escaping @Sendable () -> Void) async {}
    func change(_ change: EncryptionChange, in chat: ChatID) async throws {}
    func verifyOwnDevices(_ device: String?) async throws { set(.waiting) }
    func verification() -> DeviceVerification? { verifications.withLock(\.stage).map { .init(person: nil, stage: $0) } }

    func followVerification(_ changed: @escaping @Sendable () -> Void) async {
        verifications.withLock { $0.changed = changed }
        _ = await CoalescingQueue<Never>().takeAll()
    }

    func answerVerification(_ answer: VerificationAnswer, of id: DeviceVerification.ID?) { set(.done) }

    func set(_ stage: DeviceVerification.Stage) {
        let changed = verifications.withLock { verifications in
            verifications.stage = stage
            return verifications.changed
        }
        changed?()
    }
}

private struct EncryptedServer: UnreachableService {
    var encryptionService: (any EncryptionService)? = OneDevice()
}
