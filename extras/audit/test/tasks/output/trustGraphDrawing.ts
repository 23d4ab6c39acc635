import { expect } from "chai"
import { describe, it } from "mocha"

import { trustGraph } from "#extras/audit/tasks/output/trustGraph.js"
import { elementsOf, parseXml } from "#test/fixtures/output/parseXml.js"

describe("the drawing of what applications rest on", () => {
  it("draws each edge to where it ends, red only where it leads to who can forge alone", () => {
    const node = (id: string, column: number, isRed = false) => ({ id, column, title: id, detail: `in ${id}`, isRed })
    const nodes = [
      ...[node("app", 0), node("plug", 1, true), node("manager", 3, true), node("owner", 4, true), node("safe", 4)],
      ...[node("key", 5, true), node("k".repeat(31), 5)],
    ]
    const edge = (from: string, to: string, as: string) => ({ from, to, as })
    const edges = [
      ...[edge("app", "plug", "plug"), edge("plug", "manager", "manager"), edge("manager", "owner", "owner")],
      ...[edge("owner", "safe", "signer"), edge("owner", "owner", "module"), edge("safe", "key", "signer")],
      ...[edge("key", "plug", "back"), edge("key", "nobody", "missing"), edge("nobody", "key", "missing")],
      edge("safe", "k".repeat(31), "r".repeat(10)),
    ]
    const svg = trustGraph({ nodes, edges })
    const root = parseXml(svg)
    const drawn = elementsOf(root, "path").map(
      ({ attributes }) => `${attributes["class"] ?? ""}: ${attributes["d"] ?? ""}`,
    )
    expect(drawn).to.deep.equal([
      "edge: M226 70 C261 70 261 70 296 70",
      "edge: M506 70 C541 70 821 70 856 70",
      "edge red: M1066 70 C1101 70 1101 70 1136 70",
      "edge: M1346 70 C1381 70 1381 124 1346 124",
      "edge red: M1346 70 C1381 70 1381 70 1346 70",
      "edge red: M1346 124 C1381 124 1381 70 1416 70",
      "edge: M1626 70 C1661 70 541 70 506 70",
      "edge: M1346 124 C1381 124 1381 124 1416 124",
    ])
    const boxes = elementsOf(root, "g").map((box) => [
      ...[box.attributes["class"], elementsOf(box, "title")[0]?.text],
      ...elementsOf(box, "text").map(({ text }) => text),
    ])
    expect(boxes).to.deep.equal([
      ["node", "app, in app", "app", "in app"],
      ["node red", "plug, in plug: one key can forge its messages", "plug", "in plug"],
      ["node red", "manager, in manager: one key can forge its messages", "manager", "in manager"],
      ["node red", "owner, in owner, owner, module: can forge alone", "owner", "in owner, owner, module"],
      ["node", "safe, in safe, signer", "safe", "in safe, signer"],
      ["node red", "key, in key, signer, missing: can forge alone", "key", "in key, signer, missing"],
      [
        ...["node", `${"k".repeat(31)}, in ${"k".repeat(31)}, rrrrrrrrrr`],
        ...[`${"k".repeat(29)}…`, `in ${"k".repeat(30)}…`],
      ],
    ])
    const heads = elementsOf(root, "text").flatMap(({ attributes: { x, y }, text }) =>
      y === "28" ? [`${x ?? ""} ${text}`] : [],
    )
    expect(heads).to.deep.equal([
      ...["16 applications", "296 plugs", "576 sockets and switchboards", "856 managers", "1136 owners", "1416 keys"],
    ])
    expect(elementsOf(root, "desc")[0]?.text).to.equal("Each of these can forge messages alone: manager, owner, key.")
    expect(root.attributes["viewBox"]).to.equal("0 0 1642 174")
  })
})
