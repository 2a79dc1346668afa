import CSQLite

extension WatchedFile {
    /// The functions that SQLite calls. Functions that do not change the file forward to the system.
    ///
    /// They are written once, before anything can read them, and never changed, so any thread may read them.
    nonisolated(unsafe) static let methods: UnsafePointer<sqlite3_io_methods> = {
        let methods = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
        methods.initialize(to: sqlite3_io_methods())
        // Version 2 supports a write-ahead log; version 3 would add memory mapping.
        methods.pointee.iVersion = 2
        setChanges(&methods.pointee)
        setQuestions(&methods.pointee)
        setLocks(&methods.pointee)
        return UnsafePointer(methods)
    }()

    private static func setChanges(_ methods: inout sqlite3_io_methods) {
        methods.xClose = { WatchedFile.close($0) }
        methods.xWrite = { file, bytes, count, offset in
            guard let file, let bytes else { return SQLITE_MISUSE }
            let buffer = UnsafeRawBufferPointer(start: bytes, count: Int(count))
            guard WatchedFile.at(file)?.noteWrite(buffer, at: offset, of: file) == true else { return SQLITE_IOERR }
            return WatchedFile.system(file).xWrite(WatchedFile.inner(file), bytes, count, offset)
        }
        methods.xTruncate = { file, size in
            guard let file else { return SQLITE_MISUSE }
            guard WatchedFile.at(file)?.noteCut(at: size, of: file) == true else { return SQLITE_IOERR }
            return WatchedFile.system(file).xTruncate(WatchedFile.inner(file), size)
        }
        methods.xSync = { file, flags in
            guard let file else { return SQLITE_MISUSE }
            guard WatchedFile.at(file)?.noteSynchronized() == true else { return SQLITE_IOERR }
            return WatchedFile.system(file).xSync(WatchedFile.inner(file), flags)
        }
    }

    private static func setQuestions(_ methods: inout sqlite3_io_methods) {
        methods.xRead = { file, buffer, count, offset in
            guard let file else { return SQLITE_MISUSE }
            return WatchedFile.system(file).xRead(WatchedFile.inner(file), buffer, count, offset)
        }
        methods.xFileSize = { file, size in
            guard let file else { return SQLITE_MISUSE }
            return WatchedFile.system(file).xFileSize(WatchedFile.inner(file), size)
        }
        methods.xFileControl = { file, question, answer in
            guard let file else { return SQLITE_MISUSE }
            return WatchedFile.system(file).xFileControl(WatchedFile.inner(file), question, answer)
        }
        methods.xSectorSize = { file in
            guard let file else { return 0 }
            return WatchedFile.system(file).xSectorSize(WatchedFile.inner(file))
        }
        methods.xDeviceCharacteristics = { file in
            guard let file else { return 0 }
            return WatchedFile.system(file).xDeviceCharacteristics(WatchedFile.inner(file))
        }
    }

    private static func setLocks(_ methods: inout sqlite3_io_methods) {
        methods.xLock = { file, level in
            guard let file else { return SQLITE_MISUSE }
            return WatchedFile.system(file).xLock(WatchedFile.inner(file), level)
        }
        methods.xUnlock = { file, level in
            guard let file else { return SQLITE_MISUSE }
            return WatchedFile.system(file).xUnlock(WatchedFile.inner(file), level)
        }
        methods.xCheckReservedLock = { file, isLocked in
            guard let file else { return SQLITE_MISUSE }
            return WatchedFile.system(file).xCheckReservedLock(WatchedFile.inner(file), isLocked)
        }
        methods.xShmMap = { file, page, size, isExtended, memory in
            guard let file else { return SQLITE_MISUSE }
            return WatchedFile.system(file).xShmMap(WatchedFile.inner(file), page, size, isExtended, memory)
        }
        methods.xShmLock = { file, offset, count, flags in
            guard let file else { return SQLITE_MISUSE }
            return WatchedFile.system(file).xShmLock(WatchedFile.inner(file), offset, count, flags)
        }
        methods.xShmBarrier = { file in
            if let file { WatchedFile.system(file).xShmBarrier(WatchedFile.inner(file)) }
        }
        methods.xShmUnmap = { file, isDeleted in
            guard let file else { return SQLITE_MISUSE }
            return WatchedFile.system(file).xShmUnmap(WatchedFile.inner(file), isDeleted)
        }
    }
}
