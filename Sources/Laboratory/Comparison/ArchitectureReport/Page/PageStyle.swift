/// How the page looks, in light and in dark.
enum PageStyle {
    static let css = """
        :root { color-scheme: light dark; --paper: #fcfcfa; --ink: #1d1f23; --faint: #5c626b; --rule: #d9d9d4;
          --band: #f0f0eb; --c0: #1f5fbf; --c1: #b8500a; --c2: #2a7d46; --c3: #8a3fa8; --c4: #a3262f; --c5: #6a6414; }
        @media (prefers-color-scheme: dark) {
          :root { --paper: #16181c; --ink: #e6e6e2; --faint: #a2a7ae; --rule: #373b42; --band: #1f2227;
            --c0: #7fb0ff; --c1: #ffab66; --c2: #76cf93; --c3: #d49bee; --c4: #ff9096; --c5: #d6cd6b; } }
        * { box-sizing: border-box; }
        body { margin: 0; background: var(--paper); color: var(--ink);
          font: 16px/1.5 system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif; }
        main { max-width: 75rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
        h1 { font-size: 1.9rem; line-height: 1.2; margin: 0.5rem 0; }
        h2 { font-size: 1.3rem; margin: 3rem 0 0.5rem; padding-top: 0.75rem; border-top: 1px solid var(--rule); }
        p, li { max-width: 44rem; overflow-wrap: anywhere; }
        p.note, ul { color: var(--faint); font-size: 0.9rem; }
        ul { padding-left: 1.2rem; }
        ul.summary { color: inherit; font-size: 1rem; }
        nav a, a { color: inherit; }
        nav ul { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; }
        .figures { display: grid; gap: 1.5rem 2rem; margin: 1rem 0;
          grid-template-columns: repeat(auto-fit, minmax(min(100%, 21rem), 1fr)); }
        figure { margin: 0; max-width: 34rem; }
        figcaption { font-weight: 600; margin-bottom: 0.25rem; }
        svg { display: block; width: 100%; height: auto; }
        svg text { font-size: 11px; fill: var(--ink); }
        svg text.faint { fill: var(--faint); }
        svg text.strong { font-weight: 600; }
        svg text.number { font-variant-numeric: tabular-nums; }
        svg text.over { paint-order: stroke; stroke: var(--paper); stroke-width: 3px; stroke-linejoin: round; }
        .grid { stroke: var(--rule); stroke-width: 1; }
        .lane { stroke: var(--rule); stroke-width: 1.5; }
        .band { fill: var(--band); }
        .line { fill: none; stroke-width: 2; }
        .key { display: inline-block; width: 0.8em; height: 0.8em; border-radius: 2px; margin-right: 0.35em; }
        .legend { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; list-style: none; padding: 0; margin: 0.5rem 0;
          color: var(--ink); }
        table { border-collapse: collapse; width: 100%; margin: 1rem 0; font-size: 0.9rem;
          font-variant-numeric: tabular-nums; }
        th, td { text-align: right; padding: 0.3rem 0.5rem; border-bottom: 1px solid var(--rule);
          vertical-align: top; overflow-wrap: anywhere; }
        th:first-child { text-align: left; font-weight: 400; min-width: 7.5rem; }
        thead th { font-weight: 600; vertical-align: bottom; overflow-wrap: normal; }
        table.few { max-width: 54rem; }
        @media (max-width: 42rem) {
          table { font-size: 0.8rem; }
          th, td { padding: 0.25rem 0.3rem; }
          table.many thead { display: none; }
          table.many tr { display: grid; grid-template-columns: repeat(3, 1fr); padding: 0.5rem 0;
            border-bottom: 1px solid var(--rule); }
          table.many th { grid-column: 1 / -1; font-weight: 600; border: 0; }
          table.many td { border: 0; text-align: left; }
          table.many td::before { content: attr(data-label) " "; color: var(--faint); }
        }
        \(colours)
        """

    /// A version's colour, by its place in the table.
    private static let colours = (0..<6).map { index in
        ".fill-\(index) { fill: var(--c\(index)); } .line-\(index) { stroke: var(--c\(index)); } "
            + ".key-\(index) { background: var(--c\(index)); }"
    }.joined(separator: "\n")

    /// How many versions have a colour of their own.
    static let colourCount = 6
}
