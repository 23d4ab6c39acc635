import { expect } from "chai"
import { describe, it } from "mocha"
import { type Address, decodeFunctionData, encodeFunctionResult, type Hex } from "viem"

import { socketAbi } from "#src/messaging/onchain/abi.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import fees from "#tasks/messaging/fees.js"
import { runTaskOn } from "#test/fixtures/commands/taskOnNodes.js"
import { sendingNode } from "#test/fixtures/nodes/sendingNode.js"
import { projectOfNodes } from "#test/fixtures/projects/projectOfNodes.js"
import { listenLocally } from "#test/fixtures/servers/listenLocally.js"
import { srcPlug } from "#test/fixtures/wire/outboundLogs.js"

type FeesArguments = Parameters<typeof fees>[0]
type Document = {
  readonly destinations: readonly {
    readonly to: { readonly name: string }
    readonly estimate: string | null
    readonly onChain: string | null
    readonly errors: readonly { readonly code: string }[]
  }[]
  readonly error?: { readonly code: string }
}

const none: FeesArguments = {
  ...{ plug: srcPlug, from: "alpha", to: "beta", gasLimit: "700", payloadLength: "3" },
  ...{ call: undefined, args: [], value: undefined, json: true },
  ...{ history: false, since: undefined, forecast: undefined, csv: false },
}
/** A message to beta costs its gas and a hundred for each byte; the plug is not connected to gamma. */
const eth_call = ([call]: readonly unknown[]) => {
  const { to, data } = call as { readonly to?: Address; readonly data: Hex }
  if (to === undefined) throw new Error("not together")
  const { functionName, args } = decodeFunctionData({ abi: socketAbi, data })
  if (functionName === "getPlugConfig") return `0x${"0".repeat(64 * 5)}`
  if (functionName !== "getMinFees" || args[4] !== 41_002) {
    throw Object.assign(new Error("execution reverted"), { code: 3, data: "0x" })
  }
  return encodeFunctionResult({ abi: socketAbi, functionName, result: args[0] + 100n * args[1] })
}

async function run(given: Partial<FeesArguments>) {
  await using api = await listenLocally((_, response) => {
    response.writeHead(200, { "content-type": "application/json" })
    response.end(JSON.stringify({ status: "SUCCESS", result: "2000" }))
  })
  const node = (own: number) => sendingNode(own, {}, { eth_call })
  const nodes = { alpha: node(1), beta: node(2), gamma: node(3) }
  const { hre, opened, closed } = projectOfNodes(nodes, { baseUrl: api.url })
  const ended = await runTaskOn(fees, { ...none, ...given }, hre)
  expect(closed).to.deep.equal(opened)
  return ended
}

describe("messaging fees, on nodes without a server", () => {
  it("has the fee to each chain from both sources, with what is wrong in its row, and ends well only where nothing is", async () => {
    const priced = async (to: string) => {
      const { code, stdout } = await run({ to })
      const { destinations, error } = JSON.parse(stdout) as Document
      const rows = destinations.map((row) => [
        row.to.name,
        row.estimate,
        row.onChain,
        row.errors.map((one) => one.code),
      ])
      return [code, rows, error?.code]
    }
    const beta = ["beta", "2000", "1000", []]
    const gamma = ["gamma", "2000", null, ["PLUG_NOT_CONNECTED"]]
    expect(await priced("beta")).to.deep.equal([0, [beta], undefined])
    expect(await priced("gamma,beta")).to.deep.equal([1, [gamma, beta], "PARTLY_READ"])
    const { code, error, stdout } = await run({ json: false, to: "beta,gamma" })
    expect([code, error]).to.deep.equal([1, undefined])
    expect(stdout)
      .to.contain("(1000 wei)")
      .and.to.match(/^gamma .*not connected/m)
  })

  it("refuses what goes only with --history, or is missing, by the option", async () => {
    const table: readonly (readonly [argument: string, given: Partial<FeesArguments>])[] = [
      ["--plug", { plug: undefined }],
      ["--plug", { plug: "Nobody" }],
      ["--from", { from: "delta" }],
    ]
    for (const [argument, given] of table) {
      const { error } = await run(given)
      expect(error instanceof InvalidInputError && error.argument, JSON.stringify(given)).to.equal(argument)
    }
  })
})
