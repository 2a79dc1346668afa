package import Transport

/// What a chat's view tells its controller.
protocol ChatViewDelegate: AnyObject {
    func chatView(_ view: ChatView, didType text: String)
    func chatView(_ view: ChatView, didTapSend text: String)
    func chatView(_ view: ChatView, didTapResend message: MessageID)
    func chatViewDidTapEarlier(_ view: ChatView)
    func chatViewDidShowMessages(_ view: ChatView)
    func chatViewDidTapBack(_ view: ChatView)
}

/// The messages of a chat, and a field for a new one.
package final class ChatView {
    /// One message.
    package struct Cell: Sendable {
        package let message: MessageID
        package let text: String
        package let isMine: Bool
        package let time: String
        package let delivery: Delivery
        package let followsGap: Bool
    }

    package enum State: Sendable {
        case loading
        case loaded([Cell], hasEarlier: Bool)
    }

    weak var delegate: (any ChatViewDelegate)?
    package var title = ""
    private let window: WindowView

    init(window: WindowView) {
        self.window = window
    }

    package var state = State.loading {
        didSet {
            guard case .loaded(let cells, _) = state else { return window.didUpdate() }
            window.didUpdate(rowCount: cells.count)
            delegate?.chatViewDidShowMessages(self)
        }
    }

    package var field = ""
    package var status: String?
    package var problem: String?

    package func type(_ text: String) {
        field = text
        delegate?.chatView(self, didType: text)
    }

    package func tapSend() {
        delegate?.chatView(self, didTapSend: field)
    }

    package func tapResend(_ message: MessageID) {
        delegate?.chatView(self, didTapResend: message)
    }

    package func tapEarlier() {
        delegate?.chatViewDidTapEarlier(self)
    }

    package func tapBack() {
        delegate?.chatViewDidTapBack(self)
    }
}
