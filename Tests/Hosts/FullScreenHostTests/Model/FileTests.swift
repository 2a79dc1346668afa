import Chat
import ChatTypes
import Foundation
import HostKit
import Testing

@testable import FullScreenHost

/// Pictures and files in messages.
@Suite struct FileTests {
    @Test func `file commands count messages with files upwards`() {
        var stage = ModelStage()
        let report = ChatViewState.File(name: "report.pdf", transfer: .complete(path: "/files/r"))
        let other = ChatViewState.File(name: "b", transfer: .waiting)
        let rows = [
            theirs("0", file: .init(name: "c")), theirs("1", file: report), theirs("2"), theirs("3", file: other),
            mine("4"),
        ]
        stage.openChat(ChatViewState(title: "Ada", rows: rows))
        func effects(_ line: String) -> [ModelEffect] {
            stage.type(line)
            stage.press(Key(.enter))
            return stage.takeEffects()
        }
        #expect(effects("/attach '/dev/null'") == [.chat(.sendFile(path: "/dev/null"))])
        #expect(effects("/fetch") == [.chat(.download(MessageID("3")))])
        #expect(effects("/stop") == [.chat(.cancelDownload(MessageID("3")))])
        #expect(effects("/view 2") == [.openFile(report)])
        #expect(effects("/save 2 no-file-x") == [.chat(.saveFile(MessageID("1"), to: "no-file-x"))])
        #expect(effects("/view") == [.chat(.download(MessageID("3")))], "it is downloaded first")
        #expect(stage.model.notice?.text == "Downloading b; try again when it has arrived")
        for (line, notice) in [
            ("/fetch 2", "Already downloaded: /view opens it, /save saves a copy"),
            ("/stop 2", "It is not being downloaded"), ("/stop 3", "It is not being downloaded"),
        ] {
            #expect(effects(line) == [])
            #expect(stage.model.notice?.text == notice)
        }
        for line in ["/view 4", "/save 4", "/fetch 4", "/stop 4"] {
            stage.press(Key(.function(9)))
            #expect(effects(line) == [])
            #expect(stage.model.notice?.text == "There is no such file on screen")
        }
        #expect(effects("/save 4 no-file-x") == [] && stage.typed == "/save 4 no-file-x", "a path stays typed")
    }

    @Test func `a notice says that a file has arrived, and nothing of one that was sent`() {
        var stage = ModelStage()
        func state(_ transfer: FileTransfer, _ delivery: Delivery) -> ChatViewState {
            let files = ["in.png", "out.png"].map { ChatViewState.File(name: $0, transfer: transfer) }
            var sent = mine("2", "", delivery)
            sent.file = files[1]
            return ChatViewState(title: "Ada", rows: [theirs("1", "", file: files[0]), sent])
        }
        stage.openChat(state(.waiting, .sending))
        stage.handle(.chat(state(.moving(bytes: 1, of: 2), .sending)))
        #expect(stage.model.notice == nil)
        stage.handle(.chat(state(.complete(path: "/files/x"), .sent)))
        #expect(stage.model.notice?.text == "in.png has arrived; o on its message opens it")
        stage.press(Key(.function(9)))
        stage.handle(.chat(state(.complete(path: "/files/x"), .read)))
        #expect(stage.model.notice?.text.contains("arrived") != true)
    }

    @Test func `a file is one line with its size and progress`() {
        var stage = ModelStage()
        let report = ChatViewState.File(
            name: "report\u{202E}.pdf",
            byteCount: 1_200_000,
            transfer: .moving(bytes: 1, of: 2),
            progress: "50%"
        )
        stage.openChat(ChatViewState(title: "Ada", rows: [theirs("1", "Look", file: report)]))
        let rows = stage.rows().map { $0.trimmingCharacters(in: .whitespaces) }
        #expect(rows.contains { $0.hasSuffix("Look") })
        #expect(rows.contains { $0.contains("[report") && $0.hasSuffix(".pdf, 1.2 MB, 50%]") })
        #expect(!rows.joined().contains("\u{202E}"))
    }
}
