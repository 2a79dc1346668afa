import Foundation
import Testing

@testable import OlmKit

struct ConversationTests {
    @Test func `recorded conversations with vodozemac and libolm play again byte by byte`() throws {
        let conversations = try JSONDecoder().decode(
            [Conversation].self,
            from: Data(contentsOf: Conversation.file)
        )
        #expect(conversations.count == 4)
        for conversation in conversations {
            var ours = try OurSide(seed: conversation.seed)
            if conversation.isOurs {
                try ours.begin(with: conversation.theirKey, oneTimeKey: conversation.theirOneTimeKey)
            }
            for line in conversation.lines {
                switch line {
                case .ours(let text, let type, let body):
                    let message = try ours.encrypt(text)
                    #expect(message.type == type && message.body == body)
                case .theirs(let text, let type, let body):
                    #expect(try ours.decrypt(type: type, body: body) == text)
                }
            }
            #expect(ours.id == conversation.id)
        }
    }
}
