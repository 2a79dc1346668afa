import Chat
import ChatApp
import ChatDetails
import ChatList
import ChatSession
import ChatTypes
import CreateChat
import HostKit
import PinnedMessages
import ScreenKit
import SharedPictures
import Verification

/// The app's interface for a page: keeps the newest state of all screens, and sends what the page lacks whenever it can take more.
///
/// So a burst never piles up: a screen renders into this actor and goes on, whether a page is there or behind.
actor WebInterface: AppInterface {
    let application: Application
    private let files: ServedFiles
    private let fileKey: String
    private var state = PageState()
    private(set) var modules = ScreenModules()
    private var chatStates: [ChatPlace: ChatViewState] = [:]
    private var page: OpenPage?
    /// The page that was opened last, with the number of its newest request; also after its stream has ended.
    private var owner = (page: "", lastPost: 0)

    /// - Parameters:
    ///   - fileKey: the part of the files' paths that only the page knows.
    ///   - isTimeVirtual: whether time passes only with actions, which the page says.
    init(application: Application, files: ServedFiles, fileKey: String, isTimeVirtual: Bool = false) {
        (self.application, self.files, self.fileKey) = (application, files, fileKey)
        state.isTimeVirtual = isTimeVirtual
    }

    /// A page with its stream, and how far it has come.
    private struct OpenPage {
        let stream: StateStream
        var feed = PageFeed()
    }

    func view(for module: AppModule) -> RenderedScreen {
        switch module {
        case .chatList(let module):
            modules.list = module
            return module.rendered { await self.show($0, as: \.list) }
        case .createChat(let module):
            (modules.form, state.form) = (module, nil)
            return module.rendered { await self.show($0, as: \.form) }
        case .chat(let module, let chat): return view(for: module, at: ChatPlace(chat: chat))
        case .thread(let module, let part, let chat): return view(for: module, at: ChatPlace(chat: chat, part: part))
        case .details(let module, _):
            (modules.details, state.details) = (module, nil)
            return module.rendered { await self.show($0, as: \.details) }
        case .pictures(let module, _):
            (modules.pictures, state.pictures) = (module, nil)
            return module.rendered { await self.show($0, as: \.pictures) }
        case .pins(let module, _):
            (modules.pins, state.pins) = (module, nil)
            return module.rendered { await self.show($0, as: \.pins) }
        case .verification(let module):
            modules.verification = module
            return module.rendered { await self.show($0, as: \.verification) }
        }
    }

    private func view(for module: ChatModule, at place: ChatPlace) -> RenderedScreen {
        (modules.chats[place], chatStates[place]) = (module, nil)
        return module.rendered { await self.render($0, of: place) }
    }

    func show(_ stack: [AppScreen]) {
        (state.stack, modules.stack) = (stack, stack)
        modules.chats = modules.chats.filter { place, _ in stack.contains { $0.chatPlace == place } }
        chatStates = chatStates.filter { modules.chats[$0.key] != nil }
        if !stack.contains(.createChat) { (modules.form, state.form) = (nil, nil) }
        if !stack.contains(where: { $0.pageName == "details" }) { (modules.details, state.details) = (nil, nil) }
        if !stack.contains(where: { $0.pageName == "pictures" }) { (modules.pictures, state.pictures) = (nil, nil) }
        if !stack.contains(where: { $0.pageName == "pins" }) { (modules.pins, state.pins) = (nil, nil) }
        if !stack.contains(.verification) { modules.verification = nil }
        showChat()
        modules.performWanted(application)
        send()
    }

    func show(badge: Int) {
        state.badge = badge
        send()
    }

    func notify(_ notification: AppNotification) {
        state.add(
            PageNotice(
                chat: notification.chat,
                title: notification.title,
                text: notification.text,
                isWarned: notification.senderWarning != nil
            )
        )
        send()
    }

    func report(_ verification: VerificationViewState) { show(verification, as: \.verification) }

    /// Shows a sentence about the program.
    func tell(_ sentence: String) {
        state.add(PageNotice(text: sentence))
        send()
    }

    private func show<ViewState>(_ new: ViewState, as part: any WritableKeyPath<PageState, ViewState?> & Sendable) {
        state[keyPath: part] = new
        send()
    }

    private func render(_ chat: ChatViewState, of place: ChatPlace) {
        chatStates[place] = chat
        showChat()
        send()
    }

    /// Shows the uppermost chat or thread, which stays beside what covers it.
    private func showChat() {
        let place = state.stack.compactMap(\.chatPlace).last
        state.chat = place.flatMap { place in chatStates[place].map { (place.chat, $0) } }
    }

    private func send() {
        guard let line = page?.feed.next(&state, files: files) else { return }
        page?.stream.write(line)
    }
}

/// The requests of pages.
extension WebInterface {
    /// Shows everything on a page. The page before learns that another one took over.
    func open(_ stream: StateStream) {
        page?.stream.write(Array(#"{"taken":true}"#.utf8))
        page?.stream.end()
        page = OpenPage(stream: stream)
        if owner.page != stream.page { owner = (stream.page, 0) }
        stream.write(Array(#"{"stream":\#(stream.number),"files":"\#(fileKey)"}"#.utf8))
        send()
    }

    /// Forgets a page that is gone; nobody looks at the app then.
    func close(_ stream: Int) {
        guard page?.stream.number == stream else { return }
        page = nil
        application.setFocus(false)
    }

    /// Returns the actions of a request, in order; none if another page took over, or if they were performed before.
    func accept(_ post: PagePost) -> [PageAction] {
        guard post.page == owner.page else { return [] }
        if page?.stream.number == post.stream { page?.feed.notePainted(post.painted) }
        defer { send() }
        // A page repeats a request that was not answered.
        guard post.number > owner.lastPost else { return [] }
        owner.lastPost = post.number
        return post.actions
    }

    /// Performs an action; does nothing if it is unknown, or its screen is gone.
    func perform(_ action: PageAction) async {
        switch (action.screen, action.name) {
        case ("app", "focus"): application.setFocus(action.isOn)
        case ("app", "verification"): application.showVerification()
        case ("app", "leave"): application.leave()
        case ("app", "find"):
            if let found = await FoundChats(action.text, in: application.session) { state.found = found }
        case ("app", "findIn"):
            guard let chat = action.chat else { return }
            if let hits = await FoundMessages(action.text, in: chat, action.part, application.session) {
                state.hits = hits
            }
        case ("details", "verifyOwn"):
            do { try await application.session.verifyOwnDevices(action.text) } catch {
                return tell(FailureText.text(of: error))
            }
            application.showVerification()
        case ("app", "readAll"): try? await application.session.markAllRead()
        case ("list", "open"):
            guard let chat = action.chat else { return }
            application.open(chat, at: action.message, replacingTop: state.stack.count > 1)
        default: modules.perform(action, application)
        }
        send()
    }

    /// Sends a file that a page has brought whole. Returns whether the file is no longer needed.
    func send(_ file: UploadedFile) async -> Bool {
        let place = ChatPlace(chat: ChatID(file.chat), part: file.thread.map { .thread(MessageID($0)) } ?? .main)
        guard let module = modules.chats[place] else {
            tell("\(file.name) was not sent, because its chat was left")
            return true
        }
        await module.perform(.sendFile(path: file.path, text: file.text))
        // A screen that was left may still be copying it.
        return modules.chats[place] != nil
    }
}
