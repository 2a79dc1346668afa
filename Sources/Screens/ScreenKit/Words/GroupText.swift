public import ChatTypes

/// What we ourselves are called beside others.
public let ownName = "You"

/// What is said of a group beneath its title.
public func groupText(_ group: GroupState) -> String {
    if group.hasLeft { return "You have left" }
    return group.memberCount == 1 ? "1 person" : "\(group.memberCount) people"
}
