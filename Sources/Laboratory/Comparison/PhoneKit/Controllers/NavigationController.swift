/// A stack of screens, of which the one on top can be seen.
public final class NavigationController {
    /// The first screen first, the one on top last; empty until the app puts one there.
    public private(set) var viewControllers: [ViewController] = []
    private let drawing: Drawing

    init(drawing: Drawing) {
        self.drawing = drawing
    }

    /// Nil while the stack is empty.
    public var topViewController: ViewController? { viewControllers.last }

    /// Puts a screen on top.
    public func push(_ controller: ViewController) {
        setViewControllers(viewControllers + [controller])
    }

    /// Leaves the screen on top, but never the first.
    public func pop() {
        if viewControllers.count > 1 { setViewControllers(viewControllers.dropLast()) }
    }

    /// Puts a screen in the place of the one on top; above it, if that is the first.
    public func replaceTop(with controller: ViewController) {
        setViewControllers((viewControllers.count > 1 ? viewControllers.dropLast() : viewControllers) + [controller])
    }

    /// Controllers that are on the stack already stay as they are.
    public func setViewControllers(_ controllers: [ViewController]) {
        let old = viewControllers
        viewControllers = controllers
        for controller in controllers where !controller.isLoaded {
            controller.isLoaded = true
            controller.navigationController = self
            controller.view.drawing = drawing
            controller.viewDidLoad()
        }
        if old.last !== controllers.last {
            old.last?.view.isInWindow = false
            old.last?.viewDidDisappear()
        }
        for controller in old where !controllers.contains(where: { $0 === controller }) {
            controller.didLeaveStack()
        }
        // What has just been told may have moved the stack on.
        guard let top = controllers.last, top === viewControllers.last, !top.view.isInWindow else { return }
        top.viewDidAppear()
        top.view.isInWindow = true
    }
}
