import ChatSession

/// What arrives by push and requires a notification.
enum PushNotificationController {
    static func received(notification: ChatNotification) {
        MessageEventRouter.route(event: .received(notification))
    }
}
