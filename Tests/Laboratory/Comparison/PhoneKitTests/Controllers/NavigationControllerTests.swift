import PhoneKit
import Testing

@Suite struct NavigationControllerTests {
    private let window = Window()
    private let log = Log()

    private func controller(_ name: String) -> ControllerSpy { ControllerSpy(name, log) }

    @Test func `pushing a screen covers the one below`() {
        window.navigation.push(controller("list"))
        window.navigation.push(controller("chat"))
        #expect(
            log.entries == [
                "list loaded", "list appeared", "chat loaded", "list disappeared", "chat appeared",
            ]
        )
    }

    @Test func `popping a screen removes it and shows the one below`() {
        window.navigation.push(controller("list"))
        window.navigation.push(controller("chat"))
        log.entries = []
        window.navigation.topViewController?.didTapBack()
        #expect(log.entries == ["chat disappeared", "chat left", "list appeared"])
    }

    @Test func `the first screen is never popped or replaced`() {
        window.navigation.push(controller("list"))
        window.navigation.pop()
        #expect(window.navigation.viewControllers.count == 1)
        window.navigation.replaceTop(with: controller("chat"))
        #expect(window.navigation.viewControllers.count == 2)
    }

    @Test func `replaceTop replaces the top screen`() {
        window.navigation.push(controller("list"))
        window.navigation.push(controller("form"))
        log.entries = []
        window.navigation.replaceTop(with: controller("chat"))
        #expect(log.entries == ["chat loaded", "form disappeared", "form left", "chat appeared"])
    }

    @Test func `only the screen on top is in the window`() {
        let (list, chat) = (controller("list"), controller("chat"))
        window.navigation.push(list)
        window.navigation.push(chat)
        #expect(!list.view.isInWindow && chat.view.isInWindow)
        window.navigation.pop()
        #expect(list.view.isInWindow && !chat.view.isInWindow)
    }
}

private final class Log {
    var entries: [String] = []
}

private final class ControllerSpy: ViewController {
    private let name: String
    private let log: Log

    init(_ name: String, _ log: Log) {
        (self.name, self.log) = (name, log)
        super.init(view: View())
    }

    override func viewDidLoad() { log.entries.append("\(name) loaded") }
    override func viewDidAppear() { log.entries.append("\(name) appeared") }
    override func viewDidDisappear() { log.entries.append("\(name) disappeared") }
    override func didLeaveStack() { log.entries.append("\(name) left") }
}
