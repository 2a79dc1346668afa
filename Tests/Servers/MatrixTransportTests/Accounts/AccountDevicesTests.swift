import ChatTypes
import Foundation
import HTTPClient
import RuntimeKit
import Testing
import Transport

@testable import MatrixTransport

/// Devices of the account that are logged out from here.
@Suite struct AccountDevicesTests {
    private static let (there, gone) = (HTTPResponse.json("{}"), HTTPResponse.failure(404, "M_NOT_FOUND"))
    private static let page = "https://as/account?action=org.matrix.device_delete&device_id=OTHER"
    private static let demand = HTTPResponse.json(
        #"{"flows":[{"stages":["m.login.password"]}],"session":"S"}"#,
        status: 401
    )

    private let fake = AuthorizationFake()
    private let folder: Folder
    private let pages = Recorder<String>()

    init() throws { folder = try Folder() }

    private func devices(issuer: LoginTokens.Issuer = .homeserver) -> AccountDevices {
        let account = MatrixAccount(
            homeserver: AuthorizationFake.homeserver,
            user: ContactID("@me:hs"),
            device: "D",
            tokens: LoginTokens(access: "A", issuer: issuer)
        )
        let file = AccountFile(folder.url.appending(path: "account.json"))
        return AccountDevices(of: account, in: file, over: fake, fake.environment())
    }

    private func logOut(issuer: LoginTokens.Issuer = .homeserver) throws -> Bool {
        let (devices, pages) = (devices(issuer: issuer), pages)
        let proof = OwnerProof(
            clock: fake.environment().clock,
            password: { "right" },
            showPage: { page in pages.record(page) }
        )
        return try fake.result { try await devices.logOut("OTHER", proof: proof) }
    }

    private static let oauth = LoginTokens.Issuer.authorizationServer(issuer: "https://as/", client: "C")

    @Test func `a device is logged out with the password where the homeserver takes one`() throws {
        fake.answer("OTHER", Self.there)
        fake.answer("delete_devices", Self.demand, .json("{}"))
        #expect(try logOut())
        #expect(fake.forms("delete_devices").count == 2 && pages.all.isEmpty)
        fake.answer("delete_devices", Self.demand)
        #expect(throws: RecoveryError.wrongPassword) { try logOut() }
    }

    @Test func `a device that is not there is not logged out`() throws {
        fake.answer("OTHER", Self.gone)
        #expect(try !logOut())
        #expect(fake.forms("delete_devices").isEmpty && pages.all.isEmpty)
    }

    @Test(arguments: [true, false])
    func `the account's page ends a login if the homeserver does not, and failures meanwhile say nothing`(
        isOAuth: Bool
    ) throws {
        fake.answer("OTHER", Self.there, Self.there, HTTPResponse(status: 502), .lost, Self.gone)
        fake.answer("delete_devices", .failure(404, "M_UNRECOGNIZED"))
        let watch = Stopwatch(clock: fake.environment().clock)
        #expect(try logOut(issuer: isOAuth ? Self.oauth : .homeserver))
        #expect(pages.all == [Self.page] && watch.now == .seconds(12), "asked each three seconds")
        #expect(fake.forms("delete_devices").count == (isOAuth ? 0 : 1))
    }

    @Test func `a device that nobody logs out on the page is there after ten minutes`() {
        fake.answer("OTHER", Self.there)
        #expect(throws: RecoveryError.notApproved) { try logOut(issuer: Self.oauth) }
        #expect(fake.forms("OTHER").count == 1 + 200)
    }

    @Test func `a refusal while the page is awaited ends the waiting`() {
        fake.answer("OTHER", Self.there, .failure(403, "M_FORBIDDEN"))
        #expect(throws: ServiceError.refused(.forbidden, text: "said M_FORBIDDEN")) { try logOut(issuer: Self.oauth) }
        #expect(fake.forms("OTHER").count == 2)
    }

    @Test func `without a page, another client has to log the device out`() {
        fake.answer("OTHER", Self.there)
        fake.answer("auth_metadata", HTTPResponse(status: 404))
        #expect(throws: LoginError.notEnded(page: nil)) { try logOut(issuer: Self.oauth) }
    }

    @Test func `of very many devices a thousand are listed`() throws {
        let list = (0...1000).map { #"{"device_id":"D\#($0)"}"# }.joined(separator: ",")
        fake.answer("devices", .json(#"{"devices":[\#(list)]}"#))
        let devices = devices()
        #expect(try fake.result { try await devices.all().count } == 1000)
    }
}
