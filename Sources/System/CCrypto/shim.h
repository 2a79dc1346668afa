// The parts of libcrypto that OlmKit needs and that Swift cannot call conveniently: those with parameter lists, and those
// that must free several objects on every path. Each function returns 1 for success and 0 for failure.
//
// Every algorithm is libcrypto's. Algorithms are fetched once and passed in, because OpenSSL 3 otherwise searches its
// providers by name at every call.
#ifndef VIPER_CHAT_CCRYPTO_H
#define VIPER_CHAT_CCRYPTO_H

#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/params.h>
#include <openssl/rand.h>
#include <stdint.h>

#if OPENSSL_VERSION_NUMBER < 0x30000000L
#error "viper-chat needs OpenSSL 3 or later"
#endif

static inline OSSL_PARAM ccrypto_parameter(const char *name, const void *bytes, size_t count) {
    return OSSL_PARAM_construct_octet_string(name, (void *)bytes, count);
}

static inline OSSL_PARAM ccrypto_sha256_parameter(void) {
    static char name[] = "SHA2-256";
    return OSSL_PARAM_construct_utf8_string(OSSL_ALG_PARAM_DIGEST, name, 0);
}

/// A context of HMAC with SHA-256 and without a key, to be copied for each use; null on failure.
static inline EVP_MAC_CTX *ccrypto_hmac_template(void) {
    EVP_MAC *mac = EVP_MAC_fetch(NULL, "HMAC", NULL);
    EVP_MAC_CTX *context = mac ? EVP_MAC_CTX_new(mac) : NULL;
    OSSL_PARAM parameters[] = {ccrypto_sha256_parameter(), OSSL_PARAM_construct_end()};
    if (context && EVP_MAC_CTX_set_params(context, parameters) != 1) {
        EVP_MAC_CTX_free(context);
        context = NULL;
    }
    EVP_MAC_free(mac);
    return context;
}

/// Writes 32 bytes. The key must not be empty.
static inline int ccrypto_hmac(
    const EVP_MAC_CTX *template_context, const void *key, size_t key_count, const void *message, size_t message_count,
    void *result) {
    size_t count = 0;
    EVP_MAC_CTX *context = EVP_MAC_CTX_dup(template_context);
    int is_good = context && EVP_MAC_init(context, (const uint8_t *)key, key_count, NULL) == 1
        && EVP_MAC_update(context, (const uint8_t *)message, message_count) == 1
        && EVP_MAC_final(context, (uint8_t *)result, &count, 32) == 1 && count == 32;
    EVP_MAC_CTX_free(context);
    return is_good;
}

/// HKDF (RFC 5869) with SHA-256. An empty salt means 32 zero bytes, as the RFC says.
static inline int ccrypto_hkdf(
    EVP_KDF *hkdf, const void *secret, size_t secret_count, const void *salt, size_t salt_count, const void *info,
    size_t info_count, void *result, size_t count) {
    OSSL_PARAM parameters[5], *next = parameters;
    *next++ = ccrypto_sha256_parameter();
    *next++ = ccrypto_parameter(OSSL_KDF_PARAM_KEY, secret, secret_count);
    if (salt_count) *next++ = ccrypto_parameter(OSSL_KDF_PARAM_SALT, salt, salt_count);
    if (info_count) *next++ = ccrypto_parameter(OSSL_KDF_PARAM_INFO, info, info_count);
    *next = OSSL_PARAM_construct_end();
    EVP_KDF_CTX *context = EVP_KDF_CTX_new(hkdf);
    int is_good = context && EVP_KDF_derive(context, (uint8_t *)result, count, parameters) == 1;
    EVP_KDF_CTX_free(context);
    return is_good;
}

/// A context of HMAC with SHA-512 under a key, to be copied for each use; null on failure.
static inline EVP_MAC_CTX *ccrypto_hmac_sha512(const void *key, size_t key_count) {
    static char name[] = "SHA2-512";
    EVP_MAC *mac = EVP_MAC_fetch(NULL, "HMAC", NULL);
    EVP_MAC_CTX *context = mac ? EVP_MAC_CTX_new(mac) : NULL;
    OSSL_PARAM parameters[] = {
        OSSL_PARAM_construct_utf8_string(OSSL_ALG_PARAM_DIGEST, name, 0), OSSL_PARAM_construct_end()};
    // A null pointer would mean that the key is set already.
    const void *bytes = key_count ? key : name;
    if (context && EVP_MAC_init(context, (const uint8_t *)bytes, key_count, parameters) != 1) {
        EVP_MAC_CTX_free(context);
        context = NULL;
    }
    EVP_MAC_free(mac);
    return context;
}

/// Rounds of PBKDF2 after one whose 64 bytes, or the first one's input, are given: adds each to `sum` and writes the last to `result`.
static inline int ccrypto_pbkdf2_rounds(
    const EVP_MAC_CTX *template_context, const void *input, size_t input_count, int rounds, void *result, void *sum) {
    uint8_t *last = (uint8_t *)result, *total = (uint8_t *)sum;
    int is_good = 1;
    for (int round = 0; is_good && round < rounds; round++) {
        size_t count = 0;
        EVP_MAC_CTX *context = EVP_MAC_CTX_dup(template_context);
        const void *bytes = round ? result : input;
        is_good = context && EVP_MAC_update(context, (const uint8_t *)bytes, round ? 64 : input_count) == 1
            && EVP_MAC_final(context, last, &count, 64) == 1 && count == 64;
        EVP_MAC_CTX_free(context);
        for (int place = 0; place < 64; place++) total[place] ^= last[place];
    }
    return is_good;
}

/// AES in CBC mode with the padding of PKCS #7. `result` needs 16 bytes more than `bytes`; `written` is set to its length.
static inline int ccrypto_cbc(
    const EVP_CIPHER *cipher, int encrypts, const void *key, const void *iv, const void *bytes, int count, void *result,
    int *written) {
    int first = 0, last = 0;
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    int is_good = context
        && EVP_CipherInit_ex2(context, cipher, (const uint8_t *)key, (const uint8_t *)iv, encrypts, NULL) == 1
        && EVP_CipherUpdate(context, (uint8_t *)result, &first, (const uint8_t *)bytes, count) == 1
        && EVP_CipherFinal_ex(context, (uint8_t *)result + first, &last) == 1;
    EVP_CIPHER_CTX_free(context);
    *written = first + last;
    return is_good;
}

#endif
