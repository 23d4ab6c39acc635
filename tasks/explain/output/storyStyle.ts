/** How many chains are shown side by side. More are shown below one another. */
export const maxColumns = 6

const columns = Array.from({ length: maxColumns }, (_, index) => index + 1)

/**
 * The style of a story's page. A narrow window and paper have one column; a wide window has one for each chain. Paper has no dark ground,
 * and everything on it is unfolded.
 */
export const storyStyle: string = `
:root { --ground: #fff; --text: #1b1b1f; --dim: #5b5b66; --line: #d4d4dc; --card: #f6f6f9; --good: #17632b; --way: #0b5670; --bad: #a3180f; --ill: #7d2379 }
@media screen and (prefers-color-scheme: dark) {
  :root { color-scheme: dark; --ground: #15171c; --text: #e8e8ec; --dim: #a9adb8; --line: #3a3e48; --card: #1e2128; --good: #83d698; --way: #7fcbe4; --bad: #ff9f96; --ill: #e6a0e2 }
}
* { box-sizing: border-box }
html { -webkit-text-size-adjust: 100% }
body { margin: 0 auto; max-width: 76rem; padding: 1rem; background: var(--ground); color: var(--text); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere }
h1, h2, h3, p, ol, ul, dl, dd, pre { margin: 0 0 .5rem; padding: 0 }
h1 { font-size: 1.25rem; line-height: 1.3 }
h2 { font-size: 1.1rem; margin-top: 2rem }
h3 { font-size: 1rem }
p, li, dd, dt, code, h1, h3 { unicode-bidi: isolate }
code, pre { font: .875em/1.5 ui-monospace, monospace }
pre { background: var(--ground); border: 1px solid var(--line); border-radius: .25rem; padding: .5rem; white-space: pre-wrap; user-select: all }
dl.facts { display: grid; grid-template-columns: auto 1fr; gap: 0 1rem }
dt, .dim, time, summary { color: var(--dim) }
ol, ul { list-style: none }
.verdict { display: inline-block; border: 2px solid; border-radius: .25rem; padding: 0 .5rem; font-weight: 700 }
.delivered { color: var(--good) } .waiting { color: var(--way) } .failed { color: var(--bad) } .stuck, .unknown { color: var(--ill) }
.card { background: var(--card); border: 1px solid var(--line); border-radius: .5rem; padding: .75rem; margin: 0 0 .75rem }
.card > :last-child { margin-bottom: 0 }
summary { cursor: pointer }
.timeline .card { font-size: .9rem }
.place { font-weight: 700; color: var(--text) }
.heads { display: none }
footer { margin-top: 2rem; border-top: 1px solid var(--line); padding-top: .5rem }
@media screen and (min-width: 50rem) {
  .side { display: grid; column-gap: .75rem; align-items: start }
  .side > li { display: contents }
  .side .heads > * { font-weight: 700; border-bottom: 2px solid var(--line); margin-bottom: .75rem; padding: .25rem 0 }
  .side .where { display: none }
  .side time, .side .heads > :first-child { grid-column: 1 }
  ${columns.map((column) => `.n${column} { grid-template-columns: 9rem repeat(${column}, minmax(0, 1fr)) } .side .c${column} { grid-column: ${column + 1} }`).join("\n  ")}
}
@media print {
  body { max-width: none; padding: 0; font-size: 10pt }
  details::details-content { content-visibility: visible; display: block; block-size: auto; opacity: 1 }
  .card { break-inside: avoid; background: none }
  pre { border-color: #888 }
}
`
