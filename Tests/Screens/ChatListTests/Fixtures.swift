import Foundation
import SimulationKit
import Synchronization
import Transport

@testable import ChatList

/// 2022-03-11T12:00:00Z, a Friday: when every test begins.
let noon = Date(timeIntervalSince1970: 1_647_000_000)

/// American English in UTC; the wall clock follows the virtual one.
func environment(_ executor: SimulationExecutor) -> ChatEnvironment {
    var calendar = Calendar(identifier: .gregorian)
    calendar.locale = Locale(identifier: "en_US")
    calendar.timeZone = .gmt
    return ChatEnvironment(
        clock: executor.clock,
        now: { noon + Double(executor.clock.now.offset.components.seconds) },
        calendar: calendar,
        random: RandomSource(SplitMix64(seed: 1))
    )
}

func summary(
    _ name: String,
    message: String? = nil,
    text: String = "hello",
    images: Int = 0,
    at time: Date = noon,
    unread: Int = 0,
    picture: Picture? = nil
) -> ChatSummary {
    var summary = ChatSummary(
        chat: ChatID("chat-\(name)"),
        message: message.map { MessageID($0) },
        contact: Contact(id: ContactID(name), name: name),
        text: text,
        imageCount: images,
        time: time,
        unreadCount: unread
    )
    summary.picture = picture
    return summary
}

/// As many chats, "1" first.
func summaries(_ count: Int) -> [ChatSummary] {
    (1...count).map { summary("\($0)") }
}

func row(
    _ name: String,
    preview: String = "hello",
    time: String = "12:00 pm",
    badge: String? = nil,
    picture: Picture? = nil
) -> ChatListViewState.Row {
    ChatListViewState.Row(
        id: summary(name).id,
        title: name,
        preview: preview,
        time: time,
        unreadCount: badge.flatMap { Int($0) } ?? 0,
        badge: badge,
        picture: picture
    )
}

extension Picture {
    static let small = Picture(mediaType: "image/png", bytes: [1, 2, 3])
}

struct DiskFailure: Error, CustomStringConvertible {
    let description: String
}

/// Keeps what tasks report, in order.
final class Recorder<Value: Sendable>: Sendable {
    private let recorded = Mutex<[Value]>([])

    var values: [Value] { recorded.withLock { $0 } }
    func record(_ value: Value) { recorded.withLock { $0.append(value) } }
}
