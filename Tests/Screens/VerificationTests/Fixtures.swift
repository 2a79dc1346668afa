import ChatTypes
import RuntimeKit
import ScreenKit
import ScreenTesting
import Synchronization

@testable import Verification

let ada = Contact(id: ContactID("@ada:test"), name: "Ada")
let comparing = DeviceVerification.Stage.comparing(
    emoji: [.init(symbol: "🐶", name: "Dog"), .init(symbol: "🎩", name: "Hat")],
    numbers: [1, 22, 333]
)

extension Connection {
    static let well = Connection(requests: .working, liveLink: .open)
}

/// The content of a verification of Ada's device at a stage; none without one.
func content(
    _ stage: DeviceVerification.Stage?,
    connection: Connection = .well,
    problem: DiskProblem? = nil
) -> VerificationContent {
    VerificationContent(
        window: stage.map { DeviceVerification(person: ada, stage: $0) },
        request: nil,
        connection: connection,
        problem: problem
    )
}

/// A verification of Ada's device in memory, which goes on as the answers say.
final class VerificationModelFake: VerificationModel {
    struct State {
        var stage: DeviceVerification.Stage?
        var failure: ServiceError?
        fileprivate(set) var answers: [VerificationAnswer] = []
        fileprivate(set) var ids: [DeviceVerification.ID?] = []
    }

    private let state: Mutex<State>
    private let feed = QueryFeedFake()

    init(_ stage: DeviceVerification.Stage?) { state = Mutex(State(stage: stage)) }

    /// The answers that were given, in order.
    var answers: [VerificationAnswer] { state.withLock { $0.answers } }
    /// The verifications that were answered, in order.
    var ids: [DeviceVerification.ID?] { state.withLock { $0.ids } }
    /// The number of queries still held.
    var queryCount: Int { feed.heldCount }

    /// Changes the state and invalidates the queries.
    func change(_ body: (inout sending State) -> Void) {
        state.withLock { body(&$0) }
        feed.invalidate()
    }

    func verification() -> LiveQuery<Never?, QueryResult<DeviceVerification?>> {
        feed.query(nil) { _ in
            await Task.yield()
            let stage = self.state.withLock { $0.stage }
            let verification = stage.map { DeviceVerification(person: ada, stage: $0) }
            return QueryResult(.success(verification), status: ModelStatus(connection: .well))
        }
    }

    func answerVerification(_ answer: VerificationAnswer, of id: DeviceVerification.ID?) async throws {
        await Task.yield()
        let failure = state.withLock { state in
            state.answers.append(answer)
            state.ids.append(id)
            return state.failure
        }
        if let failure { throw failure }
        change { state in
            state.stage =
                switch answer {
                case .accept: .ready
                case .match: .confirmed
                case .mismatch: .cancelled(reason: "the emoji differ", isSuspicious: true)
                case .next: .asked
                case .cancel: .cancelled(reason: "it was cancelled", isSuspicious: false)
                }
        }
    }
}
