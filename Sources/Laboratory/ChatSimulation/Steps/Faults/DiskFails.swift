/// A number of the next writes fail.
struct DiskFails: Fault {
    let writes: Int
    let isFull: Bool
    var kind: String { isFull ? "diskFull" : "diskError" }

    func strike(_ session: SessionRunner) {
        session.world.evidence.excuseUnannounced()
        session.world.disk.fail(writes: writes, isFull: isFull)
    }
}
