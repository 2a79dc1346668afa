// libsodium's Ed25519, X25519 and locked memory.
#ifndef VIPER_CHAT_CSODIUM_H
#define VIPER_CHAT_CSODIUM_H

#include <sodium.h>

/// Writes the 64 bytes of a signature by Ed25519. The public key must belong to the private one, of 32 bytes.
static inline void csodium_sign(
    const unsigned char *secret, const unsigned char *public_key, const unsigned char *message,
    unsigned long long message_count, unsigned char *result) {
    // libsodium's own form of a private key has the public one behind it.
    unsigned char pair[crypto_sign_ed25519_SECRETKEYBYTES];
    for (int place = 0; place < 32; place++) {
        pair[place] = secret[place];
        pair[32 + place] = public_key[place];
    }
    crypto_sign_ed25519_detached(result, NULL, message, message_count, pair);
    sodium_memzero(pair, sizeof pair);
}

/// Writes the 32 bytes of the public key that belongs to a private one of Ed25519.
static inline void csodium_signing_public_key(const unsigned char *secret, unsigned char *result) {
    unsigned char pair[crypto_sign_ed25519_SECRETKEYBYTES];
    crypto_sign_ed25519_seed_keypair(result, pair, secret);
    sodium_memzero(pair, sizeof pair);
}

#endif
