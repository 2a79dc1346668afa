/// What the form's view tells its controller.
protocol CreateChatViewDelegate: AnyObject {
    func createChatView(_ view: CreateChatView, didType text: String)
    func createChatViewDidTapCreate(_ view: CreateChatView)
    func createChatViewDidTapBack(_ view: CreateChatView)
}

/// The form for a new chat.
package final class CreateChatView {
    package enum State: Sendable {
        /// What was typed is no name, for this reason.
        case invalid(message: String)
        case valid
        /// A chat is being made.
        case busy
    }

    weak var delegate: (any CreateChatViewDelegate)?
    private let window: WindowView

    init(window: WindowView) {
        self.window = window
    }

    package var state = State.valid {
        didSet { window.didUpdate() }
    }

    package var suggestions: [String] = [] {
        didSet { window.didUpdate(rowCount: suggestions.count) }
    }

    package var field = ""
    package var problem: String?

    package func type(_ text: String) {
        delegate?.createChatView(self, didType: text)
    }

    package func tapCreate() {
        delegate?.createChatViewDidTapCreate(self)
    }

    package func tapBack() {
        delegate?.createChatViewDidTapBack(self)
    }
}
