import ChatTypes

extension TransportWitness {
    /// Checks that no part of a file is sent after its message was deleted.
    func checkPart(of file: OutgoingFile, wasTakenBack: Bool) {
        world.evidence.check(.files, !wasTakenBack, "\(file.name) was taken back, and is still being sent")
    }

    /// Checks that only requested files are downloaded.
    func checkDownload(of file: FileID, in place: FilePlace?) {
        world.evidence.check(.files, place != nil, "\(file) is fetched, and was not asked for")
    }

    /// Checks that the app reads no more of a file after its download was cancelled.
    func checkPart(of place: FilePlace?, wasCancelled: Bool) {
        world.evidence.check(
            .files,
            !wasCancelled,
            "the fetching of \(place.map { "\($0)" } ?? "") was cancelled, and goes on"
        )
    }
}
