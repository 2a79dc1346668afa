import Transport

/// Builds a notification.
struct BannerViewModelBuilder {
    func build(for message: Message, in chat: ChatHeader) -> BannerViewModel {
        BannerViewModel(
            title: chat.contact.name,
            text: previewText(of: message.text, imageCount: message.imageCount)
        )
    }
}
