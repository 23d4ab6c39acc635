import { expect } from "chai"
import { describe, it } from "mocha"

import type { OpenWorld, Sent } from "#src/testing/world/OpenWorld.js"
import {
  addRunningWorld,
  announceSent,
  rememberWorld,
  runningWorlds,
  worldOf,
} from "#src/testing/world/runningWorlds.js"

function world() {
  const heard: unknown[] = []
  return { heard, open: { onSent: { notify: (sent: Sent) => heard.push(sent) } } as unknown as OpenWorld }
}

describe("the worlds that run", () => {
  it("are listed in the order in which they were started, until each stops", () => {
    const before = runningWorlds()
    const [one, two] = [world().open, world().open]
    const [stopOne, stopTwo] = [addRunningWorld(one), addRunningWorld(two)]
    expect(runningWorlds()).to.deep.equal([...before, one, two])
    stopOne()
    expect(runningWorlds()).to.deep.equal([...before, two])
    stopOne()
    stopTwo()
    expect(runningWorlds()).to.deep.equal(before)
  })

  it("are known of what was sent or deployed in each, and of nothing else", () => {
    const [one, two] = [world(), world()]
    const sent = { hash: "0x1" } as unknown as Sent
    const contract = { address: "0x2" }
    announceSent(one.open, sent)
    rememberWorld(contract, two.open)
    expect([one.heard, two.heard]).to.deep.equal([[sent], []])
    expect(worldOf(sent)).to.equal(one.open)
    expect(worldOf(contract)).to.equal(two.open)
    expect([{ ...sent }, null, undefined, "0x1", 5].map(worldOf)).to.deep.equal(Array(5).fill(undefined))
  })
})
