/// The style sheet of the page, for light and dark appearance.
enum PageStyle {
    static let css = """
        :root { color-scheme: light dark; --paper: #fcfcfa; --ink: #1d1f23; --faint: #5c626b; --rule: #d9d9d4;
          --cycle: #c4202b; --c0: #1f5fbf; --c1: #b8500a; --c2: #2a7d46; --c3: #8a3fa8; --c4: #a3262f; --c5: #6a6414;
          --c6: #0f7f8c; --c7: #7a4a2b; --c8: #4b5563; --c9: #a8286b; }
        @media (prefers-color-scheme: dark) {
          :root { --paper: #16181c; --ink: #e6e6e2; --faint: #a2a7ae; --rule: #373b42; --cycle: #ff7a80;
            --c0: #7fb0ff; --c1: #ffab66; --c2: #76cf93; --c3: #d49bee; --c4: #ff9096; --c5: #d6cd6b; --c6: #6cd3df;
            --c7: #d7a98a; --c8: #b6bfca; --c9: #f58fc0; } }
        * { box-sizing: border-box; }
        body { margin: 0; background: var(--paper); color: var(--ink);
          font: 16px/1.5 system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif; }
        main { max-width: 75rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
        h1 { font-size: 1.9rem; line-height: 1.2; margin: 0.5rem 0; }
        h2 { font-size: 1.3rem; margin: 1.5rem 0 0.5rem; padding-top: 0.5rem; border-top: 1px solid var(--rule); }
        p, li { max-width: 44rem; overflow-wrap: anywhere; }
        main > p, #ledger > p { max-width: none; margin: 0.4rem 0; }
        p.note, ul { color: var(--faint); font-size: 0.9rem; }
        ul { padding-left: 1.2rem; }
        a { color: inherit; }
        .ledger { columns: 2 26rem; column-gap: 2.5rem; font-size: 0.92rem; }
        .source { break-inside: avoid; margin: 0 0 1rem; }
        .source h3 { font-size: 0.95rem; margin: 0 0 0.1rem; }
        .source p { margin: 0.1rem 0 0.2rem; }
        .fails { --mark: var(--cycle); }
        .inPart { --mark: var(--c5); }
        .holds { --mark: var(--c2); }
        .everywhere { --mark: var(--c0); }
        .untested { --mark: var(--faint); }
        .source details { border-bottom: 1px solid var(--rule); padding: 0.12rem 0; }
        .source summary { padding-left: 1rem; text-indent: -1rem; }
        .source summary span { text-indent: 0; }
        .mark { display: inline-block; min-width: 3.6rem; font-size: 0.82rem; padding-left: 0.4rem;
          border-left: 4px solid var(--mark); }
        summary { cursor: pointer; }
        summary h3 { display: inline; font-size: 1rem; }
        section > details { border-bottom: 1px solid var(--rule); padding: 0.4rem 0; }
        .by { color: var(--faint); font-size: 0.82rem; }
        dl { margin: 0.3rem 0 0.5rem; }
        dt { color: var(--faint); font-size: 0.82rem; }
        dd { margin: 0 0 0.3rem; overflow-wrap: anywhere; }
        code { font: 0.82rem/1.4 ui-monospace, "DejaVu Sans Mono", monospace; overflow-wrap: anywhere; }
        .cards { display: grid; gap: 1.5rem 2rem; margin: 0.75rem 0;
          grid-template-columns: repeat(auto-fit, minmax(min(100%, 18rem), 1fr)); }
        .cards h3, .cards h4 { font-size: 1rem; margin: 0 0 0.3rem; }
        .cards p { margin: 0.3rem 0; font-size: 0.92rem; }
        .cards h5 { font-size: 0.8rem; font-weight: 400; color: var(--faint); margin: 0.5rem 0 0.1rem; overflow-wrap: anywhere; }
        .cards.diffs { grid-template-columns: repeat(auto-fit, minmax(min(100%, 16rem), 1fr)); }
        article { min-width: 0; }
        pre { margin: 0; font: 0.75rem/1.45 ui-monospace, "DejaVu Sans Mono", monospace; white-space: pre-wrap;
          overflow-wrap: anywhere; }
        pre > span { display: block; padding-left: 1.2em; text-indent: -1.2em; border-left: 3px solid transparent; }
        .added { background: color-mix(in srgb, var(--c2) 14%, transparent); border-left-color: var(--c2) !important; }
        .removed { background: color-mix(in srgb, var(--cycle) 12%, transparent); border-left-color: var(--cycle) !important; }
        .same, .gap, .c { color: var(--faint); }
        .k { color: var(--c3); font-weight: 600; }
        .s { color: var(--c1); }
        .ways { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem; max-width: 24rem; font-size: 0.8rem;
          text-align: center; }
        .ways figure { margin: 0; display: flex; flex-direction: column; }
        .ways figcaption { color: var(--faint); }
        .ways ol { list-style: none; margin: 0; padding: 0; flex: 1; display: flex; gap: 1.2rem;
          flex-direction: column; justify-content: space-between; }
        .ways ol.up { flex-direction: column-reverse; }
        .ways li { border: 1px solid var(--faint); border-radius: 2px; padding: 0.1rem; position: relative; }
        .ways li:not(:last-child)::after { content: "\\2193"; position: absolute; bottom: -1.3rem; left: 0; right: 0; }
        .ways .up li:not(:last-child)::after { content: "\\2191"; bottom: auto; top: -1.3rem; }
        table { border-collapse: collapse; width: 100%; margin: 1rem 0; font-size: 0.9rem;
          font-variant-numeric: tabular-nums; }
        th, td { text-align: right; padding: 0.3rem 0.5rem; border-bottom: 1px solid var(--rule);
          vertical-align: top; overflow-wrap: anywhere; }
        th:first-child { text-align: left; font-weight: 400; min-width: 7.5rem; }
        thead th { font-weight: 600; vertical-align: bottom; overflow-wrap: normal; }
        table.numbers { max-width: 54rem; }
        table.numbers td, table.numbers th { overflow-wrap: normal; }
        table.words td, table.words th { text-align: left; }
        table.words th:first-child { min-width: 9rem; }
        @media (max-width: 42rem) {
          table { font-size: 0.78rem; }
          th, td { padding: 0.25rem 0.2rem; }
          th:first-child { padding-left: 0; min-width: 5.2rem; max-width: 6.5rem; }
          table.words thead { display: none; }
          table.words tr { display: block; padding: 0.4rem 0; border-bottom: 1px solid var(--rule); }
          table.words th, table.words td { display: block; border: 0; max-width: none; padding: 0.1rem 0; }
          table.words th { font-weight: 600; }
          table.words td::before { content: attr(data-label) ": "; color: var(--faint); }
        }
        """
}
