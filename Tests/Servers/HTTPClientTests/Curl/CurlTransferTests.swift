import Testing

@testable import HTTPClient

@Suite struct CurlTransferTests {
    /// Creates the transfer of a request that is never sent.
    private func withTransfer(_ body: (CurlTransfer) -> Void) async throws {
        let request = HTTPRequest(.put, "http://127.0.0.1:9", body: .bytes([1, 2, 3]))
        let address = try request.checkedAddress()
        let _: CurlResponse? = try? await withCheckedThrowingContinuation { caller in
            let job = CurlJob(
                id: 1,
                request: request,
                address: address,
                pipe: PartPipe {},
                caller: caller
            )
            do throws(HTTPError) {
                let transfer = try CurlTransfer(job, authorities: nil)
                body(transfer)
                transfer.close()
            } catch {
                Issue.record(error)
            }
            caller.resume(throwing: CancellationError())
        }
    }

    @Test func `any movement resets the silence`() async throws {
        try await withTransfer { transfer in
            transfer.willSend()
            var deadline = transfer.time.nextDeadline(after: .now)
            func isPutOff(by move: () -> Void) -> Bool {
                // Waits for the clock to advance, since it may be coarse.
                let last = deadline
                while ContinuousClock.now + .seconds(30) <= last {}
                move()
                deadline = transfer.time.nextDeadline(after: .now)
                return deadline > last
            }
            #expect(isPutOff { [UInt8]("HTTP/1.1 200 OK\r\n".utf8).withUnsafeBytes { _ = transfer.receiveHeader($0) } })
            #expect(isPutOff { [1].withUnsafeBytes { _ = transfer.receiveBody($0) } })
            #expect(
                isPutOff { withUnsafeTemporaryAllocation(byteCount: 2, alignment: 1) { _ = transfer.giveBody($0) } }
            )
            #expect(isPutOff { transfer.willSend() })
        }
    }
}
