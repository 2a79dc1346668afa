import Testing

/// Tests that replace a user's cross-signing keys on the homeserver: one after the other, since they share the users.
@Suite(.serialized) enum SynapseIdentityTests {}
