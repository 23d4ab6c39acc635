import { expect } from "chai"
import { describe, it } from "mocha"

import { WillNotArriveError } from "#src/messaging/explaining/createPreflight.js"
import type { Obstacle } from "#src/messaging/explaining/findObstacles.js"

function obstacle(says: string, more: Partial<Obstacle> = {}): Obstacle {
  return { says, isCertain: true, dstChainSlug: 41_002, mend: null, ...more } as Obstacle
}

describe("WillNotArriveError", () => {
  it("has what is certain by destination, with what mends it", () => {
    const obstacles = [
      obstacle("One.", { mend: { who: "connect it", command: "npx one" } }),
      obstacle("Doubt.", { isCertain: false, dstChainSlug: 5 }),
      obstacle("Two.", { mend: { who: "wait", command: null } }),
      obstacle("Three."),
      obstacle("Four.", { dstChainSlug: 41_009 }),
      obstacle("Five.", { dstChainSlug: null, mend: { who: "ask", command: null } }),
    ]
    const error = new WillNotArriveError(obstacles, (slug) => `name ${slug}`)
    expect(error.facts).to.deep.include({
      "name 41002": "One. Two. Three.",
      "fix for name 41002": "connect it: npx one; wait",
      "name 41009": "Four.",
      "its destination": "Five.",
      "fix for its destination": "ask",
    })
    expect(Object.keys(error.facts).filter((key) => key.includes("41009"))).to.deep.equal(["name 41009"])
    expect(error.obstacles).to.equal(obstacles)
    expect(error.shortMessage).to.contain("to name 41002 and name 41009 and its destination will not arrive")
    expect(new WillNotArriveError(obstacles.slice(0, 1)).facts).to.have.property("chain 41002", "One.")
  })
})
