// The C library under one name, so that only this file asks which platform it is on. Swift has no official way to
// export an import; the underscored attribute is what swift-nio and swift-system use for the same purpose.
#if canImport(Glibc)
    @_exported public import Glibc
#else
    @_exported public import Darwin
#endif
