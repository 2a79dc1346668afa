extension LedgerSchema {
    /// The migration to the version that knows receipts and counts of threads. Until then, receipts within threads were skipped.
    static let threads = """
        BEGIN IMMEDIATE;
        ALTER TABLE room ADD COLUMN threads TEXT NOT NULL DEFAULT '';
        ALTER TABLE room ADD COLUMN last_main TEXT;
        UPDATE room SET last_main = last;
        ALTER TABLE stray_receipt RENAME TO old_stray_receipt;
        \(strayReceipts)
        INSERT INTO stray_receipt(room, reader, event, state, thread) SELECT room, reader, event, state, '' FROM old_stray_receipt;
        DROP TABLE old_stray_receipt;
        PRAGMA user_version = 18;
        COMMIT
        """
}
