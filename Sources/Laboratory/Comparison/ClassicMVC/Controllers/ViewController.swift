/// A screen's controller: what the navigation controller knows of it.
package class ViewController {
    weak var navigationController: NavigationController?

    /// It is on the stack from now on.
    func didAppear() {}

    /// It has left the stack, for good.
    func didDisappear() {}

    /// Shows the model as it is now.
    func update() {}
}
