import Foundation
import SimulationKit
import Synchronization
import Transport

@testable import Chat

/// 2022-03-11T12:00:00Z, a Friday: when every test begins.
let noon = Date(timeIntervalSince1970: 1_647_000_000)
let ada = Contact(id: ContactID("ada"), name: "Ada")
let chat = ChatID("chat-ada")

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

/// One of the contact's messages.
func theirs(
    _ id: String,
    text: String = "hi",
    images: Int = 0,
    at time: Date = noon,
    followsGap: Bool = false,
    isUnread: Bool = false
) -> ChatMessage {
    ChatMessage(
        id: MessageID(id),
        author: .contact,
        text: text,
        imageCount: images,
        time: time,
        delivery: .received,
        followsGap: followsGap,
        isUnread: isUnread
    )
}

/// One of one's own.
func mine(_ id: String, text: String = "hello", delivery: Delivery = .sent) -> ChatMessage {
    ChatMessage(id: MessageID(id), author: .me, text: text, time: noon, delivery: delivery)
}

func failed(_ id: String) -> ChatMessage {
    mine(id, delivery: .failed(reason: "no"))
}

/// As many of the contact's messages, "1" first.
func messages(_ range: ClosedRange<Int>) -> [ChatMessage] {
    range.map { theirs("\($0)") }
}

func content(
    _ messages: [ChatMessage] = [],
    hasEarlier: Bool = false,
    draft: String = "",
    status: ModelStatus = ModelStatus(connection: .connected)
) -> ChatContent {
    ChatContent(
        contact: ada,
        messages: messages,
        hasStoredEarlier: false,
        hasEarlier: hasEarlier,
        draft: draft,
        status: status,
        isFocused: true
    )
}

func row(
    _ message: ChatMessage,
    attachment: String? = nil,
    time: String = "12:00 pm"
) -> ChatViewState.Row {
    ChatViewState.Row(
        id: message.id,
        author: message.author,
        text: message.text,
        attachment: attachment,
        imageCount: message.imageCount,
        time: time,
        delivery: message.delivery,
        followsGap: message.followsGap
    )
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
