/// A screen's controller, as the navigation controller knows it.
open class ViewController {
    /// The stack that it was put on, even once it has left; nil before.
    public internal(set) weak var navigationController: NavigationController?
    /// What it shows, and what a person touches.
    public let view: View
    var isLoaded = false

    public init(view: View) {
        self.view = view
    }

    /// Called once, before it is first seen.
    open func viewDidLoad() {}

    /// It is on top from now on.
    open func viewDidAppear() {}

    /// It is covered, or has left the stack.
    open func viewDidDisappear() {}

    /// It has left the stack for good.
    open func didLeaveStack() {}

    /// A person has tapped the back button.
    open func didTapBack() {
        navigationController?.pop()
    }
}
