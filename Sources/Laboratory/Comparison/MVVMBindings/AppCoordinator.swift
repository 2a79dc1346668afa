import BindingKit
import ChatSession
import ChatTypes
package import PhoneKit
import ScreenKit

/// The app's coordinator. It connects each screen to its view model and the session, and shows screens on the window.
package final class AppCoordinator: PhoneApp {
    private let context: AppContext
    private let dependencies: Dependencies
    private let timeChanges = Property(0)
    private let bag = DisposeBag()

    package init(_ context: AppContext) {
        self.context = context
        dependencies = Dependencies(
            session: context.session,
            queue: context.queue,
            environment: context.environment,
            timeChanges: timeChanges.observable,
            pageSize: AppContext.pageSize
        )
    }

    package func didFinishLaunching() {
        let (session, queue, window) = (context.session, context.queue, context.window)
        showList()
        queue.run { await session.run() }
        queue.answers(to: session.unreadCounts()).compactMap(\.self)
            .subscribe { window.badge = $0 }.disposed(by: bag)
        queue.followNews(of: session) { window.banners.append(Window.Banner($0)) }
    }

    package func setActive(_ isActive: Bool) {
        context.session.setFocus(isActive)
    }

    package func significantTimeDidChange() {
        timeChanges.value += 1
    }

    private func showList() {
        let list = ChatListViewController(
            ChatListViewModel(dependencies: dependencies),
            showForm: { [weak self] in self?.showForm() },
            showChat: { [weak self] in self?.showChat($0) }
        )
        context.window.navigation.push(list)
    }

    private func showForm() {
        let viewModel = CreateChatViewModel(dependencies: dependencies)
        let form = CreateChatViewController(viewModel) { [weak self] in self?.showChat($0) }
        context.window.navigation.push(form)
    }

    /// Shows a chat. It replaces the form if that is on top.
    private func showChat(_ chat: ChatID) {
        let viewModel = ChatViewModel(chat: chat, dependencies: dependencies)
        let controller = ChatViewController(viewModel)
        let navigation = context.window.navigation
        if navigation.topViewController is CreateChatViewController {
            navigation.replaceTop(with: controller)
        } else {
            navigation.push(controller)
        }
    }
}
