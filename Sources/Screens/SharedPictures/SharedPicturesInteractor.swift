import ChatTypes
import RuntimeKit
import ScreenKit

/// The content of the pictures.
typealias SharedPicturesContent = PagedContent<RowRange, SharedPicturesWindow>

/// A use case of the pictures.
enum SharedPicturesUseCase: UseCase, Equatable {
    case showMore
    case showPrevious

    var settles: Bool { true }
}

/// Decides how many pictures are shown.
struct SharedPicturesInteractor: Interactor {
    private let query: PagedQuery<RowRange, SharedPicturesWindow>

    init(chat: ChatID, model: any SharedPicturesModel) {
        query = PagedQuery { await model.pictures(of: chat, RowRange()) }
    }

    func run(_ show: @escaping @Sendable (SharedPicturesContent) -> Void) async {
        await query.follow { show($0) }
    }

    func settle() async { await query.settle() }

    func perform(_ useCase: SharedPicturesUseCase) async {
        switch useCase {
        case .showMore: query.move { if $1.hasMore { $0.showMore() } }
        case .showPrevious: await query.ask { $0.showPrevious() }
        }
    }
}
