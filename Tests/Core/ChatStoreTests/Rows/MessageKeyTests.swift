import ChatTypes
import Foundation
import Testing

@testable import ChatStore

@Suite struct MessageKeyTests {
    private func key(_ id: String, in chat: String = "c", at time: Int64, attempt: Int = 0) -> Int64 {
        MessageKey.of(MessageID(id), in: ChatID(chat), at: time, attempt: attempt)
    }

    @Test func `keys ascend with time, to the millisecond, before 1970 as well`() {
        let times: [Int64] = [-5_000_000_000_000, -2, -1, 0, 1, 2, 1_647_000_000_000, 1_647_000_000_001]
        for (earlier, later) in zip(times, times.dropFirst()) {
            for id in ["a", "b", "c", "d"] { #expect(key(id, at: earlier) < key("a", at: later)) }
        }
    }

    @Test(arguments: [Int64.min, .min + 1, -253_402_300_799_999, 253_402_300_799_999, .max - 1, .max])
    func `no time is too far for a key`(time: Int64) {
        for attempt in 0..<MessageKey.attempts {
            let key = key("a", at: time, attempt: attempt)
            #expect((key < 0) == (time < 0))
        }
    }

    @Test func `a key depends on the IDs of chat and message, in every process alike`() {
        #expect(key("m1", in: "chat-ada", at: 1) == 47_539)
        #expect(Set(["a", "b", "c"].flatMap { chat in ["a", "b", "c"].map { key($0, in: chat, at: 1) } }).count > 7)
    }

    /// A moment has 32,768 keys of its own.
    @Test func `40,000 messages of one moment find a free key each`() {
        var taken: Set<Int64> = []
        for number in 1...40_000 {
            for attempt in 0..<MessageKey.attempts {
                if taken.insert(key("m\(number)", at: 0, attempt: attempt)).inserted { break }
            }
        }
        #expect(taken.count == 40_000)
    }

    @Test func `each attempt is drawn from more than the one before, and stays near`() {
        let keys = (0..<MessageKey.attempts).map { key("m1", at: 1_000_000, attempt: $0) }
        #expect(Set(keys).count == keys.count)
        #expect(
            keys.allSatisfy { (0..<900_000 << 15).contains($0 - 1_000_000 << 15) || $0 >> 15 - 1_000_000 < 1_048_576 }
        )
    }
}
