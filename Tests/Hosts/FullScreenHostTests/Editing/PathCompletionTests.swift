import Foundation
import Testing

@testable import FullScreenHost

@Suite struct PathCompletionTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "paths-\(UUID().uuidString)")

    init() throws {
        try FileManager.default.createDirectory(at: folder.appending(path: "photos"), withIntermediateDirectories: true)
        for name in ["phone.txt", "a b.txt", ".hidden", "bad\u{1B}name"] {
            try Data().write(to: folder.appending(path: name))
        }
    }

    @Test func `paths are completed in order and folders end with a slash`() {
        let root = folder.path
        #expect(PathCompletion.paths("\(root)/ph") == ["\(root)/phone.txt", "\(root)/photos/"])
        #expect(PathCompletion.paths("\(root)/") == ["\(root)/a b.txt", "\(root)/phone.txt", "\(root)/photos/"])
        #expect(PathCompletion.paths("'\(root)/a") == ["'\(root)/a b.txt"])
        #expect(PathCompletion.paths("\(root)/.h") == ["\(root)/.hidden"])
        #expect(PathCompletion.paths("\(root)/nowhere/x").isEmpty)
    }

    @Test func `of a folder with many files a limited number of paths is offered`() throws {
        let many = folder.appending(path: "many")
        try FileManager.default.createDirectory(at: many, withIntermediateDirectories: true)
        for number in 0...PathCompletion.limit { try Data().write(to: many.appending(path: "\(number)")) }
        #expect(PathCompletion.paths("\(many.path)/").count == PathCompletion.limit)
    }

    @Test(arguments: ["/attach ", "/save ", "/save 3 "]) func `Tab after a command completes a path`(command: String) {
        var stage = ModelStage.inChat()
        stage.type("\(command)\(folder.path)/ph")
        stage.press(Key(.tab))
        #expect(stage.typed == "\(command)\(folder.path)/pho")
        stage.press(Key(.tab))
        #expect(stage.typed == "\(command)\(folder.path)/phone.txt")
        stage.press(Key(.tab))
        #expect(stage.typed == "\(command)\(folder.path)/photos/")
    }
}
