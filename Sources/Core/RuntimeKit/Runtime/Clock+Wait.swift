extension Clock where Duration == Swift.Duration {
    /// Waits until `event` returns, but no longer than `duration`, nor than the caller's task lives.
    public func wait(atMost duration: Duration, for event: @escaping @Sendable () async -> Void) async {
        await withTaskGroup { group in
            group.addTask { try? await self.sleep(for: duration) }
            group.addTask { await event() }
            await group.next()
            group.cancelAll()
        }
    }
}
