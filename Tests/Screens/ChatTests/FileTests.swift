import ChatTypes
import RuntimeKit
import ScreenKit
import ScreenTesting
import Testing

@testable import Chat

/// Pictures and files that messages carry.
@Suite struct FileTests {
    private static let report = AttachedFile(
        id: FileID("f1"),
        name: "report.pdf",
        type: "application/pdf",
        byteCount: 1_200_000
    )

    @Test func `a row shows its file's name, type and size without a transfer`() {
        var presenter = ChatPresenter(environment: .test())
        presenter.receive(content([mine("1", text: "Here", file: Self.report), mine("2")]))
        let file = ChatViewState.File(
            name: "report.pdf",
            type: "application/pdf",
            byteCount: 1_200_000,
            detail: "application/pdf, 1.2 MB"
        )
        #expect(presenter.state()?.rows.map(\.file) == [file, nil])
        #expect(presenter.state()?.rows.map(\.text) == ["Here", "hello"])
        #expect(file.path == nil)
    }

    @Test(
        arguments: [
            (.waiting, "Waiting", nil), (.moving(bytes: 600_000, of: 1_200_000), "50%", nil),
            (.complete(path: "/files/report.pdf"), nil, "/files/report.pdf"), (.complete(path: nil), nil, nil),
            (.failed(reason: "The disk is full"), "The disk is full", nil),
        ] as [(FileTransfer, String?, String?)]
    )
    func `a row shows its file's progress`(transfer: FileTransfer, progress: String?, path: String?) {
        var presenter = ChatPresenter(environment: .test())
        presenter.receive(content([mine("1", file: Self.report, transfer: transfer)]))
        let file = presenter.state()?.rows.first?.file
        #expect(file?.progress == progress && file?.path == path && file?.transfer == transfer)
    }

    @Test func `a file that could not be sent has its reason once, in the message`() {
        var presenter = ChatPresenter(environment: .test())
        let reason = "The server accepts files of at most 9 bytes"
        let message = mine(
            "1",
            file: Self.report,
            transfer: .failed(reason: reason),
            delivery: .failed(reason: reason)
        )
        presenter.receive(content([message]))
        let row = presenter.state()?.rows.first
        #expect(row?.delivery == .failed(reason: reason))
        #expect(row?.file?.progress == nil && row?.file?.transfer == .failed(reason: reason))
    }

    @Test func `a moving file rebuilds its row only`() {
        var presenter = ChatPresenter(environment: .test())
        let counts = [Int64(0), 1, 2].map { bytes in
            let moving = FileTransfer.moving(bytes: bytes, of: 1_200_000)
            presenter.receive(content([mine("1", file: Self.report, transfer: moving), mine("2"), mine("3")]))
            _ = presenter.state()
            return presenter.rowBuildCount
        }
        #expect(counts == [3, 4, 5])
    }

    @Test func `a file is sent with its text and shown`() {
        let stage = ChatStage([]) { $0.draft = "Here" }
        stage.module.send(.draft("Here"))
        stage.module.send(.sendFile(path: "/tmp/report.pdf", text: "Here"))
        stage.run(for: .seconds(5))
        #expect(stage.model.sends == [.sendFile("/tmp/report.pdf", text: "Here")])
        #expect(stage.model.draft == "" && stage.view.last?.draft == "")
        #expect(stage.view.last?.rows.last?.file?.name == "/tmp/report.pdf")
    }

    @Test func `a file without a text leaves the draft alone`() {
        let stage = ChatStage([])
        stage.module.send(.draft("something else"))
        stage.module.send(.sendFile(path: "report.pdf"))
        stage.run(for: .seconds(5))
        #expect(stage.model.sends == [.sendFile("report.pdf", text: "")])
        #expect(stage.view.last?.draft == "something else")
        #expect(stage.model.draft == "something else")
    }

    @Test func `each unsendable file says why and its text stays typed`() {
        let stage = ChatStage([]) { $0.fileFailure = .notAFile }
        for number in 1...2 {
            stage.module.send(.sendFile(path: "/tmp", text: "Here"))
            stage.run(for: .seconds(5))
            #expect(stage.view.last?.problem == ScreenProblem(text: "Only regular files can be sent", number: number))
        }
        #expect(stage.model.draft == "Here")
    }

    @Test func `a text that is too long is refused with its file`() {
        let stage = ChatStage([])
        stage.module.send(.sendFile(path: "report.pdf", text: String(repeating: "x", count: 70_000)))
        stage.run()
        #expect(stage.view.last?.problem?.text.hasPrefix("The message is too long") == true)
        #expect(stage.model.sends == [])
    }

