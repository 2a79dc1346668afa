import Foundation
import HTTPClient
import MatrixTransport
import RuntimeKit

extension Profile {
    /// The account that the profile is of; without one it is of the simulated server.
    var account: AccountFile { AccountFile(directory.appending(path: "account.json")) }

    /// The homeserver of an account, with the ledger beside the history. Throws `SQLiteError` or `LedgerError`.
    func homeserver(
        of account: MatrixAccount,
        over client: any HTTPClient,
        _ environment: ChatEnvironment
    ) throws -> MatrixTransport {
        let ledger = try MatrixLedger(
            path: directory.appending(path: "matrix.sqlite").path,
            user: account.user,
            random: environment.random,
            now: environment.now
        )
        return MatrixTransport(
            account: account,
            ledger: ledger,
            client: client,
            environment: environment,
            settings: MatrixSettings(tellsReading: account.tellsReading)
        )
    }
}
