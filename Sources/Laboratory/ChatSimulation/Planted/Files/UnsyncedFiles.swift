import Transport

extension PlantedFault {
    /// The bytes of a file are not synchronised.
    public static let unsyncedFiles = PlantedFault(
        "unsyncedFiles",
        breaks: [.files],
        firstSeed: 19,
        changes: .folder { HastyFolder(inner: $0) }
    )
}

/// Says at once that what was written stays.
private struct HastyFolder: ForwardingFolder {
    let inner: any FileFolder

    func synchronize(_ name: String) {}
}
