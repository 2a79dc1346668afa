import ChatTypes

extension SyncCursor {
    /// A cursor of the server, with the number of times that more pages were promised after it.
    struct Promise {
        let kept: SyncCursor
        let count: Int

        var cursor: SyncCursor { SyncCursor("\(kept.rawValue)#\(count)") }
    }

    var promise: Promise {
        let parts = rawValue.split(separator: "#")
        return Promise(kept: SyncCursor(String(parts[0])), count: parts.count > 1 ? Int(parts[1]) ?? 0 : 0)
    }
}

extension SyncPage {
    /// Returns the same page marked as incomplete, so that the sync never ends.
    func promisingMore(after cursor: SyncCursor?) -> SyncPage {
        let promise = SyncCursor.Promise(kept: next, count: (cursor?.promise.count ?? 0) + 1)
        return SyncPage(updates: updates, next: promise.cursor, isComplete: false)
    }
}
