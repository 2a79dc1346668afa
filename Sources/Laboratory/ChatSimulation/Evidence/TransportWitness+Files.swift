import Transport

extension TransportWitness {
    /// Nothing of a file is sent once its message was taken back.
    func checkPart(of file: OutgoingFile, wasTakenBack: Bool) {
        world.evidence.check(.files, !wasTakenBack, "\(file.name) was taken back, and is still being sent")
    }

    /// Nothing is fetched that was never asked for.
    func checkDownload(of place: FilePlace?) {
        let wasAsked = world.evidence.with { content in place.flatMap { content.wishes[$0] } != nil }
        let name = place.map { "\($0)" } ?? "no message"
        world.evidence.check(.files, wasAsked, "the file of \(name) is fetched, and was not asked for")
    }

    /// Nothing is taken of a file once its fetching was cancelled.
    func checkPart(of place: FilePlace?, wasCancelled: Bool) {
        world.evidence.check(
            .files,
            !wasCancelled,
            "the fetching of \(place.map { "\($0)" } ?? "") was cancelled, and goes on"
        )
    }
}
