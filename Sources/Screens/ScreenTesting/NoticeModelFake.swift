public import ChatTypes
import RuntimeKit
public import ScreenKit

/// Notices of the service that a test sends to one screen.
public struct NoticeModelFake: NoticeModel {
    /// The chats whose socket a screen has connected, in order.
    public let connected = Recorder<ChatID>()
    private let notices = CoalescingQueue<[ServiceNotice]>()

    public init() {}

    /// Sends all notices so far.
    public func send(_ notices: ServiceNotice...) {
        self.notices.post(notices)
    }

    public func followNotices(_ receive: @escaping @Sendable ([ServiceNotice]) async -> Void) async {
        while let newest = await notices.takeAll().last { await receive(newest) }
    }

    public func connectNotices(of chat: ChatID) async {
        connected.record(chat)
    }
}
