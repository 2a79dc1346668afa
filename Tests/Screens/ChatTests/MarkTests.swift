import ChatTypes
import ScreenKit
import ScreenTesting
import Testing

@testable import Chat

@Suite struct MarkTests {
    private let stage: ChatStage

    init() {
        stage = ChatStage(messages(1...3))
        stage.model.change { $0.marks = [.favourite] }
        stage.run()
    }

    @Test func `a favourite is shown as one, and can be made none`() {
        #expect(stage.view.last?.isFavourite == true)
        stage.module.send(.set(.favourite, false))
        stage.run()
        #expect(stage.model.calls == [.set(.favourite, false)] && stage.view.last?.isFavourite == false)
    }

    @Test func `a chat marked as unread from inside stays so, and its screen is left`() {
        stage.module.send(.set(.unread, true))
        stage.run()
        #expect(stage.model.calls == [.set(.unread, true)])
        #expect(stage.router.routes == [.leave])
    }

    @Test(arguments: [(ChatMark.unread, false), (.favourite, true), (.favourite, false)])
    func `only marking a chat as unread leaves its screen`(mark: ChatMark, isSet: Bool) {
        stage.module.send(.set(mark, isSet))
        stage.run()
        #expect(stage.model.calls == [.set(mark, isSet)] && stage.router.routes == [])
    }

    @Test func `a chat that was marked as unread is not when the user looks at it`() {
        let stage = ChatStage(messages(1...3)) { ($0.marks, $0.isLookedAt) = ([.unread], false) }
        stage.run()
        #expect(stage.model.calls == [])
        stage.model.change { $0.isLookedAt = true }
        stage.run()
        #expect(stage.model.calls == [.set(.unread, false)])
        // Another device marks it again: the user looks at it, and has done with that mark.
        stage.model.change { $0.marks = [.unread] }
        stage.run()
        #expect(stage.model.calls == [.set(.unread, false)])
    }
}
