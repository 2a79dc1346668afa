import ChatTypes
import RuntimeKit
import ScreenKit

/// The content of the pinned messages.
typealias PinnedMessagesContent = PagedContent<RowRange, PinnedMessagesWindow>

/// A use case of the pinned messages.
enum PinnedMessagesUseCase: UseCase, Equatable {
    case unpin(MessageID)
    case showMore
    case showPrevious

    /// The removal of a pin waits for the server.
    var queue: String? { if case .unpin = self { "pins" } else { nil } }

    /// Every pin is removed, in order.
    var isCoalesced: Bool { queue == nil }

    var settles: Bool { queue == nil }
}

/// Decides how many pinned messages are shown, and removes pins.
struct PinnedMessagesInteractor: Interactor {
    private let chat: ChatID
    private let model: any PinnedMessagesModel
    private let query: PagedQuery<RowRange, PinnedMessagesWindow>

    init(chat: ChatID, model: any PinnedMessagesModel) {
        (self.chat, self.model) = (chat, model)
        query = PagedQuery { await model.pins(of: chat, RowRange()) }
    }

    func run(_ show: @escaping @Sendable (PinnedMessagesContent) -> Void) async {
        await query.follow { show($0) }
    }

    func settle() async { await query.settle() }

    /// Returns the error of a removal that failed.
    func perform(_ useCase: PinnedMessagesUseCase) async -> (any Error)? {
        switch useCase {
        case .unpin(let message):
            do { try await model.change(.pin(message, false), in: chat) } catch { return error }
        case .showMore: query.move { if $1.hasMore { $0.showMore() } }
        case .showPrevious: await query.ask { $0.showPrevious() }
        }
        return nil
    }
}
