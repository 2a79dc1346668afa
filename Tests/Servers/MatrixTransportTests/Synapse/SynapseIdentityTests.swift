import Testing

/// Tests that replace a user's cross-signing keys on the homeserver, and tests that encrypt for these users, which is refused then: one
/// after the other, since they share the users.
@Suite(.serialized) enum SynapseIdentityTests {}
