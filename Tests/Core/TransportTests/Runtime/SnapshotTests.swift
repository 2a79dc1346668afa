import Testing
import Transport

@Suite struct SnapshotTests {
    @Test func `what follows from a content keeps the status, and a problem stays one`() {
        let status = ModelStatus(connection: Connection(requests: .failing(.unreachable)), storageProblem: .diskFull)
        #expect(Snapshot(.success(2), status: status).map { "\($0)" } == Snapshot(.success("2"), status: status))
        let unreadable = Snapshot<Int>(.failure(.damaged), status: status)
        #expect(unreadable.map { "\($0)" } == Snapshot(.failure(.damaged), status: status))
    }
}
