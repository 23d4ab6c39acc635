import { expect } from "chai"
import { after, before, describe, it } from "mocha"

import type { EndedCommand } from "#test/fixtures/commands/endedCommand.js"
import { runCommand } from "#test/fixtures/commands/taskCommand.js"
import { deepIt, variants } from "#test/fixtures/depth.js"
import {
  answerJson,
  type Behaviour,
  type HostileServer,
  startHostileServer,
} from "#test/fixtures/servers/hostileServer.js"
import { tokensOnWire } from "#test/fixtures/servers/swapServer.js"
import { keyEchoes } from "#test/fixtures/wire/keyEchoes.js"
import { enveloped } from "#test/fixtures/wire/swapRoutes.js"

const key = "pk-Live-77Qx3MzR40vT"

describe("an API that lies in text", () => {
  let api: HostileServer
  let behave: Behaviour
  before(async () => {
    api = await startHostileServer((socket, request) => {
      behave(socket, request)
    })
  })
  after(async () => {
    await api.stop()
  })

  async function listTokens(behaviour: Behaviour, ...args: readonly string[]): Promise<EndedCommand> {
    behave = behaviour
    return await runCommand(["swap", "tokens", "usd", ...args], {
      port: api.port,
      env: { PLUGS_TEST_SWAP: JSON.stringify({ baseUrl: api.url, apiKey: key, affiliate: "a" }) },
    })
  }
  const tokenNamed = (symbol: string): Behaviour =>
    answerJson(enveloped({ tokens: tokensOnWire({ symbol, name: symbol }) }))

  it("shows honest symbols of every script as they are", async () => {
    for (const symbol of ["USDC", "Рубль", "日本円JPY", "é"]) {
      expect((await listTokens(tokenNamed(symbol))).stdout).to.contain(symbol)
    }
  })

  it("S-26 refuses to show characters without width as nothing, and keeps their values in JSON", async () => {
    for (const symbol of ["US\u200BDC", "US\u202EDC"]) {
      const shown = (await listTokens(tokenNamed(symbol))).stdout
      expect(shown).to.contain("US").and.not.contain(symbol)
      expect(shown).to.not.match(/\bUSDC\b/)
      const { stdout } = await listTokens(tokenNamed(symbol), "--json")
      expect(stdout).to.not.contain(symbol)
      expect((JSON.parse(stdout) as { tokens: { symbol: string }[] }).tokens[0]?.symbol).to.equal(symbol)
    }
  })

  it("shows what an honest error says", async () => {
    const { stderr } = await listTokens(answerJson({ message: "no such token here" }, { status: 400 }))
    expect(stderr).to.contain("no such token here")
  })

  for (const [how, echo] of variants(Object.entries(keyEchoes), 5)) {
    it(`S-27 refuses to print the key ${how}, in an error and as a symbol`, async () => {
      for (const args of [[], ["--json"]]) {
        const failed = await listTokens(answerJson({ message: `key: ${echo(key)}.` }, { status: 400 }), ...args)
        expectHidden(failed, echo(key))
        expect(`${failed.stdout}${failed.stderr}`).to.contain("[redacted]")
        expectHidden(await listTokens(tokenNamed(echo(key)), ...args), echo(key))
      }
    })
  }

  deepIt("S-27 refuses to print the beginning of a key that is cut at the longest text", async () => {
    for (const before of [...Array.from({ length: 20 }, (_, index) => 280 + index), 4_085, 4_094]) {
      const { stdout, stderr } = await listTokens(
        answerJson({ message: `${"x".repeat(before)}${key}` }, { status: 400 }),
      )
      expect(`${stdout}${stderr}`).to.not.contain("xpk")
    }
  })
})

/** Checks that output has no considerable part of what the server made of the key. */
function expectHidden({ stdout, stderr }: EndedCommand, echoed: string): void {
  const half = echoed.slice(0, Math.ceil(echoed.length / 2))
  for (const form of [half, JSON.stringify(half).slice(1, -1)]) expect(`${stdout}${stderr}`).to.not.contain(form)
}
