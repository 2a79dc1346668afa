import WebPage

/// The files of the page, by their paths.
enum PageFiles {
    struct File: Sendable {
        let mediaType: String
        let bytes: [UInt8]
    }

    static let all: [String: File] = {
        var files: [String: File] = [:]
        var number = 0
        while let file = web_page_file(number)?.pointee {
            files[String(cString: file.path)] = File(
                mediaType: String(cString: file.type),
                bytes: Array(UnsafeBufferPointer(start: file.bytes, count: file.count))
            )
            number += 1
        }
        return files
    }()
}
