import Foundation
import Transport

/// A place on disk that goes with the test.
struct TemporaryFile: ~Copyable {
    let path = FileManager.default.temporaryDirectory.appending(path: "app-\(UUID().uuidString)").path

    deinit {
        for end in ["", "-wal", "-shm", ".files"] { try? FileManager.default.removeItem(atPath: path + end) }
    }
}

extension NetworkConditions {
    /// Nothing gets through.
    static var away: NetworkConditions {
        var conditions = NetworkConditions.perfect
        (conditions.requestLossRate, conditions.connectionLifetime) = (1, .milliseconds(1))
        return conditions
    }
}
