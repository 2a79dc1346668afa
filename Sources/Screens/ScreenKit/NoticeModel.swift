public import ChatTypes

/// The service's notices, a model beside that of a screen, because they are no part of the history.
public protocol NoticeModel: Sendable {
    /// Passes all notices to `receive`, now and after each new one, until the caller's task is cancelled.
    func followNotices(_ receive: @escaping @Sendable ([ServiceNotice]) async -> Void) async
    /// Keeps the chat's socket for notices connected for as long as the caller's task runs.
    func connectNotices(of chat: ChatID) async
}
