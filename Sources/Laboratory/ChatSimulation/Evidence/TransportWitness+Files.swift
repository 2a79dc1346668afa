import Transport

extension TransportWitness {
    /// Nothing of a file is sent once its message was taken back.
    func checkPart(of file: OutgoingFile, wasTakenBack: Bool) {
        world.evidence.check(.files, !wasTakenBack, "\(file.name) was taken back, and is still being sent")
    }

    /// Nothing is fetched that was never asked for.
    func checkDownload(of file: FileID, in place: FilePlace?) {
        world.evidence.check(.files, place != nil, "\(file) is fetched, and was not asked for")
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
