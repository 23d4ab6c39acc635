import { expect } from "chai"
import { describe, it } from "mocha"

import { addMethod } from "#src/devnet/chain/requests.js"

type Chains = Parameters<typeof addMethod>[0]

describe("a method that is added to chains", () => {
  it("is answered on each of them with what it is given first, and every other by the chain itself", async () => {
    const chains = ["alpha", "beta"].map((name) => ({
      provider: { request: ({ method }: { method: string }) => Promise.resolve(`${name} ${method}`) },
    })) as unknown as Chains
    addMethod(chains, "devnet_add", (parameter) => Promise.resolve(["added", parameter]))
    const answers = await Promise.all(
      chains.flatMap(({ provider }) =>
        [
          { method: "devnet_add", params: [7, 8] },
          { method: "devnet_add", params: [] },
          { method: "devnet_add" },
          { method: "devnet_addition", params: [7] },
        ].map((call) => provider.request(call)),
      ),
    )
    const added = [7, undefined, undefined].map((parameter) => ["added", parameter])
    expect(answers).to.deep.equal([...added, "alpha devnet_addition", ...added, "beta devnet_addition"])
  })
})
