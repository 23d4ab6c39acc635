import { expect } from "chai"
import { describe, it } from "mocha"

import { drawPlot } from "../../../bench/command/drawPlot.js"
import type { Panel } from "../../../bench/command/GrowthReport.js"

const panel: Panel = {
  title: "Start <of> & more",
  x: "chains",
  y: "ms",
  lines: [
    { label: "everything", points: [point(2, 100), point(20, 1_000)] },
    { label: "messaging only", points: [point(2, 100), point(20, 300)] },
  ],
}

describe("drawPlot", () => {
  it("draws each point where its numbers are, on logarithmic axes", () => {
    const middle = { ...panel, lines: [{ label: "a", points: [point(1, 10), point(10, 100), point(100, 1_000)] }] }
    const [first, second, third] = circles(drawPlot([middle]))
    expect(circles(drawPlot([middle]))).to.have.lengthOf(3)
    expect(second!.x - first!.x)
      .to.be.closeTo(third!.x - second!.x, 0.2)
      .and.to.be.above(0)
    expect(first!.y - second!.y)
      .to.be.closeTo(second!.y - third!.y, 0.2)
      .and.to.be.above(0)
  })

  it("draws every line of every panel, in a place of its own", () => {
    const svg = drawPlot([panel, panel, panel])
    expect(svg.match(/<polyline /g)).to.have.lengthOf(6)
    expect(new Set(svg.match(/translate\([^)]*\)/g))).to.have.lengthOf(3)
    expect(circles(svg)).to.have.lengthOf(12)
  })

  it("has its colors without variables, which some programs that show pictures do not know", () => {
    const svg = drawPlot([panel])
    expect(svg).to.contain(".s0{stroke:#").and.to.contain(".f1{fill:#").and.not.to.contain("var(")
  })

  it("names axes with their units, ticks and lines, and escapes what it is given", () => {
    const svg = drawPlot([panel])
    for (const text of ["Start &lt;of> &amp; more", "chains, log scale", "ms, log scale", ">1,000<", "● everything"]) {
      expect(svg).to.contain(text)
    }
    expect(drawPlot([{ ...panel, lines: panel.lines.slice(0, 1) }]), "a line that is alone").to.not.contain("●")
  })

  it("draws numbers that do not grow, and brings its own background for light and dark", () => {
    const flat = { ...panel, lines: [{ label: "a", points: [point(1, 8), point(1_000, 8)] }] }
    const svg = drawPlot([flat])
    expect(svg).to.not.match(/NaN|Infinity/)
    expect(svg).to.contain('class="ground"').and.to.contain("prefers-color-scheme:dark")
  })
})

function point(x: number, y: number): { x: number; y: number } {
  return { x, y }
}

function circles(svg: string): { x: number; y: number }[] {
  return [...svg.matchAll(/cx="([\d.]+)" cy="([\d.]+)"/g)].map(([, x, y]) => point(Number(x), Number(y)))
}
