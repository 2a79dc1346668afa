import ChatTypes

@testable import HostKit

extension HostEvent.DetailsLine {
    /// The details of a group.
    static let trip = Self(
        contact: "Trip",
        members: ["Ada"],
        hasMore: true,
        text: "3 people",
        notifications: .muted
    )
}

extension HostEvent.PicturesLine {
    /// Two pictures of many.
    static let two = Self(
        contact: "Ada",
        pictures: [
            HostEvent.PicturesLine.Picture(id: "m2", name: "b.png", detail: "image/png, 9 bytes"),
            HostEvent.PicturesLine.Picture(id: "m1", name: "a.jpg", detail: "image/jpeg, 1.2 MB"),
        ],
        first: 9,
        hasMore: true
    )
}

extension HostEvent.MessageLine {
    /// Returns the line of a message in the chat with Ada.
    static func sample(
        _ text: String,
        _ state: HostEvent.MessageLine.State,
        from: String = "me",
        images: Int = 0,
        time: String = "9:00 am"
    ) -> Self {
        Self(contact: "Ada", id: "m1", from: from, text: text, state: state, time: time, images: images)
    }
}
