import ChatTypes
import RuntimeKit
import ScreenKit
import Testing

@Suite struct ScreenProblemTests {
    @Test func `the newest problem is shown, and a repeated text is a new problem`() {
        var problems = ScreenProblems()
        #expect(problems.newest == nil)
        for (number, text) in ["a", "a", "b"].enumerated() {
            problems.tell(text)
            #expect(problems.newest == ScreenProblem(text: text, number: number + 1))
        }
    }

    @Test func `a disk problem is told when it begins and when it returns`() {
        var problems = ScreenProblems()
        let full = DiskProblem.cannotSave(.diskFull)
        let told = [full, full, nil, full, .cannotRead(.diskFull), .cannotRead(.damaged), nil].map { problem in
            problems.note(problem)
            return problems.newest
        }
        #expect(told.map { $0?.number } == [1, 1, 1, 2, 3, 4, 4])
        #expect(
            told.map { $0?.text } == [
                "Cannot save: the disk is full", "Cannot save: the disk is full", "Cannot save: the disk is full",
                "Cannot save: the disk is full", "Cannot read the history: the disk is full",
                "Cannot read the history: the history is damaged; it will be set aside at the next start",
                "Cannot read the history: the history is damaged; it will be set aside at the next start",
            ]
        )
    }

    @Test func `another problem does not repeat the disk's`() {
        var problems = ScreenProblems()
        problems.note(.cannotSave(.diskFull))
        problems.tell("a")
        problems.note(.cannotSave(.diskFull))
        #expect(problems.newest == ScreenProblem(text: "a", number: 2))
    }

    @Test func `a result reports a read failure before a write failure`() {
        let (well, ill) = (ModelStatus(), ModelStatus(storageProblem: .diskFull))
        #expect(DiskProblem(QueryResult<Int>(.success(1), status: well)) == nil)
        #expect(DiskProblem(QueryResult<Int>(.success(1), status: ill)) == .cannotSave(.diskFull))
        #expect(DiskProblem(QueryResult<Int>(.failure(.damaged), status: well)) == .cannotRead(.damaged))
        #expect(DiskProblem(QueryResult<Int>(.failure(.damaged), status: ill)) == .cannotRead(.damaged))
    }
}
