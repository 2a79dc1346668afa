import ChatTypes
import RuntimeKit
import Testing

@Suite struct QueryResultTests {
    @Test func `what follows from a content keeps the status, and a problem stays one`() {
        let status = ModelStatus(connection: Connection(requests: .failing(.unreachable)), storageProblem: .diskFull)
        #expect(QueryResult(.success(2), status: status).map { "\($0)" } == QueryResult(.success("2"), status: status))
        let unreadable = QueryResult<Int>(.failure(.damaged), status: status)
        #expect(unreadable.map { "\($0)" } == QueryResult(.failure(.damaged), status: status))
    }
}
