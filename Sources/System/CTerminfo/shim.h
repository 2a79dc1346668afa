// What ncurses knows of terminals: its terminfo library. Swift can neither call functions with variable arguments nor read
// `cur_term`, which is a macro.
#ifndef VIPER_CHAT_CTERMINFO_H
#define VIPER_CHAT_CTERMINFO_H

#include <stddef.h>
#include <curses.h>
#include <term.h>

/// Loads the description of a terminal, for the functions below; 1 when there is one.
static inline int cterminfo_load(const char *name, int descriptor) {
    int result = 0;
    return setupterm((char *)name, descriptor, &result) == OK ? 1 : 0;
}

/// Frees the loaded description. Texts that were read of it are freed, too; filling copies of them needs no description.
static inline void cterminfo_unload(void) {
    del_curterm(cur_term);
}

/// A text of the description: null where the terminal has none.
static inline const char *cterminfo_text(const char *capability) {
    const char *text = tigetstr((char *)capability);
    return text == (char *)-1 ? NULL : text;
}

static inline int cterminfo_number(const char *capability) { return tigetnum((char *)capability); }

static inline int cterminfo_flag(const char *capability) { return tigetflag((char *)capability) == 1; }

/// A text with one or two numbers put in; valid until the next call.
static inline const char *cterminfo_filled(const char *text, int first, int second) {
    return tparm((char *)text, (long)first, (long)second, 0L, 0L, 0L, 0L, 0L, 0L, 0L);
}

#endif
