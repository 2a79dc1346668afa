import ChatStore
import Foundation
import ScreenKit
import Transport

/// Builds a line of the list, for a chat or for what was found in one.
struct ChatRowViewModelBuilder {
    let environment: ChatEnvironment
    let router: ChatEventRouter

    func build(for chat: ChatModel, picture: Picture?) -> ChatRowViewModel {
        let newest = chat.newest
        return build(
            id: chat.id.rawValue,
            chat: chat.id,
            contact: chat.contact,
            preview: newest.map { previewText(of: $0.text, imageCount: $0.imageCount) } ?? "",
            time: chat.activity,
            unreadCount: chat.unreadCount,
            picture: picture
        )
    }

    func build(for hit: SearchHit, picture: Picture?) -> ChatRowViewModel {
        build(
            id: hit.message.map { "\(hit.chat)/\($0)" } ?? hit.chat.rawValue,
            chat: hit.chat,
            contact: hit.contact,
            preview: hit.context,
            time: hit.time,
            unreadCount: hit.unreadCount,
            picture: picture
        )
    }

    private func build(
        id: String,
        chat: ChatID,
        contact: Contact,
        preview: String,
        time: Date,
        unreadCount: Int,
        picture: Picture?
    ) -> ChatRowViewModel {
        ChatRowViewModel(
            id: id,
            title: contact.name,
            preview: preview,
            time: environment.timeText(for: time),
            unreadCount: unreadCount,
            picture: picture,
            open: { [router] in router.route(.opened(chat)) },
            didAppear: picture == nil ? { [router] in router.route(.contactShown(contact.id)) } : nil
        )
    }
}
