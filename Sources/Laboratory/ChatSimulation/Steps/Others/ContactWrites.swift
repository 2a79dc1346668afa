import ChatTypes
import SimulatedServer
import Transport

/// A contact sends a number of messages at once.
struct ContactWrites: OthersStep {
    let chat: Int
    let text: Int
    let count: Int
    let images: Int

    init(chat: Int, text: Int, count: Int, images: Int) {
        (self.chat, self.text, self.count, self.images) = (chat, text, count, images)
    }

    /// Draws a burst once in five times, and pictures in one of six messages.
    init(drawnFrom draw: inout PlanDraw) {
        let isBurst = draw.number() < 200
        (chat, text) = (draw.number(), draw.number())
        count = isBurst ? 10 + draw.number() % 51 : 1
        images = draw.number() < 167 ? 2 : 0
    }

    func happen(in world: SimulatedWorld) async {
        guard let (header, writers) = await world.company(chat) else { return }
        for index in 0..<count {
            _ = try? await world.server.contactWrites(
                OddTexts.text(text + index),
                // Matrix sends each picture in its own message.
                imageCount: world.matrix == nil ? images : min(images, 1),
                mentioningMe: (text + index) % 7 == 0,
                as: OddTexts.id(text + index),
                in: header.id,
                by: writers[(text + index / 3) % writers.count]
            )
        }
    }
}
