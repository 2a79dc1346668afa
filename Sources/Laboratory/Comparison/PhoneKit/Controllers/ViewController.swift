/// A screen's controller as the navigation controller sees it.
open class ViewController {
    /// The stack that contains the controller, or last contained it; `nil` before that.
    public internal(set) weak var navigationController: NavigationController?
    /// The view that the user sees and touches.
    public let view: View
    var isLoaded = false

    public init(view: View) {
        self.view = view
    }

    /// Called once, before the view is first visible.
    open func viewDidLoad() {}

    /// Called when the controller comes on top.
    open func viewDidAppear() {}

    /// Called when the controller is covered or removed from the stack.
    open func viewDidDisappear() {}

    /// Called when the controller is removed from the stack.
    open func didLeaveStack() {}

    /// Called when the user taps the back button.
    open func didTapBack() {
        navigationController?.pop()
    }
}
