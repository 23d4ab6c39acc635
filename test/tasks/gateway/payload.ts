import { expect } from "chai"
import { describe, it } from "mocha"
import { parseAbi } from "viem"
import { encodeErrorResult } from "viem/utils"

import type { EndedCommand } from "#test/fixtures/commands/endedCommand.js"
import { runCommand } from "#test/fixtures/commands/taskCommand.js"
import { expectGoldenCommand } from "#test/fixtures/golden/expectGoldenCommand.js"
import { writeUserArtifact } from "#test/fixtures/projects/userArtifact.js"
import { createGatewayServer } from "#test/fixtures/servers/gatewayServer.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const abi = parseAbi(["error TooHigh(uint256 limit)"])
const tooHigh = encodeErrorResult({ abi, errorName: "TooHigh", args: [5n] })
const payloadId = bytes32(7)
const target = "0x5FbDB2315678afecb367f032d93F642f64180aa3"
const executed = {
  payloadId,
  requestCount: 12,
  chainSlug: 41001,
  target,
  callType: 1,
  value: "18446744073709551616",
  executeStatus: "EXECUTED",
  executeTxHash: bytes32(9),
  callbackStatus: "PROMISE_RESOLVED",
}
const refused = {
  ...executed,
  executeStatus: "FINALIZED",
  callbackStatus: "NO",
  executeTxHash: null,
  executeSimulationStatus: "SIMULATION_FAILED",
  executeRevertString: tooHigh,
  isGivenUp: true,
}

async function run(
  answer: unknown,
  args: readonly string[] = [],
  env = {},
): Promise<EndedCommand & { requests: readonly string[] }> {
  await using server = await createGatewayServer({ payload: () => answer })
  const ended = await runCommand(["gateway", "payload", payloadId, ...args], { port: server.port, env })
  return { ...ended, requests: server.requests }
}

describe("hardhat gateway payload", function () {
  it("shows what a payload calls, and its transactions", async () => {
    for (const flags of [[], ["--json"]]) {
      const { code, stdout, stderr, requests } = await run(executed, flags)
      expect({ code, stderr }).to.deep.equal({ code: 0, stderr: "" })
      expectGoldenCommand("gateway/payload", { code, stdout, stderr })
      expect(requests).to.deep.equal([`payload?payloadId=${payloadId}`])
    }
  })

  it("decodes a revert with the user's own contracts, and ends with 2 when its tries are over", async () => {
    await using artifacts = await writeUserArtifact(abi)
    const env = { PLUGS_TEST_ARTIFACTS: artifacts.path }
    for (const flags of [[], ["--json"]]) expectGoldenCommand("gateway/payload-refused", await run(refused, flags, env))
    expect((await run({ ...refused, isGivenUp: false }, [], env)).code).to.equal(0)
  })

  it("escapes what a hostile server says, and keeps odd values apart", async () => {
    const { code, stdout } = await run({ ...executed, returnData: "\u001B[2Jgone", callType: "\u001B]0;x\u0007" })
    expect(code).to.equal(0)
    expect(stdout).to.match(/ returnData is .*gone/)
    expect(stdout).to.not.match(/[\u001B\u0007]/)
  })
})
