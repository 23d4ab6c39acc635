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

const abi = parseAbi(["error NotOurs(address plug)"])
const plug = "0x5FbDB2315678afecb367f032d93F642f64180aa3"
const appGateway = "0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512"
const notOurs = encodeErrorResult({ abi, errorName: "NotOurs", args: [plug] })
const txHash = bytes32(0xabc)
const executed = {
  status: "Executed",
  onChainTxHash: txHash,
  callId: bytes32(7),
  chainSlug: 41001,
  plug,
  payload: { appGateway, payload: "0xd09de08a", params: "0x" },
  ExecutionDetails: { appGatewayTxHash: bytes32(9), simulationStatus: "SIMULATION_SUCCESS", revertString: null },
}
const refusedWith = (revertString: string): object => ({
  ...executed,
  status: "Reverting",
  callId: bytes32(8),
  ExecutionDetails: { appGatewayTxHash: null, simulationStatus: "SIMULATION_FAILED", revertString },
  isGivenUp: true,
})

async function run(
  answer: unknown,
  args: readonly string[] = [],
  env = {},
): Promise<EndedCommand & { requests: readonly string[] }> {
  await using server = await createGatewayServer({ trigger: () => answer })
  const ended = await runCommand(["gateway", "triggers", txHash, ...args], { port: server.port, env })
  return { ...ended, requests: server.requests }
}

describe("hardhat gateway triggers", function () {
  it("shows which app gateway was called for which plug, and in which transaction", async () => {
    const { code, stdout, stderr, requests } = await run([executed])
    expect({ code, stderr }).to.deep.equal({ code: 0, stderr: "" })
    expectGoldenCommand("gateway/triggers", { code, stdout, stderr })
    expectGoldenCommand("gateway/triggers", await run([executed], ["--json"]))
    expect(requests).to.deep.equal([`trigger?txHash=${txHash}`])
  })

  it("decodes why one is refused with the user's own contracts, and ends with 2 when its tries are over", async () => {
    await using artifacts = await writeUserArtifact(abi)
    const env = { PLUGS_TEST_ARTIFACTS: artifacts.path }
    const [human, json] = await Promise.all([
      run([executed, refusedWith(notOurs)], [], env),
      run([executed, refusedWith(notOurs)], ["--json"], env),
    ])
    expect([human.code, json.code]).to.deep.equal([2, 2])
    for (const ended of [human, json]) expectGoldenCommand("gateway/triggers-refused", ended)
  })

  it("explains a refusal without a reason by the calls of a forwarder that give none", async () => {
    const { stdout } = await run([refusedWith("0x")])
    for (const cause of ["returning something", "view", "zero address", "address resolver"]) {
      expect(stdout.replace(/\s+/g, " ")).to.contain(cause)
    }
  })

  it("says that there is none, with exit code 1", async () => {
    const { code, stdout } = await run([], ["--json"])
    expect(code).to.equal(1)
    expect(JSON.parse(stdout)).to.have.nested.property("error.code", "NOTHING_FOUND")
  })

  it("keeps the others beside one that cannot be read, and escapes what a hostile server says", async () => {
    const hostile = { ...executed, plug: "\u001B[2JSolana", callId: bytes32(9) }
    const { code, stdout } = await run([executed, { status: 5 }, hostile])
    expect(code).to.equal(0)
    expect(stdout).to.contain("Executed").and.to.contain("UNREADABLE")
    expect(stdout).to.match(/ plug is .*Solana/)
    expect(stdout).to.not.contain("\u001B")
  })

  it("ends with 1 for a hash that is none", async () => {
    const { code, stderr } = await runCommand(["gateway", "triggers", "0x12"])
    expect(code).to.equal(1)
    expect(stderr)
      .to.contain("txHash")
      .and.to.not.match(/^\s+at /m)
  })
})
