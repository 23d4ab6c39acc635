import { expect } from "chai"
import { describe, it } from "mocha"

import retry from "#tasks/gateway/retry.js"
import { runTaskOn } from "#test/fixtures/commands/taskOnNodes.js"
import { createFakeProject } from "#test/fixtures/projects/fakeProject.js"
import { createGatewayServer } from "#test/fixtures/servers/gatewayServer.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const id = bytes32(0x12)
type Document = {
  readonly items: readonly { readonly outcome: string }[]
  readonly error?: { readonly code: string; readonly facts: Readonly<Record<string, string>> }
}

/** Retries what the API does not know, on a devnet that answers so. */
async function run(outcome: string) {
  // It refuses every request.
  await using api = await createGatewayServer({})
  const { hre, made, closed } = createFakeProject({
    chains: { gateway: { request: ({ method }) => Promise.resolve(method === "devnet_retry" ? outcome : "0x2b") } },
    plugs: {
      gateway: { network: "gateway", baseUrl: `http://127.0.0.1:${api.port}/gateway`, minInterval: 1, maxInterval: 1 },
    },
  })
  const { code, stdout } = await runTaskOn(retry, { id, timeout: undefined, json: true }, hre)
  const { items, error } = JSON.parse(stdout) as Document
  expect(closed).to.deep.equal(made)
  return [code, items.map((item) => item.outcome), error && [error.code, error.facts]]
}

describe("the task gateway retry, of what the API does not know", () => {
  it("fails where it was cancelled, and only there", async () => {
    expect(await run("cancelled")).to.deep.equal([2, ["cancelled"], ["SHOWN_FAILURE", { unknown: id }]])
    for (const outcome of ["retried", "done", "not given up"]) {
      expect(await run(outcome), outcome).to.deep.equal([0, [outcome], undefined])
    }
  })
})
