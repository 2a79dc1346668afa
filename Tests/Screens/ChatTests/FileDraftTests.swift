import ChatTypes
import ScreenKit
import ScreenTesting
import Testing

@testable import Chat

/// What is said of a file is a draft like any other until the file has gone.
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

    @Test(arguments: [FileError.noFile, nil])
    func `what is typed while a file is being copied stays, whatever comes of the file`(failure: FileError?) {
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

    @Test(arguments: [FileError.noFile, nil], [false, true])
    func `what was typed before, and is another text, stays`(failure: FileError?, isSaved: Bool) {
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
    func `a text that went with a file is no draft any more, however much of it was saved`(saved: String) {
        let stage = Self.stage(draft: saved)
        stage.module.send(.draft("Here"))
        stage.module.send(.sendFile(path: "a", text: "Here"))
        stage.run(for: .seconds(60))
        #expect(stage.view.last?.draft == "" && stage.model.draft == "")
        stage.leave()
        #expect(stage.model.draft == "")
    }

    @Test func `a text that could not be kept before it went with a file is not kept afterwards`() {
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

    @Test(arguments: [FileError.noFile, nil])
    func `a text that was never typed is the draft until its file has gone`(failure: FileError?) {
        let stage = Self.stage(failing: failure)
        stage.module.send(.sendFile(path: "a", text: "Here"))
        stage.run()
        #expect(stage.view.last?.draft == "Here" && stage.model.draft == "Here")
        stage.run(for: .seconds(60))
        let left = failure == nil ? "" : "Here"
        #expect(stage.view.last?.draft == left && stage.model.draft == left)
    }

    @Test(arguments: UInt64(1)...100, [FileError.noFile, nil])
    func `a text whose chat is left at once has gone with its file, or stays a draft`(
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

    @Test(arguments: UInt64(1)...100)
    func `a text that goes with a file is no draft any more, whatever was being kept meanwhile`(seed: UInt64) {
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
