import { expect } from "chai"
import { after, afterEach, before, describe, it } from "mocha"

import { counterArtifact } from "#examples/demos/artifacts/Counter.js"
import { type Devnet, startDevnet } from "#src/devnet/index.js"
import { runCommand } from "#test/fixtures/commands/taskCommand.js"
import { expectGoldenCommand } from "#test/fixtures/golden/expectGoldenCommand.js"
import { freePort } from "#test/fixtures/servers/freePort.js"
import { listenLocally } from "#test/fixtures/servers/listenLocally.js"
import { deployConnected, send } from "#test/fixtures/worlds/messaging/plugs.js"

describe("hardhat devnet pause, step and resume", () => {
  let devnet: Devnet<"alpha" | "beta", false, false>
  let port: number
  before(async () => {
    port = await freePort()
    devnet = await startDevnet({ port, gateway: false, market: false })
  })
  after(() => devnet.stop())
  afterEach(() => {
    devnet.relay.resume()
    devnet.relay.start()
  })

  const add = async ({ chains: { alpha, beta } }: typeof devnet) => {
    const { alpha: address } = await deployConnected({ chains: { alpha, beta } }, counterArtifact)
    const call = { address: address!, abi: counterArtifact.abi, functionName: "add", args: [beta.slug, 1n] }
    return () => send(alpha, call)
  }
  const control = (verb: string, ...more: string[]) => runCommand(["devnet", verb, ...more], { port })
  const controlJson = async (verb: string) =>
    JSON.parse((await control(verb, "--json")).stdout) as Record<string, never>

  it("keep a message where it is, move it by one state, and let it go on", async () => {
    const sendOne = await add(devnet)
    for (const flags of [[], ["--json"]]) expectGoldenCommand("devnet/pause", await control("pause", ...flags))
    const txHash = await sendOne()
    const status = () => devnet.messagesFromTx(devnet.chains.alpha.slug, txHash)[0]?.status

    const stepped = await control("step", "--json")
    expectGoldenCommand("devnet/step", stepped)
    expect(status()).to.equal("SEALED")
    expectGoldenCommand("devnet/step", await control("step"))
    expect(status()).to.equal("PROPOSED")

    const arrived = new Promise<void>((resolve) => {
      devnet.onMessage((record) => {
        if (record.outbound.transactionHash === txHash && record.status === "EXECUTION_SUCCESS") resolve()
      })
    })
    for (const flags of [["--json"], []]) expectGoldenCommand("devnet/resume", await control("resume", ...flags))
    await arrived
    expect((await controlJson("step"))["done"]).to.deep.equal([])
  })

  it("start a relay that a script has stopped", async () => {
    await devnet.relay.stop()
    expect((await control("resume")).code).to.equal(0)
    expect(devnet.relay.running).to.equal(true)
  })

  it("say so where there is nothing to pause or to resume", async () => {
    const unpaused = await control("resume")
    expect(unpaused.error?.code).to.equal("DEVNET_UNCHANGED")
    expectGoldenCommand("devnet/resume-refused", unpaused)
    expectGoldenCommand("devnet/resume-refused", await control("resume", "--json"))
    expect((await control("pause")).code).to.equal(0)
    const { code, stderr, stdout } = await control("pause", "--port", String(port), "--json")
    expect(code).to.equal(1)
    expect(stderr).to.contain(`npx hardhat devnet resume --port ${port}`)
    expectGoldenCommand("devnet/pause-refused", { code, stdout, stderr }, { replaced: [[`port ${port}`, "port N"]] })
    expect(JSON.parse(stdout)).to.have.nested.property("error.code", "DEVNET_UNCHANGED")
  })

  it("say to a person what they did, and with which commands it goes on", async () => {
    const { url } = devnet
    const says = async (verb: string, ...more: string[]) => {
      const { code, stdout } = await control(verb, ...more)
      expect(code, verb).to.equal(0)
      return stdout
    }
    const [step, resume] = ["npx hardhat devnet step", "npx hardhat devnet resume"]
    expect(await says("pause")).to.equal(
      `The actors of the devnet on ${url} are paused. Its chains go on.\nDo one step: ${step}. Let them go on: ${resume}.\n`,
    )
    expect(await says("step")).to.equal(
      `Nothing waits for an actor, so nothing was done.\nThe actors are paused. The next step: ${step}. To go on: ${resume}.\n`,
    )
    expect(await says("resume", "--port", String(port))).to.equal(`The actors of the devnet on ${url} go on.\n`)
  })

  it("show why a step fails", async () => {
    await using other = await startDevnet({ port: 0, gateway: false, market: false })
    const sendOne = await add(other)
    other.relay.pause()
    await sendOne()
    const { provider } = other.chains.alpha
    await provider.request({ method: "hardhat_setNextBlockBaseFeePerGas", params: ["0xffffffffffffffffffff"] })
    const { code, error } = await control("step", "--port", new URL(other.url).port)
    expect(code).to.equal(1)
    expect(error?.code).to.equal("DEVNET_REFUSED")
    expect(error?.message).to.match(/"seal" on 41001/)
  })

  it("find no devnet where nothing runs, or another program", async () => {
    const unused = String(await freePort())
    for (const verb of ["pause", "resume", "step"]) {
      const ended = await control(verb, "--port", unused)
      const { code, error } = ended
      expect({ verb, code }).to.deep.equal({ verb, code: 1 })
      if (verb === "step") expectGoldenCommand("devnet/step-refused", ended, { replaced: [[unused, "N"]] })
      expect(error?.code).to.equal("NO_DEVNET")
    }
    await using node = await listenLocally((_, response) => {
      response.end('{"jsonrpc":"2.0","id":null,"error":{"code":-32600}}')
    })
    const { code, error } = await control("pause", "--port", String(node.port))
    expect(code).to.equal(1)
    expect(error?.code).to.equal("NO_DEVNET")
  })
})
