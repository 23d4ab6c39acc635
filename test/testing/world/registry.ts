import { expect } from "chai"
import { describe, it } from "mocha"
import { getAddress, parseAbi } from "viem"

import type { MessageRecord } from "#src/devnet/messaging/MessageRecord.js"
import type { MessageStatus } from "#src/messaging/states.js"
import { createWorldClock } from "#src/testing/world/createWorldClock.js"
import { createHistory, createRegistry } from "#src/testing/world/registry.js"
import { createManualClock } from "#test/fixtures/clocks/manualClock.js"
import { at } from "#test/fixtures/wire/addresses.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"
import { recordOf } from "#test/fixtures/worlds/messaging/actorsOnPaper.js"

describe("the contracts that a test has deployed", () => {
  it("are found by chain and address, the latest first, and are forgotten when the world goes back", () => {
    const registry = createRegistry()
    const deployed = (name: string, chain: string, address = at(0xab)) => {
      const contract = { name, chain, address, abi: parseAbi([`function ${name}()`]) }
      registry.add(contract)
      return contract
    }
    const first = deployed("first", "alpha")
    const onBeta = deployed("onBeta", "beta")
    const back = registry.remember()
    const second = deployed("second", "alpha")
    const elsewhere = deployed("elsewhere", "alpha", at(0xcd))
    expect(registry.find("alpha", at(0xab))).to.equal(second)
    expect(registry.find("beta", getAddress(at(0xab)))).to.equal(onBeta)
    expect([registry.find("beta", at(0xcd)), registry.find("gamma", at(0xab))]).to.deep.equal([undefined, undefined])
    expect(registry.all()).to.deep.equal([first, onBeta, second, elsewhere])
    back()
    expect(registry.find("alpha", at(0xab))).to.equal(first)
    expect(registry.abis()).to.deep.equal([first.abi, onBeta.abi])
  })
})

describe("when messages came to their states", () => {
  it("is known of each, without those from which it was set back", () => {
    const clock = createWorldClock(createManualClock(10_000))
    const listeners: ((record: MessageRecord) => void)[] = []
    const history = createHistory({ onMessage: (listener) => (listeners.push(listener), () => undefined) }, clock)
    const become = (id: number, status: MessageStatus) => {
      const record = recordOf(id, { status, since: 7 })
      for (const listener of listeners) listener(record)
      clock.advance(1_000)
      return record
    }
    become(1, "RECEIVED")
    become(1, "SEALED")
    const proposed = become(1, "PROPOSED")
    const received = become(2, "RECEIVED")
    const [first, second, third] = [
      { status: "RECEIVED", at: 10_000 },
      { status: "SEALED", at: 11_000 },
      { status: "PROPOSED", at: 12_000 },
    ]
    expect([history.of(proposed), history.of(received)]).to.deep.equal([
      [first, second, third],
      [{ status: "RECEIVED", at: 13_000 }],
    ])
    const again = become(1, "SEALED")
    expect(history.of(again)).to.deep.equal([first, { status: "SEALED", at: 14_000 }])
    expect(history.of(proposed), "of a state that was not heard").to.deep.equal([{ status: "PROPOSED", at: 7 }])
    const unheard = recordOf(3, { since: 8, outbound: { packedMessage: bytes32(9) } })
    expect(history.of(unheard)).to.deep.equal([{ status: "PROPOSED", at: 8 }])
  })
})
