/// A stack of screens with the top one visible.
public final class NavigationController {
    /// The controllers from bottom to top; empty until the app sets the first.
    public private(set) var viewControllers: [ViewController] = []
    private let drawing: Drawing

    init(drawing: Drawing) {
        self.drawing = drawing
    }

    /// The top controller; `nil` while the stack is empty.
    public var topViewController: ViewController? { viewControllers.last }

    /// Pushes a screen.
    public func push(_ controller: ViewController) {
        setViewControllers(viewControllers + [controller])
    }

    /// Pops the top screen, but never the first.
    public func pop() {
        if viewControllers.count > 1 { setViewControllers(viewControllers.dropLast()) }
    }

    /// Replaces the top screen. Pushes onto the first screen if that is the only one.
    public func replaceTop(with controller: ViewController) {
        setViewControllers((viewControllers.count > 1 ? viewControllers.dropLast() : viewControllers) + [controller])
    }

    /// Sets the stack. Controllers already on the stack stay unchanged.
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
        // The calls above may have changed the stack again.
        guard let top = controllers.last, top === viewControllers.last, !top.view.isInWindow else { return }
        top.viewDidAppear()
        top.view.isInWindow = true
    }
}
