// The files of the page, which this module carries so that the program stays one file.
#ifndef VIPER_CHAT_WEB_PAGE_H
#define VIPER_CHAT_WEB_PAGE_H

#include <stddef.h>

/// A file of the page.
struct web_page_file {
    /// The path at which the page asks for it.
    const char *_Nonnull path;
    /// The MIME type.
    const char *_Nonnull type;
    const unsigned char *_Nonnull bytes;
    size_t count;
};

/// Returns the file with a number, counted from 0; NULL if there are fewer.
const struct web_page_file *_Nullable web_page_file(size_t number);

#endif
