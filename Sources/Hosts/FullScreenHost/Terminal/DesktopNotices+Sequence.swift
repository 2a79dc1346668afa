extension DesktopNotices {
    /// What has the desktop tell of something; empty where it is not to.
    ///
    /// - Parameter title: safe, as `text`.
    func sequence(_ title: String, _ text: String) -> String {
        // A semicolon would end the title; and behind a number, terminals take what they are to tell for a command.
        let title = title.replacing(";", with: ",")
        return switch self {
        case .off: ""
        case .osc9: "\u{1B}]9;\(title): \(text)\u{07}"
        case .osc777: "\u{1B}]777;notify;\(title);\(text)\u{07}"
        }
    }
}
