import { expect } from "chai"
import { describe, it } from "mocha"
import { type Abi, parseAbi } from "viem"

import { throughTimelock } from "#src/messaging/wiring/handover/throughTimelock.js"
import type { WiringChange } from "#src/messaging/wiring/plan/WiringPlan.js"
import { createFakeChain } from "#test/fixtures/nodes/fakeChain.js"
import { at } from "#test/fixtures/wire/addresses.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const [timelock, proposer, plug] = [at(1), at(2), at(3)]
const abi: Abi = parseAbi([
  "function getMinDelay() view returns (uint256)",
  "function getTimestamp(bytes32 id) view returns (uint256)",
  "function hashOperation(address, uint256, bytes, bytes32, bytes32 salt) view returns (bytes32)",
  "function schedule(address, uint256, bytes, bytes32, bytes32, uint256 delay)",
])

describe("throughTimelock", () => {
  it("schedules with the least delay, also none, and the first salt with which it was not done", async () => {
    const answers: Readonly<Record<string, (args: readonly unknown[]) => unknown>> = {
      getMinDelay: () => 0n,
      // An operation has its salt for an id here. The first was executed.
      hashOperation: (args) => args[4],
      getTimestamp: ([id]) => (id === bytes32(0) ? 1n : 0n),
    }
    const answer = ({ functionName, args }: { functionName: string; args: readonly unknown[] }) =>
      answers[functionName]?.(args)
    const { client } = createFakeChain({ contracts: { [timelock]: { abi, answer } } })
    const call = { signature: "connect()", args: [] }
    const change = { sender: timelock, plug, data: "0x01", chain: "alpha", call } as unknown as WiringChange
    const through = await throughTimelock(change, { client, proposer })
    expect(through).to.include({ timelock, delay: 0n, salt: bytes32(1) })
    expect(through?.schedule).to.include({ to: timelock, sender: proposer })
  })
})
