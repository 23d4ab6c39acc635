import { expect } from "chai"
import { describe, it } from "mocha"

import { swapCommandKey } from "#extras/swap/tasks/execute/swapCommandKey.js"

const accounts = ["0x70997970C51812dc3A010C7d01b50e0d17dc79C8", "0x00000000000000000000000000000000DeaDBeef"] as const

describe("swapCommandKey", () => {
  const swapRequest = { amount: "1.5", token: "USDC", wanted: "WETH", receiver: undefined, provider: ["pool"] }
  const command = { kind: "begin", source: { network: "alpha" }, swapRequest, choice: "best" }
  const keyOf = (more: object = {}, account: (typeof accounts)[number] | undefined = accounts[0]) =>
    swapCommandKey({ ...command, ...more } as unknown as Parameters<typeof swapCommandKey>[0], account)
  const asking = (more: object) => ({ swapRequest: { ...swapRequest, ...more } })

  it("is another one for another account, chain, choice, or anything else of the swap", () => {
    const keys = [
      keyOf(),
      keyOf({}, accounts[1]),
      swapCommandKey(command as unknown as Parameters<typeof swapCommandKey>[0]),
      keyOf({ source: { network: "beta" } }),
      keyOf({ choice: "fastest" }),
      keyOf(asking({ amount: "15" })),
      keyOf(asking({ token: "WETH", wanted: "USDC" })),
      keyOf(asking({ wanted: "USDT" })),
      keyOf(asking({ receiver: accounts[0] })),
      keyOf(asking({ receiver: accounts[1] })),
      keyOf(asking({ provider: ["slow"] })),
    ]
    expect(new Set(keys).size).to.equal(keys.length)
  })

  it("is the same for the same swap, however its tokens are written", () => {
    expect(keyOf(asking({ token: "usdc", wanted: "Weth" }))).to.equal(keyOf())
    expect(keyOf({}, accounts[1])).to.equal(keyOf({}, accounts[1]))
  })
})
