import { expect } from "chai"
import { describe, it } from "mocha"

import { parseOrigin, readOrigins } from "#src/primitives/urls/parseOrigin.js"

describe("parseOrigin", () => {
  for (const [text, origin] of [
    ["http://localhost:5173", "http://localhost:5173"],
    ["http://LocalHost:5173/", "http://localhost:5173"],
    ["https://app.example:443", "https://app.example"],
    ["http://[::1]:3000", "http://[::1]:3000"],
    ["chrome-extension://nkbihfbeogaeaoehlefnkodbefgpgknn/", "chrome-extension://nkbihfbeogaeaoehlefnkodbefgpgknn"],
  ] as const) {
    it(`reads ${text}`, () => {
      expect(parseOrigin(text)).to.equal(origin)
    })
  }

  for (const text of [
    "null",
    "*",
    "localhost:5173",
    "http://",
    "http://*.example",
    "http://a.example/app",
    "http://a.example?b",
    "http://user@a.example",
    "http://a.example\\b",
    "file:///index.html",
    `http://${"a".repeat(300)}`,
  ]) {
    it(`refuses ${text.slice(0, 30)}`, () => {
      expect(parseOrigin(text)).to.equal(undefined)
    })
  }

  it("reads up to 300 characters", () => {
    const longest = `http://${"a".repeat(60)}.${"b.".repeat(116)}`
    expect([longest.length, parseOrigin(longest)]).to.deep.equal([300, longest])
    expect(parseOrigin(`${longest}/`)).to.equal(undefined)
  })

  it("reads each of a list, and names the one that is none", () => {
    const [first, second] = ["http://localhost:5173", "https://app.example"]
    expect(readOrigins([first, `${second}/`], "--allow-origin")).to.deep.equal([first, second])
    expect(readOrigins([], "--allow-origin")).to.deep.equal([])
    expect(() => readOrigins([first, "*"], "--allow-origin"))
      .to.throw('"*"')
      .with.property("code", "INVALID_INPUT")
  })
})
