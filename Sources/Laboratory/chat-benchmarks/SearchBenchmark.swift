import ChatApp
import ChatList
import ChatSession
import ChatStore
import ChatTypes
import Foundation

/// The time for the first page of search results, for a word and for every letter. Also measures how much a search of
/// all messages delays sending.
enum SearchBenchmark {
    static let repetitions = 15
    static let sendCount = 200

    static func run(_ scale: Scale, history: URL, in place: borrowing Workplace) async throws -> [Figure] {
        let copy = try place.copy(of: history, as: "search.sqlite")
        let figures = [try await word(scale, copy), try await letters(scale, copy)]
        return figures + [try await sending(scale, copy)]
    }

    private static func word(_ scale: Scale, _ history: URL) async throws -> Figure {
        let database = try ChatDatabase(.file(path: history.path))
        let bare = try BareStatements(BareConnection(path: history.path))
        var (oursTimes, bareTimes): ([Double], [Double]) = ([], [])
        for _ in 0..<repetitions {
            oursTimes.append(try await seconds { _ = try database.read { try $0.search("harbours", limit: 50) } })
            bareTimes.append(try await seconds { try bare.search("\"harbours\"*", limit: 51) })
        }
        return Figure(
            "search, the first page",
            scale,
            unit: "ms",
            ours: median(oursTimes) * 1000,
            bare: median(bareTimes) * 1000,
            ratio: median(oursTimes) / median(bareTimes)
        )
    }

    /// Returns the median for the slowest letter.
    private static func letters(_ scale: Scale, _ history: URL) async throws -> Figure {
        let database = try ChatDatabase(.file(path: history.path))
        var slowest = 0.0
        for letter in "abcdefghijklmnopqrstuvwxyz0123456789" {
            var times: [Double] = []
            for _ in 0..<repetitions {
                times.append(try await seconds { _ = try database.read { try $0.search("\(letter)", limit: 50) } })
            }
            slowest = max(slowest, median(times))
        }
        return Figure("search for one letter, the first page, the slowest", scale, unit: "ms", ours: slowest * 1000)
    }

    /// Returns the longest wait of a send while a search reads all results, compared with the longest in an idle app.
    private static func sending(_ scale: Scale, _ history: URL) async throws -> Figure {
        try await RunningApp(history: history).run { app in
            await app.untilList { !$0.rows.isEmpty }
            let session = app.application.session
            let chat = scale.header(0).id
            func longestWait() async throws -> Double {
                var longest = 0.0
                for number in 0..<sendCount {
                    longest = max(longest, try await seconds { try await session.send("Line \(number)", to: chat) })
                }
                return longest
            }
            let idle = try await longestWait()
            let search = Task {
                var count = 0
                while !Task.isCancelled { count += try await session.read { try $0.messageCount(matching: "m") } }
                return count
            }
            let busy = try await longestWait()
            search.cancel()
            _ = await search.result
            return Figure(
                "the longest wait of a send during a search of all",
                scale,
                unit: "ms",
                ours: busy * 1000,
                bare: idle * 1000,
                ratio: busy / idle
            )
        }
    }
}

extension ChatReader {
    /// Reads every result, page by page, in one transaction.
    fileprivate func messageCount(matching text: String) throws -> Int {
        var (count, place): (Int, SearchPlace?) = (0, nil)
        repeat {
            let page = try search(text, after: place, limit: 1000)
            (count, place) = (count + page.hits.count, page.next)
        } while place != nil
        return count
    }
}
