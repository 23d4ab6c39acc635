import { expect } from "chai"
import { describe, it } from "mocha"

import { createContractId } from "#src/gateway/index.js"
import type { EndedCommand } from "#test/fixtures/commands/endedCommand.js"
import { runCommand, startCommand } from "#test/fixtures/commands/taskCommand.js"
import { expectGoldenCommand } from "#test/fixtures/golden/expectGoldenCommand.js"
import { createGatewayServer, type GatewayAnswers } from "#test/fixtures/servers/gatewayServer.js"

const appGateway = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"
const deployed = "0x5FbDB2315678afecb367f032d93F642f64180aa3"
const forwarder = "0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512"
const zero = `0x${"0".repeat(40)}`
const contractId = createContractId("counter")
const subject = ["gateway", "addresses", appGateway, "--contract", "counter", "--chains"]

/** Deployed on alpha, in progress on beta, and an error on gamma. */
const getAddresses: GatewayAnswers = ({ chainSlug }) =>
  chainSlug === "41003"
    ? new Response('{"error": "no such chain"}', { status: 400 })
    : {
        onchain: { chainSlug, deployedContract: chainSlug === "41001" ? deployed : zero },
        offchain: { forwarder: chainSlug === "41001" ? forwarder : zero, contractId },
      }
const getForwarderAddress: GatewayAnswers = ({ chainSlug, onChainAddress }) => ({
  chainSlug,
  onChainAddress,
  forwarderAddress: forwarder,
  isDeployed: true,
})

async function run(
  args: readonly string[],
  routes: Readonly<Record<string, GatewayAnswers>> = {},
): Promise<EndedCommand & { requests: readonly string[] }> {
  await using server = await createGatewayServer({ getAddresses, getForwarderAddress, ...routes })
  return { ...(await runCommand(args, { port: server.port })), requests: server.requests }
}

describe("hardhat gateway addresses", function () {
  it("shows several chains at once, by name, with a name hashed as _createContractId does", async () => {
    const { code, stdout, stderr, requests } = await run([...subject, "alpha,beta"])
    expectGoldenCommand("gateway/addresses", { code, stdout, stderr })
    expectGoldenCommand("gateway/addresses", await run([...subject, "alpha,beta", "--json"]))
    expect(requests.filter((request) => request.includes(`contractId=${contractId}`))).to.have.length(2)
  })

  it("shows an error in its row, with exit code 1", async () => {
    const [human, json] = await Promise.all([
      run([...subject, "alpha,gamma"]),
      run([...subject, "alpha,gamma", "--json"]),
    ])
    expect([human.code, json.code]).to.deep.equal([1, 1])
    for (const ended of [human, json]) expectGoldenCommand("gateway/addresses-refused", ended)
  })

  it("says that a deployment is stuck five minutes after its request, with exit code 2, waiting or not", async () => {
    const requestedAt = Math.floor(Date.now() / 1_000) - 400
    const stuck: GatewayAnswers = ({ chainSlug }) => ({
      onchain: { chainSlug, deployedContract: zero },
      offchain: { forwarder: zero, contractId },
      requestedAt,
    })
    const [plain, json, waiting] = await Promise.all(
      [[], ["--json"], ["--wait", "--json"]].map((flags) =>
        run([...subject, "alpha", ...flags], { getAddresses: stuck }),
      ),
    )
    expect([plain!.code, json!.code, waiting!.code]).to.deep.equal([2, 2, 2])
    expectGoldenCommand("gateway/addresses-stuck", plain!)
    expectGoldenCommand("gateway/addresses-stuck", json!)
    expect(waiting!.events[0]).to.have.property("error").that.includes({ code: "DEPLOYMENT_STUCK" })
  })

  it("asks for the time of the request that --tx names, and refuses what is no hash", async () => {
    const txHash = `0x${"cd".repeat(32)}`
    const missing: GatewayAnswers = ({ chainSlug }) => ({
      onchain: { chainSlug, deployedContract: zero },
      offchain: { forwarder: zero, contractId },
    })
    const routes = { getAddresses: missing, getDetailsByTxHash: [[]] }
    const { code, stderr, requests } = await run([...subject, "alpha", "--tx", txHash], routes)
    expect(code, stderr).to.equal(0)
    expect(requests.filter((request) => request.includes(txHash))).to.deep.equal([
      `getDetailsByTxHash?txHash=${txHash}`,
    ])
    const refused = await run([...subject, "alpha", "--tx", "0x12"], routes)
    expect([refused.code, refused.error?.facts["argument"], refused.requests]).to.deep.equal([1, "--tx", []])
  })

  it("waits until it is deployed everywhere", async () => {
    const counts = new Map<string | undefined, number>()
    const eventually: GatewayAnswers = ({ chainSlug }) => {
      const count = (counts.get(chainSlug) ?? 0) + 1
      counts.set(chainSlug, count)
      const isThere = count > (chainSlug === "41001" ? 2 : 4)
      return {
        onchain: { chainSlug, deployedContract: isThere ? deployed : zero },
        offchain: { forwarder: isThere ? forwarder : zero, contractId },
      }
    }
    const { code, stdout, events } = await run([...subject, "alpha,beta", "--wait", "--json"], {
      getAddresses: eventually,
    })
    expect(code).to.equal(0)
    expect(stdout.trimEnd().split("\n")).to.have.length(events.length)
    expect(events.map(({ event, outcome }) => [event, outcome])).to.deep.equal([
      ["deployment", "success"],
      ["deployment", "success"],
      ["end", "success"],
    ])
    expect(events[0]).to.deep.include({ onChainAddress: deployed, forwarderAddress: forwarder })
  })

  it("ends with 3 at its deadline, and shows what is deployed nevertheless", async () => {
    const { code, stdout, stderr } = await run([...subject, "alpha,beta", "--wait", "--timeout", "300ms"])
    expect(code).to.equal(3)
    expect(stdout).to.contain(deployed)
    expect(stderr).to.contain("300 ms")
    expect(stderr).to.not.match(/^\s+at /m)
  })

  it("says once that it was interrupted, however many chains it waits for", async () => {
    await using server = await createGatewayServer({ getAddresses, getForwarderAddress })
    await using wait = startCommand([...subject, "alpha,beta,gamma", "--wait", "--json"], { port: server.port })
    await wait.event(({ event }) => event === "deployment")
    wait.interrupt()
    const { code, stderr } = await wait.ended
    expect({ code, stderr }).to.deep.equal({ code: 130, stderr: "Interrupted.\n" })
  })
})
