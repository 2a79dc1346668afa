import Testing

/// A source counted by hand, as `cloc` counts it.
struct Fixture: CustomTestStringConvertible {
    let name: String
    let source: String
    /// Blank, comment and code lines.
    let cloc: [Int]

    init(_ name: String, _ source: String, cloc: [Int]) {
        self.name = name
        self.source = source
        self.cloc = cloc
    }

    var testDescription: String { name }
}

extension Fixture {
    static let all = plain + ends + strings + backslashes

    static let plain = [
        Self("empty", "", cloc: [0, 0, 0]),
        Self("one newline", "\n", cloc: [1, 0, 0]),
        Self("white space of every kind", " \t\n\u{B}\u{C}\n", cloc: [2, 0, 0]),
        Self("only comments", "// a\n/* b */\n/// c\n/** d */\n", cloc: [0, 4, 0]),
        Self("only comments, no newline at the end", "// a\n// b", cloc: [0, 2, 0]),
        Self("code and comment on one line", "a() // b\n/* c */ d()\ne() /* f */ g()\n", cloc: [0, 0, 3]),
        // `cloc` removes the line break together with the comment.
        Self("code on both sides of a long comment", "a() /* b\n\nc\n*/ d()\n", cloc: [1, 2, 1]),
        Self("blank lines in a comment", "/*\n\na\n  \n*/\n", cloc: [2, 3, 0]),
        Self("block opened and closed side by side", "/**//**/\n/***/\n/* a *//* b\n*/\n", cloc: [0, 4, 0]),
        Self("opening that is no closing", "/*/\na()\n/*/ b()\n", cloc: [0, 2, 1]),
        Self("line comment hides a block", "// /*\na()\n// */\n", cloc: [0, 2, 1]),
        Self("block hides a line comment", "/* //\na()\n// */ b()\n", cloc: [0, 2, 1]),
        Self("shebang", "#!/usr/bin/env swift\n// a\nb()\n", cloc: [0, 1, 2]),
        Self("compiler directives", "#if DEBUG // a\nb()\n#endif\n", cloc: [0, 0, 3]),
        // `cloc` ends a comment at the first closing marker and treats the rest as code.
        Self("nested on one line", "/* a /* b */ c */\nd()\n", cloc: [0, 0, 2]),
        Self("nested on many lines", "/*\n/* a */\nb\n*/\nc()\n", cloc: [0, 2, 3]),
        // For `cloc`, an opening marker without a closing one is code. For Swift the rest of the file is a comment,
        // and an error.
        Self("unterminated", "a()\n/* b\nc\n", cloc: [0, 0, 3]),
        Self("opening that is no closing, unterminated", "/*/\na()\n", cloc: [0, 0, 2]),
        Self("unterminated, with a closing before", "/* a */\n/* b\nc\n", cloc: [0, 1, 2]),
    ]

    /// Line ends and byte order marks.
    static let ends = [
        Self("no newline at the end", "a()\nb()", cloc: [0, 0, 2]),
        Self("white space after the last newline", "a()\n  ", cloc: [1, 0, 1]),
        Self("CRLF", "// a\r\n\r\nb() // c\r\n/*\r\n*/\r\n", cloc: [1, 3, 1]),
        Self("CRLF, no newline at the end", "a()\r\n// b\r", cloc: [0, 1, 1]),
        Self("byte order mark", "\u{FEFF}// a\nb()\n", cloc: [0, 1, 1]),
        Self("byte order mark before a blank line", "\u{FEFF}\na()\n", cloc: [1, 0, 1]),
        Self("nothing but a byte order mark", "\u{FEFF}", cloc: [1, 0, 0]),
        Self("no-break space is not white space", "\u{A0}\n", cloc: [0, 0, 1]),
        // A lone CR is white space for `cloc`, so the comment continues; Swift ends the line there.
        Self("lone CR", "// a\rb()\n", cloc: [0, 1, 0]),
    ]

    /// Comment markers inside literals, which `cloc` treats as comments.
    static let strings = [
        Self("line comment in a string", "let a = \"http://b\"\nc()\n", cloc: [0, 0, 2]),
        Self("block in a string, closed there", "let a = \"/* b */\"\nc()\n", cloc: [0, 0, 2]),
        Self("block in a string, never closed", "let a = \"*.swift/*\"\nb()\n", cloc: [0, 0, 2]),
        Self(
            "block in a string, closed in another",
            "let a = \"/*\"\nb()\nlet c = \"*/\"\n",
            cloc: [0, 2, 1]
        ),
        Self("escaped quote", "let a = \"\\\"//\"\n// b\n", cloc: [0, 1, 1]),
        Self(
            "comments in a multi-line string",
            "let a = \"\"\"\n    // b\n\n    /* c\n    */\n    \\\"\"\" // d\n    \"\"\"\n",
            cloc: [1, 3, 3]
        ),
        Self("raw string", "let a = #\"\\\" // b\"#\n// c\n", cloc: [0, 1, 1]),
        Self(
            "raw multi-line string with hashes",
            "let a = ##\"\"\"\n// b\n\"\"\"#\n/* c */\n\"\"\"##\n// d\n",
            cloc: [0, 3, 3]
        ),
        Self("quotes in a raw string of one line", "let a = #\"\"\"#\n// b\n", cloc: [0, 1, 1]),
        Self(
            "string and comment in an interpolation",
            "let a = \"\\(b(\"//\", /* c */ 1))\"\nlet d = \"\"\"\n\\(e(\n// f\n\"// g\"))\n// h\n\"\"\"\n",
            cloc: [0, 2, 5]
        ),
        Self(
            "interpolation in a raw string",
            "let a = #\"\"\"\n\\(\"\n// b\n\\#(c(\n/* d */\n))\n\"\"\"#\n",
            cloc: [0, 2, 5]
        ),
        Self("string left open", "let a = \"b\n// c\n", cloc: [0, 1, 1]),
        Self("bare regular expression", "let a = /b\\/\\/*\"/\n// c\n", cloc: [0, 1, 1]),
        Self("division", "let a = b / c // d\nlet e = f/g\n// h\n", cloc: [0, 1, 2]),
        Self(
            "regular expression between hashes",
            "let a = #/\n  // b\n  \"\n/#\n// c\n",
            cloc: [0, 2, 3]
        ),
        Self(
            "block opener in a regular expression",
            "let a = #/[/*]/#\nb()\nlet c = #/*/#\n",
            cloc: [0, 2, 1]
        ),
        Self("operator like an opener", "let a = b */c\nd()\n", cloc: [0, 0, 2]),
    ]

    /// `cloc` treats a backslash at the end of a line as a continuation, as in C.
    static let backslashes = [
        Self("continued string", "let a = \"\"\"\nb \\\nc\n\"\"\"\n", cloc: [0, 0, 4]),
        Self(
            "blank line after a backslash",
            "let a = \"\"\"\nb \\\n\nc\n\"\"\"\n",
            cloc: [0, 0, 5]
        ),
        Self(
            "comment that ends in a backslash",
            "// a \\\nb()\nc() // d \\\ne()\n",
            cloc: [0, 2, 2]
        ),
        Self("blank line after such a comment", "// a \\\n\nb()\n", cloc: [0, 2, 1]),
        Self("nothing after a backslash", "a \\\n\n", cloc: [0, 1, 1]),
        Self("path that ends in a backslash", "let a = \"\\\\\"\nb()\n", cloc: [0, 0, 2]),
        // `cloc` itself prints -1 comment lines and 3 code lines here.
        Self("backslash before a comment", "a \\/* b */\nc()\n", cloc: [0, 0, 2]),
    ]
}
