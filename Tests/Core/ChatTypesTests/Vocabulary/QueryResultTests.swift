import ChatTypes
import RuntimeKit
import Testing

@Suite struct QueryResultTests {
    @Test func `map keeps the status, and passes a problem on`() {
        let status = ModelStatus(connection: Connection(requests: .failing(.unreachable)), storageProblem: .diskFull)
        #expect(QueryResult(.success(2), status: status).map { "\($0)" } == QueryResult(.success("2"), status: status))
        let unreadable = QueryResult<Int>(.failure(.damaged), status: status)
        #expect(unreadable.map { "\($0)" } == QueryResult(.failure(.damaged), status: status))
    }
}
