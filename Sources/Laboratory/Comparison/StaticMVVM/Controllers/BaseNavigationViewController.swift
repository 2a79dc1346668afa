import PhoneKit

/// The stack of screens, on which anyone can push.
enum BaseNavigationViewController {
    static func pushViewController(_ controller: ViewController, removePreviousFromStack: Bool = false) {
        guard let navigation = AppProcess.current?.context.window.navigation else { return }
        if removePreviousFromStack {
            navigation.replaceTop(with: controller)
        } else {
            navigation.push(controller)
        }
    }
}
