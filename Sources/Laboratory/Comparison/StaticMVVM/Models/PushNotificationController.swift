import ChatSession
import ChatTypes

/// What arrives by push.
enum PushNotificationController {
    static func received(notification: ChatNotification) {
        MessageEventRouter.route(event: .received(notification))
    }

    static func received(notice: ServiceNotice) {
        MessageEventRouter.route(event: .noticed(notice))
    }
}
