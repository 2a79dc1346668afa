/// The screen a person is on, as the JSON contract calls it.
package enum ScreenName: String, Encodable, CaseIterable, Sendable {
    case chatList, createChat, chat
}
