import { expect } from "chai"
import { after, before, describe, it } from "mocha"

import type { EndedCommand } from "../fixtures/commands/endedCommand.js"
import { runCommand } from "../fixtures/commands/taskCommand.js"
import { variants } from "../fixtures/depth.js"
import {
  answerJson,
  type Behaviour,
  type HostileServer,
  startHostileServer,
} from "../fixtures/servers/hostileServer.js"
import { tokensOnWire } from "../fixtures/servers/swapServer.js"
import { keyEchoes } from "../fixtures/wire/keyEchoes.js"
import { enveloped } from "../fixtures/wire/swapRoutes.js"

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

  it("refuses to pass another script for Latin: the letter is shown by its number", async () => {
    const { stdout } = await listTokens(tokenNamed("USD\u0421"))
    expect(stdout).to.contain("USD\\u0421").and.not.contain("USD\u0421")
    expect((await listTokens(tokenNamed("\u0415\u0422\u041D"))).stdout).to.contain("\\u0415\\u0422\\u041d")
  })

  it("S-26 refuses to pass other styles, marks and characters without width for a plain symbol", async () => {
    for (const symbol of ["𝐔𝐒𝐃𝐂", "USD\u0336C", "US\u200BDC", "ＵＳＤＣ"]) {
      const { stdout } = await listTokens(tokenNamed(symbol))
      expect(stdout).to.not.contain(symbol)
      expect(stdout).to.not.match(/\bUSDC\b/)
    }
  })

  it("refuses the same in JSON, whose values stay the same", async () => {
    const { stdout } = await listTokens(tokenNamed("USD\u0421"), "--json")
    expect(stdout).to.not.contain("\u0421")
    expect((JSON.parse(stdout) as { tokens: { symbol: string }[] }).tokens[0]?.symbol).to.equal("USD\u0421")
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

  it("S-27 refuses to print the beginning of a key that is cut at the longest text", async () => {
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
