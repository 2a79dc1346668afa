import ChatTypes
import RuntimeKit
import ScreenKit
import ScreenTesting
import SimulationKit
import Testing

@testable import Chat

/// The text of a file is the draft until the file is queued.
@Suite struct FileDraftTests {
    private static func stage(
        seed: UInt64 = 1,
        failing failure: FileError? = nil,
        draft: String = ""
    ) -> ChatStage {
        ChatStage([], seed: seed) {
            ($0.copyDelay, $0.fileFailure, $0.draft) = (.seconds(5), failure, draft)
        }
    }

    @Test(arguments: [FileError.notAFile, nil])
    func `text typed during a file copy stays, whatever becomes of the file`(failure: FileError?) {
        let stage = Self.stage(failing: failure)
        stage.module.send(.draft("Here"))
        stage.module.send(.sendFile(path: "a", text: "Here"))
        stage.run()
        stage.module.send(.draft("next"))
        stage.run(for: .seconds(60))
        #expect(stage.view.last?.draft == "next")
        stage.leave()
        #expect(stage.model.draft == "next")
    }

    @Test(arguments: [FileError.notAFile, nil], [false, true])
    func `another text typed before stays the draft`(failure: FileError?, isSaved: Bool) {
        let stage = Self.stage(failing: failure)
        stage.module.send(.draft("x"))
        if isSaved { stage.run(for: .seconds(5)) }
        stage.module.send(.sendFile(path: "a", text: "Here"))
        stage.run(for: .seconds(60))
        #expect(stage.view.last?.draft == "x")
        stage.leave()
        #expect(stage.model.draft == "x")
    }

    @Test(arguments: ["", "Her", "Here"])
    func `a text sent with a file leaves no draft, however much was saved`(saved: String) {
        let stage = Self.stage(draft: saved)
        stage.module.send(.draft("Here"))
        stage.module.send(.sendFile(path: "a", text: "Here"))
        stage.run(for: .seconds(60))
        #expect(stage.view.last?.draft == "" && stage.model.draft == "")
        stage.leave()
        #expect(stage.model.draft == "")
    }

    @Test func `a draft that could not be saved before its file is not saved after`() {
        let stage = Self.stage()
        stage.model.change { $0.writeFailure = .diskFull }
        stage.module.send(.draft("Here"))
        stage.module.send(.sendFile(path: "a", text: "Here"))
        stage.run(for: .milliseconds(4900))
        stage.model.change { $0.writeFailure = nil }
        stage.run(for: .seconds(60))
        #expect(stage.model.sends == [.sendFile("a", text: "Here")])
        #expect(stage.view.last?.draft == "" && stage.model.draft == "")
    }

    @Test func `a text sent with a file is saved before the copy begins`() {
        let stage = Self.stage()
        stage.module.send(.sendFile(path: "a", text: "Here"))
        stage.run(for: .milliseconds(100))
        #expect(stage.model.calls == [.saveDraft("Here"), .sendFile("a", text: "Here")])
    }

    @Test(arguments: [FileError.notAFile, nil])
    func `a text sent with a file is the draft until the file is queued`(failure: FileError?) {
        let stage = Self.stage(failing: failure)
        stage.module.send(.sendFile(path: "a", text: "Here"))
        stage.run()
        #expect(stage.view.last?.draft == "Here" && stage.model.draft == "Here")
        stage.run(for: .seconds(60))
        let left = failure == nil ? "" : "Here"
        #expect(stage.view.last?.draft == left && stage.model.draft == left)
    }

    @Test(arguments: UInt64(1)...100, [FileError.notAFile, nil])
    func `a text is sent with its file or stays a draft when the chat is left at once`(
        seed: UInt64,
        failure: FileError?
    ) {
        let stage = Self.stage(seed: seed, failing: failure)
        if seed.isMultiple(of: 2) { stage.module.send(.draft("Here")) }
        if seed.isMultiple(of: 3) { stage.run(for: .milliseconds(Int64(seed * 10))) }
        for path in ["a", "b"] { stage.module.send(.sendFile(path: path, text: path == "b" ? "Here" : "")) }
        stage.run(for: .microseconds(seed % 11))
        stage.leave()
        #expect(stage.model.sends == [.sendFile("a", text: ""), .sendFile("b", text: "Here")])
        #expect(stage.model.draft == (failure == nil ? "" : "Here"))
    }

    @Test func `a draft emptied before a file is sent stays empty when the chat is left at once`() {
        let stage = ChatStage([]) { $0.draft = "/attach a" }
        stage.module.send(.draft(""))
        stage.module.send(.sendFile(path: "a"))
        stage.run(for: .milliseconds(100))
        stage.leave()
        #expect(stage.model.draft == "" && stage.model.sends == [.sendFile("a", text: "")])
    }

    @Test(arguments: Seeds.upTo(100))
    func `a text sent with a file leaves no draft, whatever was being saved`(seed: UInt64) {
        let stage = Self.stage(seed: seed)
        stage.model.changeUnseen { $0.writeDelay = .milliseconds(Int64(seed % 40)) }
        stage.module.send(.draft("hello"))
        stage.run(for: .milliseconds(Int64(460 + seed * 7 % 80)))
        stage.module.send(.sendFile(path: "a", text: "hello"))
        stage.run(for: .milliseconds(Int64(seed * 83 % 7000)))
        stage.leave()
        #expect(stage.model.draft == "")
    }
}
