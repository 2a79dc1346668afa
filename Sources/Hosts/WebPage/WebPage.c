// #embed belongs to C23; the compiler has it in every dialect, and warns.
#pragma clang diagnostic ignored "-Wc23-extensions"

#include "WebPage.h"

static const unsigned char index_html[] = {
#embed "Page/index.html"
};
static const unsigned char page_css[] = {
#embed "Page/page.css"
};
static const unsigned char icon_svg[] = {
#embed "Page/icon.svg"
};
static const unsigned char icon_unread_svg[] = {
#embed "Page/icon-unread.svg"
};
static const unsigned char main_js[] = {
#embed "Page/main.js"
};
static const unsigned char link_js[] = {
#embed "Page/link.js"
};
static const unsigned char dom_js[] = {
#embed "Page/dom.js"
};
static const unsigned char rows_js[] = {
#embed "Page/rows.js"
};
static const unsigned char text_js[] = {
#embed "Page/text.js"
};
static const unsigned char message_js[] = {
#embed "Page/message.js"
};
static const unsigned char list_js[] = {
#embed "Page/list.js"
};
static const unsigned char chat_js[] = {
#embed "Page/chat.js"
};
static const unsigned char finder_js[] = {
#embed "Page/finder.js"
};
static const unsigned char composer_js[] = {
#embed "Page/composer.js"
};
static const unsigned char panes_js[] = {
#embed "Page/panes.js"
};
static const unsigned char details_js[] = {
#embed "Page/details.js"
};
static const unsigned char form_js[] = {
#embed "Page/form.js"
};
static const unsigned char dialogs_js[] = {
#embed "Page/dialogs.js"
};
static const unsigned char notices_js[] = {
#embed "Page/notices.js"
};

#define SCRIPT "text/javascript; charset=utf-8"

static const struct web_page_file files[] = {
    {"/", "text/html; charset=utf-8", index_html, sizeof index_html},
    {"/page.css", "text/css; charset=utf-8", page_css, sizeof page_css},
    {"/icon.svg", "image/svg+xml", icon_svg, sizeof icon_svg},
    {"/icon-unread.svg", "image/svg+xml", icon_unread_svg, sizeof icon_unread_svg},
    {"/main.js", SCRIPT, main_js, sizeof main_js},
    {"/link.js", SCRIPT, link_js, sizeof link_js},
    {"/dom.js", SCRIPT, dom_js, sizeof dom_js},
    {"/rows.js", SCRIPT, rows_js, sizeof rows_js},
    {"/text.js", SCRIPT, text_js, sizeof text_js},
    {"/message.js", SCRIPT, message_js, sizeof message_js},
    {"/list.js", SCRIPT, list_js, sizeof list_js},
    {"/chat.js", SCRIPT, chat_js, sizeof chat_js},
    {"/finder.js", SCRIPT, finder_js, sizeof finder_js},
    {"/composer.js", SCRIPT, composer_js, sizeof composer_js},
    {"/panes.js", SCRIPT, panes_js, sizeof panes_js},
    {"/details.js", SCRIPT, details_js, sizeof details_js},
    {"/form.js", SCRIPT, form_js, sizeof form_js},
    {"/dialogs.js", SCRIPT, dialogs_js, sizeof dialogs_js},
    {"/notices.js", SCRIPT, notices_js, sizeof notices_js},
};

const struct web_page_file *_Nullable web_page_file(size_t number) {
    return number < sizeof files / sizeof *files ? &files[number] : NULL;
}
