import { expect } from "chai"
import { describe, it } from "mocha"

import { devnetApiUrl } from "#src/plugin/config/resolvePlugs.js"
import { systemClock } from "#src/primitives/clock.js"
import { checkDevnet } from "#tasks/doctor/apis.js"
import { freePort } from "#test/fixtures/servers/freePort.js"
import { answer, answerJson, type Behaviour, startHostileServer } from "#test/fixtures/servers/hostileServer.js"

const [own, others] = [{ isDevnet: true }, { isDevnet: false }]
const elsewhere = "https://api.example"

describe("checkDevnet", () => {
  const check = (port: number, chains = [own, own], baseUrl = elsewhere) =>
    checkDevnet({
      config: { messaging: { baseUrl }, devnet: { port } },
      ...{ chains, clock: systemClock, timeout: 30_000 },
    })
  const checkServer = async (behaviour: Behaviour, ...rest: [(typeof own)[]?, string?]) => {
    await using server = await startHostileServer(behaviour)
    return { ...(await check(server.port, ...rest)), asked: server.requests.length }
  }

  it("names the chains of a devnet that runs, whether or not the project needs one", async () => {
    const index = { name: "hardhat-plugs devnet", chains: [{ name: "alpha" }, { name: "beta" }] }
    for (const chains of [[own], [own, others], []]) {
      const { status, says, asked } = await checkServer(answerJson(index), chains)
      expect([status, asked]).to.deep.equal(["ok", 1])
      expect(says).to.equal("It runs with alpha, beta.")
    }
  })

  it("fails, once asked, if another program answers or none does, where the project needs a devnet", async () => {
    for (const other of [
      answerJson({ name: "anvil", chains: [] }),
      answerJson({ name: "hardhat-plugs devnet" }),
      answer({ status: 404, body: "no" }),
      answer({ status: 503, body: "no" }),
    ]) {
      const { status, says, mend, asked } = await checkServer(other)
      expect([status, asked]).to.deep.equal(["failed", 1])
      expect(says).to.match(/^What answers at http:\/\/127\.0\.0\.1:\d+ is no devnet\.$/)
      expect(mend).to.contain("plugs.devnet.port")
    }
    const port = await freePort()
    const { says, mend, status } = await check(port)
    expect(status).to.equal("failed")
    expect(says).to.equal(`The devnet does not run: nothing answers at http://127.0.0.1:${String(port)}.`)
    expect(mend).to.match(/npx hardhat devnet$/)
  })

  it("needs no devnet where one chain is another one, unless the devnet's API is asked", async () => {
    const port = await freePort()
    const statusOf = async (...rest: [(typeof own)[]?, string?]) => (await check(port, ...rest)).status
    expect(await statusOf([own, others])).to.equal("skipped")
    expect(await statusOf([others])).to.equal("skipped")
    expect(await statusOf([own, others], devnetApiUrl(port, "messaging"))).to.equal("failed")
    expect(await statusOf([own, others], devnetApiUrl(port + 1, "messaging"))).to.equal("skipped")
    expect((await checkServer(answer({ status: 503, body: "no" }), [others])).status).to.equal("skipped")
  })
})
