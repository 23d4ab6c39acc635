import { expect } from "chai"
import { after, afterEach, before, describe, it } from "mocha"

import { readJourneys } from "../../../src/messaging/reading/readJourneys.js"
import type { Arrival, Journey, ReadableChain } from "../../../src/messaging/reading/types.js"
import { createSteppedDevnet, type SteppedDevnet } from "../../fixtures/worlds/steppedDevnet.js"

let world: SteppedDevnet
let snapshot: `0x${string}`
let [alpha, beta]: ReadableChain[] = []

before(async () => {
  world = await createSteppedDevnet()
  snapshot = await world.devnet.snapshot()
  const readable = ({ publicClient, contracts, slug, name }: SteppedDevnet["alpha"]): ReadableChain => ({
    client: publicClient,
    socket: contracts.socket,
    slug,
    name,
  })
  alpha = readable(world.alpha)
  beta = readable(world.beta)
})
after(() => world[Symbol.asyncDispose]())
afterEach(() => world.devnet.revert(snapshot))

async function read(srcTxHash: `0x${string}`): Promise<readonly Journey[]> {
  return await readJourneys({
    src: alpha!,
    srcTxHash,
    chainOf: (slug) => Promise.resolve(slug === beta!.slug ? beta : undefined),
  })
}

function arrivalOf({ arrival }: Journey): Arrival {
  if ("problem" in arrival) throw new Error(arrival.problem)
  return arrival
}

describe("readJourneys", () => {
  it("says of each stage what the chains say", async () => {
    const hash = await world.add(1n)
    for (let i = 0; i < 7; i++) {
      const [journey] = await read(hash)
      console.dir({ ...journey, src: 0, message: 0, arrival: { ...arrivalOf(journey!), chain: 0 } }, { depth: 6 })
      await world.devnet.relay.step()
    }
    expect(1).to.equal(1)
  })
})
