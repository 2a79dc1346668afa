import ChatTypes
import RuntimeKit
import ScreenKit

/// Turns members and files into rows, and the user's actions into use cases.
struct ChatDetailsPresenter: Presenter {
    /// The progress of leaving the chat.
    private enum Leaving: Equatable {
        case no
        /// The request is running. The history may show the result before the answer arrives.
        case asked(isInHistory: Bool)
        /// The server has accepted. The history shows it later, or never in a chat of two.
        case granted
    }

    private let environment: ChatEnvironment
    private var rows = RowCache<ChatMember, ChatDetailsViewState.Row>()
    private var files = RowCache<ChatFile, ChatDetailsViewState.File>()
    private var content = ChatDetailsContent(request: ChatDetailsRequest())
    private var leaving = Leaving.no
    private var problems = ScreenProblems()

    init(environment: ChatEnvironment) {
        self.environment = environment
    }

    var rowBuildCount: Int { rows.buildCount + files.buildCount }

    mutating func handle(_ action: ChatDetailsAction) -> [ScreenEffect<ChatDetailsUseCase, ChatDetailsRoute>] {
        switch action {
        case .showMore: return window?.hasMore == true ? [.perform(.showMore)] : []
        case .showPrevious: return request.hasPrevious ? [.perform(.showPrevious)] : []
        case .setNotifications(let mode): return [.perform(.setNotifications(mode))]
        case .leaveChat:
            guard canLeave else { return [] }
            leaving = .asked(isInHistory: false)
            return [.perform(.leaveChat)]
        case .joinChat: return [.perform(.joinChat)]
        case .change(let change):
            guard let objection = window?.standing.objection(to: change) else { return [.perform(.change(change))] }
            problems.tell(objection)
            return []
        case .changeEncryption(let change):
            let mayBeEncrypted = window?.encryption != nil || window?.isEncryptionUnknown == true
            guard let objection = change.objection(isEncrypted: mayBeEncrypted) else {
                return [.perform(.changeEncryption(change))]
            }
            problems.tell(objection)
            return []
        case .leave: return [.follow(.leave)]
        }
    }

    mutating func receive(_ content: ChatDetailsContent) {
        if content.window?.group?.hasLeft == true { noteLeft() }
        self.content = content.keepingWindow(of: self.content)
        problems.note(content.problem)
    }

    /// Notes that the history shows the user as having left. From then on, the history alone decides.
    private mutating func noteLeft() {
        switch leaving {
        case .no: break
        case .asked: leaving = .asked(isInHistory: true)
        case .granted: leaving = .no
        }
    }

    mutating func receive(_ outcome: ChatDetailsOutcome) -> [ScreenEffect<ChatDetailsUseCase, ChatDetailsRoute>] {
        switch outcome {
        case .done: break
        case .failed(let error): problems.tell(errorText(error))
        case .verifying: return [.follow(.verification)]
        case .joined: if leaving == .granted { leaving = .no }
        case .left(let failure):
            leaving = failure == nil && leaving != .asked(isInHistory: true) ? .granted : .no
            if let failure { problems.tell(errorText(failure)) }
        }
        return []
    }

    private var window: ChatDetailsWindow? { content.window }

    private var request: ChatDetailsRequest { content.request }

    private var isLeaving: Bool { if case .asked = leaving { true } else { false } }

    private var hasLeft: Bool { leaving == .granted || window?.group?.hasLeft == true }

    private var canLeave: Bool { window != nil && leaving == .no && !hasLeft }

    /// Returns `nil` while there is neither a chat to show nor a problem.
    mutating func state() -> ChatDetailsViewState? {
        guard window != nil || problems.newest != nil else { return nil }
        return ChatDetailsViewState(
            title: window?.contact.name ?? "",
            contact: window.flatMap { $0.group == nil ? $0.contact.id : nil },
            subtitle: subtitle,
            stateText: window?.standing.state.text,
            topic: window?.standing.topic ?? "",
            rights: rightsText,
            distinction: window?.distinction,
            rows: rows.rows(for: window?.members ?? [], on: environment.today, build: row(for:)),
            firstNumber: request.members.offset + 1,
            files: files.rows(for: window?.files ?? [], on: environment.today, build: file(for:)),
            firstFileNumber: request.files.offset + 1,
            isEncrypted: window?.encryption != nil,
            devices: window?.encryption?.devices.map(device(_:)) ?? [],
            hasMoreDevices: window?.encryption?.hasMoreDevices ?? false,
            warning: window.flatMap { window in
                if window.isEncryptionUnknown { return unknownEncryptionText }
                return window.encryption?.warningText(contact: window.contact.shownName)
            },
            warningID: window?.encryption?.shownWarningID,
            hasMore: window?.hasMore ?? false,
            notifications: window?.notifications ?? .all,
            canLeave: canLeave,
            isLeaving: isLeaving,
            status: content.connection.text,
            problem: problems.newest
        )
    }

    private var subtitle: String? {
        let group = window?.group
        if group != nil, leaving != .granted, let text = window?.standing.state.text { return text }
        if hasLeft { return groupText(GroupState(memberCount: group?.memberCount ?? 0, hasLeft: true)) }
        return group.map(groupText(_:))
    }

    /// The changes that the user may make; `nil` in a chat of two, and outside a group.
    private var rightsText: String? {
        guard let window, window.group != nil, window.standing.state == .joined else { return nil }
        let words = window.standing.rights.words
        return words.isEmpty ? nil : "You may \(words)"
    }

    private func file(for file: ChatFile) -> ChatDetailsViewState.File {
        ChatDetailsViewState.File(
            id: file.id,
            name: file.attachment.name,
            detail: environment.detailText(for: file.attachment)
        )
    }

    private func device(_ device: ChatDevice) -> ChatDetailsViewState.Device {
        ChatDetailsViewState.Device(
            id: .init(owner: device.owner.id, device: device.id),
            owner: device.owner.shownName(contact: window?.contact.shownName ?? ""),
            name: device.name,
            trust: device.trust,
            trustText: device.trust.text,
            fingerprint: device.fingerprint
        )
    }

    private func row(for member: ChatMember) -> ChatDetailsViewState.Row {
        ChatDetailsViewState.Row(
            id: member.id,
            name: member.id == .me ? ownName : member.name,
            role: member.role >= .moderator ? member.role.word : nil
        )
    }
}
