import OneThread
import PhoneKit

/// A view as a function of models.
protocol Content {
    associatedtype Shown: View

    /// Creates the view, and connects the user's actions to the models.
    func makeView() -> Shown
    /// Shows the models' current state. Called again after anything it read has changed.
    func update(_ view: Shown)
    /// Reports that the view is on top, or not any more.
    func setShown(_ isShown: Bool)
    /// Reports that the view has been removed from the stack.
    func close()
}

extension Content {
    func setShown(_ isShown: Bool) {}
    func close() {}
}

/// A view controller that puts content on the navigation stack.
final class HostingController<Hosted: Content>: ViewController {
    private let content: Hosted
    private let shown: Hosted.Shown
    private let queue: MainQueue
    private let back: () -> Void
    private var renderer: Renderer?

    init(_ content: Hosted, on queue: MainQueue, back: @escaping () -> Void) {
        (self.content, self.queue, self.back) = (content, queue, back)
        shown = content.makeView()
        super.init(view: shown)
    }

    override func viewDidLoad() {
        renderer = Renderer(on: queue, reading: { [content, shown] in content.update(shown) })
    }

    override func viewDidAppear() { content.setShown(true) }

    override func viewDidDisappear() { content.setShown(false) }

    override func didLeaveStack() { content.close() }

    override func didTapBack() { back() }
}