    @Test func `a group that was left accepts no file`() {
        let stage = ChatStage([]) { $0.group = GroupState(memberCount: 2, hasLeft: true) }
        stage.module.send(.sendFile(path: "report.pdf", text: "Here"))
        stage.run(for: .seconds(5))
        #expect(stage.view.last?.problem?.text == "You have left this group: nothing can be sent")
        #expect(stage.model.sends == [] && stage.model.draft == "Here")
    }

    @Test func `fetch starts a download and cancelDownload stops it`() {
        let stage = ChatStage([mine("1", file: Self.report)])
        #expect(stage.model.calls == [], "no download without a request")
        stage.module.send(.download(MessageID("1")))
        stage.module.send(.cancelDownload(MessageID("1")))
        stage.run()
        #expect(stage.model.calls == [.download(MessageID("1")), .cancelDownload(MessageID("1"))])
    }

    @Test func `a file that cannot be downloaded says why`() {
        let stage = ChatStage([mine("1", file: Self.report)]) { $0.fileFailure = .noAddress }
        stage.module.send(.download(MessageID("1")))
        stage.run()
        #expect(
            stage.view.last?.problem?.text
                == "The sender's description of the file is damaged, so it cannot be found or decrypted"
        )
    }

    @Test func `saveFile shows the copy, or the reason why there is none`() {
        let stage = ChatStage([mine("1", file: Self.report)])
        stage.module.send(.saveFile(MessageID("1"), to: "/a/b"))
        stage.run()
        let saved = ChatViewState.SavedFile(message: MessageID("1"), name: "report.pdf", path: "/a/b")
        #expect(stage.view.last?.savedFile == saved && stage.view.last?.problem == nil)
        stage.model.change { $0.writeFailure = .notWritable }
        stage.module.send(.saveFile(MessageID("1"), to: "/a/c"))
        stage.run()
        #expect(stage.view.last?.savedFile == saved)
        #expect(stage.view.last?.problem?.text == "/a/c cannot be written: writing is not allowed there")
        stage.model.change { $0.writeFailure = .diskFull }
        stage.module.send(.saveFile(MessageID("1"), to: "/a/d"))
        stage.run()
        #expect(stage.view.last?.problem?.text == "/a/d cannot be written: the disk is full")
        stage.model.change { ($0.writeFailure, $0.fileFailure) = (nil, .lost) }
        stage.module.send(.saveFile(MessageID("1"), to: "/a/d"))
        stage.run()
        #expect(stage.view.last?.problem?.text.hasPrefix("The stored copy of the file is missing") == true)
    }

    @Test func `several files are saved in order, each of them`() {
        let stage = ChatStage([mine("1", file: Self.report)])
        for path in ["a", "b", "c"] { stage.module.send(.saveFile(MessageID("1"), to: path)) }
        stage.run()
        #expect(stage.model.calls == ["a", "b", "c"].map { .saveFile(MessageID("1"), to: $0) })
        #expect(stage.view.last?.savedFile?.number == 3)
    }

    @Test func `a text is sent while a large file is being copied`() {
        let stage = ChatStage([]) { $0.copyDelay = .seconds(30) }
        stage.module.send(.sendFile(path: "film.mp4"))
        stage.module.send(.send("Meanwhile"))
        stage.run(for: .seconds(5))
        #expect(stage.model.sends == [.sendFile("film.mp4", text: ""), .send("Meanwhile")])
        #expect(stage.view.last?.rows.map(\.text) == ["Meanwhile"])
    }

    @Test(arguments: [0, 5], [0, 1])
    func `every file is sent, one after the other, in order`(copy: Int, pause: Int) {
        let stage = ChatStage([]) { $0.copyDelay = .seconds(copy) }
        let paths = ["a", "b", "c"]
        for path in paths {
            stage.module.send(.sendFile(path: path))
            stage.run(for: .seconds(pause))
        }
        stage.run(for: .seconds(60))
        #expect(stage.model.sends == paths.map { .sendFile($0, text: "") })
        #expect(stage.view.last?.rows.map(\.file?.name) == paths)
    }

    @Test func `sendFile returns when its own file is queued`() {
        let stage = ChatStage([]) { $0.copyDelay = .seconds(5) }
        let told = Recorder<String>()
        for path in ["a", "b", "c"] {
            stage.start { module in
                await module.perform(.sendFile(path: path))
                told.record(path)
            }
            stage.run(for: .milliseconds(10))
        }
        let counts = (1...3).map { _ in
            stage.run(for: .seconds(5))
            return told.values.count
        }
        #expect(counts == [1, 2, 3] && told.values == ["a", "b", "c"])
    }
}
