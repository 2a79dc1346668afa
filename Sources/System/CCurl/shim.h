// libcurl's setters and getters take any number of arguments, which Swift cannot call. Each of these takes one, of one type.
#ifndef VIPER_CHAT_CCURL_H
#define VIPER_CHAT_CCURL_H

#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>

#if LIBCURL_VERSION_NUM < 0x075700
#error "viper-chat needs libcurl 7.87 or later"
#endif

static inline CURLcode ccurl_set_long(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode ccurl_set_offset(CURL *handle, CURLoption option, curl_off_t value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode ccurl_set_text(CURL *handle, CURLoption option, const char *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode ccurl_set_pointer(CURL *handle, CURLoption option, void *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode ccurl_set_list(CURL *handle, CURLoption option, struct curl_slist *value) {
    return curl_easy_setopt(handle, option, value);
}

/// For readers and writers, which have one type.
static inline CURLcode ccurl_set_mover(CURL *handle, CURLoption option, curl_write_callback value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode ccurl_set_seeker(CURL *handle, CURLoption option, curl_seek_callback value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode ccurl_set_prerequest(CURL *handle, CURLoption option, curl_prereq_callback value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode ccurl_get_long(CURL *handle, CURLINFO info, long *value) {
    return curl_easy_getinfo(handle, info, value);
}

static inline CURLcode ccurl_get_text(CURL *handle, CURLINFO info, const char **value) {
    return curl_easy_getinfo(handle, info, value);
}

static inline CURLcode ccurl_get_pointer(CURL *handle, CURLINFO info, void **value) {
    return curl_easy_getinfo(handle, info, value);
}

/// How the transfer that a message is about has ended: a union, which Swift does not read.
static inline CURLcode ccurl_result(const CURLMsg *message) {
    return message->data.result;
}

#endif
