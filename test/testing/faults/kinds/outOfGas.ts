import { expect } from "chai"
import { describe, it } from "mocha"
import { numberToHex } from "viem"

import type { ExecutionGas } from "#src/devnet/messaging/actors/MessagingWorkerContext.js"
import type { FaultContext } from "#src/testing/faults/FaultKind.js"
import { outOfGas } from "#src/testing/faults/kinds/outOfGas.js"
import { at } from "#test/fixtures/wire/addresses.js"

type Step = { readonly op: string; readonly depth: number; readonly gas: number | string }

/** The gas that an execution gets while the fault lasts, what the node was asked, and how often the fault happened. */
async function gasWith(
  options: Omit<Parameters<typeof outOfGas>[0], "fault">,
  structLogs: readonly Step[],
  { chainSlug = 41_002, value = 0n }: { chainSlug?: number; value?: bigint } = {},
) {
  const asked: unknown[] = []
  const hooks = new Set<ExecutionGas>()
  const provider = { request: (call: unknown) => (asked.push(call), Promise.resolve({ structLogs })) }
  const chainOf = (name: string, slug: number) => ({ name, slug, provider })
  const [alpha, beta] = [chainOf("alpha", 41_001), chainOf("beta", 41_002)]
  let happened = 0
  const context = {
    world: {
      ...{ devnet: { chains: { alpha, beta } }, messaging: { contexts: [{ chain: alpha }, { chain: beta }] } },
      hooks: { executionGas: { hooks } },
    },
    happen: () => (happened += 1),
    happened: () => happened,
  } as unknown as FaultContext
  outOfGas({ fault: "outOfGas", ...options }, context).attach?.()
  const call = { chainSlug, from: at(1), to: at(2), data: "0x1234", value } as const
  const [limit] = hooks
  return { gas: await limit!(call, 1_000_000n), asked, happened }
}

/** The socket uses 40,000 before it calls the plug, which is its second call, and the plug uses 63,000. */
const trace: readonly Step[] = [
  { op: "PUSH1", depth: 1, gas: 900_000 },
  { op: "CALL", depth: 1, gas: "0xd6d80" },
  { op: "STOP", depth: 2, gas: 800_000 },
  { op: "SUB", depth: 1, gas: 870_000 },
  { op: "CALL", depth: 1, gas: 860_100 },
  { op: "CALL", depth: 2, gas: 840_000 },
  { op: "STOP", depth: 3, gas: 830_000 },
  { op: "RETURN", depth: 2, gas: 800_000 },
  { op: "POP", depth: 1, gas: 797_000 },
  { op: "STOP", depth: 1, gas: 1 },
]

describe("the fault outOfGas", () => {
  it("gives the plug a part of the gas that it uses, after what the socket uses before it, and 1/64 for the socket", async () => {
    const half = await gasWith({}, trace)
    expect(half.gas).to.equal(40_000n + 31_500n + 500n + 1n)
    expect(half.happened).to.equal(1)
    expect(half.asked).to.deep.equal([
      {
        method: "debug_traceCall",
        params: [
          { from: at(1), to: at(2), data: "0x1234", value: "0x0", gas: numberToHex(1_100_000n) },
          "pending",
          { disableMemory: true, disableStorage: true, disableStack: true },
        ],
      },
    ])
    expect((await gasWith({ percent: 10.5 }, trace)).gas).to.equal(40_000n + 6_615n + 105n + 1n)
    expect((await gasWith({ gas: 6_300n, percent: 90 }, trace)).gas).to.equal(40_000n + 6_300n + 100n + 1n)
    // A call with value costs more, of which the plug gets a stipend.
    expect((await gasWith({ gas: 63n }, trace, { value: 5n })).gas).to.equal(46_700n + 63n + 1n + 1n)
    expect((await gasWith({}, trace, { value: 5n })).gas).to.equal(46_700n + 28_150n + 446n + 1n)
  })

  it("leaves the gas as it is on other chains, and where the plug is not called or runs no code", async () => {
    const gasOf = async (...given: Parameters<typeof gasWith>) => {
      const { gas, happened, asked } = await gasWith(...given)
      return [gas, happened, asked.length]
    }
    expect(await gasOf({ chain: "alpha" }, trace)).to.deep.equal([1_000_000n, 0, 0])
    expect((await gasOf({ chain: "beta" }, trace))[1]).to.equal(1)
    const withoutCode = [...trace.slice(0, 5), ...trace.slice(8)]
    for (const steps of [[], trace.slice(0, 1), withoutCode, trace.slice(0, 5)]) {
      expect(await gasOf({}, steps)).to.deep.equal([1_000_000n, 0, 1])
    }
  })
})
