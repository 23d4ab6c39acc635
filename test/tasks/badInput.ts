import { expect } from "chai"
import { createHardhatRuntimeEnvironment } from "hardhat/hre"
import { HardhatPluginError } from "hardhat/plugins"
import { describe, it } from "mocha"

import hardhatPlugs from "#src/index.js"
import { runHardhat } from "#test/fixtures/commands/hardhatCommand.js"
import { runCommand } from "#test/fixtures/commands/taskCommand.js"
import { deepIt } from "#test/fixtures/depth.js"

const plug = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"
const mistyped = plug.replace("5aA", "5AA")
const hash = `0x${"1".repeat(64)}`

/** Nothing listens on this port, so a task that sends a request before it checks its input fails with another error. */
const deadPort = 9

// What every argument refuses by its kind and its rules, test/tasks/rows.ts tries.

type Row = [args: Record<string, unknown>, names: RegExp, fix: RegExp]

const fees = { plug, from: "alpha", to: "beta" }
const badFees: Record<string, Row> = {
  "no plug": [{ ...fees, plug: undefined }, /^Option "--plug": it is missing/, /Add --plug/],
  "an empty plug": [{ ...fees, plug: " " }, /^Option "--plug": it is missing/, /Add --plug/],
  "a mistyped plug": [{ ...fees, plug: mistyped }, /^Option "--plug": .*checksum/, /Copy the address again/],
  "no source chain": [{ ...fees, from: undefined }, /^Option "--from": .*missing/, /alpha, beta/],
  "an unknown source chain": [
    { ...fees, from: "alfa" },
    /^Option "--from": .*"alfa"\. Did you mean alpha\?/,
    /alpha \(41001\)/,
  ],
  "an unknown destination among others": [{ ...fees, to: "beta,betta" }, /^Option "--to": .*"betta"/, /beta \(41002\)/],
  "no destination": [{ ...fees, to: undefined }, /^Option "--to": it is missing/, /Add --to/],
}

const send = { plug, signature: "add(uint32,uint256)", args: ["beta", "5"], from: "alpha" }
const badSend: Record<string, Row> = {
  "an unknown chain": [{ ...send, args: ["betta", "5"] }, /^Argument 1 \(uint32\): .*"betta"/, /Known chains/],
  "too few arguments": [{ ...send, args: ["beta"] }, /^Argument "args": .*takes 2 arguments, not 1/, /each parameter/],
  "a broken signature": [{ ...send, signature: "add(uint32" }, /^Argument "signature": "add\(uint32"/, /quotes/],
  "a fraction": [{ ...send, args: ["beta", "1.5"] }, /^Argument 2 \(uint256\): "1\.5"/, /whole number/],
  "a plug that no project has": [
    { ...send, plug: "Greeter" },
    /^Argument "plug": "Greeter" is neither/,
    /plugs\.contracts/,
  ],
  "a function by its name, of an unknown contract": [
    { ...send, signature: "add" },
    /^Argument "signature": "add"/,
    /types in quotes/,
  ],
  "a mistyped plug": [{ ...send, plug: mistyped }, /^Argument "plug": .*checksum/, /Copy the address again/],
}

const badDevnet: Record<string, Row> = {
  "one chain": [{ chains: "alpha" }, /^Option "--chains": /, /at least two/],
  twins: [{ chains: "alpha,alpha" }, /^Option "--chains": .*name alpha/, /own/],
  "a chain that cannot be part of a URL": [{ chains: "alpha,be/ta" }, /^Option "--chains": .*be\/ta/, /letters/],
  "an empty key": [{ apiKey: "" }, /^Option "--api-key": /, /Add --api-key/],
}

const badTimeouts: Record<string, Row> = {
  "nothing to find them by": [{}, /^Option "--tx, --id or --target": none/, /transaction.*id.*contract/],
  "a mistyped target": [{ target: mistyped }, /^Option "--target": .*checksum/, /Copy the address again/],
}

const addresses = { appGateway: plug, contract: "counter", chains: "alpha,beta" }
const badAddresses: Record<string, Row> = {
  "a mistyped app gateway": [
    { ...addresses, appGateway: mistyped },
    /^Argument "appGateway": .*checksum/,
    /Copy the address/,
  ],
  "half an id": [{ ...addresses, contract: "0x12" }, /^Option "--contract": "0x12"/, /64 hexadecimal/],
  "an unknown chain among others": [
    { ...addresses, chains: "alpha,betta" },
    /^Option "--chains": .*"betta"/,
    /beta \(41002\)/,
  ],
}

const badForwarder: Record<string, Row> = {
  "a mistyped contract": [
    { onChainAddress: mistyped, chain: "alpha" },
    /^Argument "onChainAddress": .*checksum/,
    /Copy/,
  ],
  "the zero address": [{ onChainAddress: `0x${"0".repeat(40)}`, chain: "alpha" }, /^Argument "onChainAddress": /, /\w/],
  "no chain": [{ onChainAddress: plug }, /^Option "--chain": it is missing/, /Add --chain/],
  "an unknown chain": [{ onChainAddress: plug, chain: "alfa" }, /^Option "--chain": .*"alfa"/, /alpha \(41001\)/],
}

const quote = { amount: "12.5", token: "USDC", from: "alpha", to: "beta", for: "WETH" }
const badQuote: Record<string, Row> = {
  "an amount with a separator": [{ ...quote, amount: "1,000" }, /^Argument "amount": "1,000"/, /12\.5/],
  "an amount with an exponent": [{ ...quote, amount: "1e3" }, /^Argument "amount": "1e3"/, /exponent/],
  "a negative amount": [{ ...quote, amount: "-1" }, /^Argument "amount": "-1"/, /without sign/],
  "no amount at all": [{ ...quote, amount: "0.00" }, /^Argument "amount": it is zero/, /above zero/],
  "a mistyped token": [{ ...quote, token: mistyped }, /^Argument "token": .*checksum/, /Copy the address again/],
  "half an address for a token": [{ ...quote, for: "0x12" }, /^Option "--for": "0x12"/, /40 hexadecimal/],
  "a token of two words": [{ ...quote, token: "USD Coin" }, /^Argument "token": "USD Coin"/, /swap tokens/],
  "nothing to get": [{ ...quote, for: undefined }, /^Option "--for": it is missing/, /Add --for/],
  "no source chain": [{ ...quote, from: undefined }, /^Option "--from": .*missing/, /alpha, beta/],
  "a source chain that is not configured": [{ ...quote, from: "10" }, /^Option "--from": .*"10"/, /alpha \(41001\)/],
  "an unknown destination": [{ ...quote, to: "betta" }, /^Option "--to": .*"betta"/, /beta \(41002\)/],
  "a mistyped receiver": [
    { ...quote, receiver: mistyped },
    /^Option "--receiver": .*checksum/,
    /Copy the address again/,
  ],
  "a slippage with its sign": [{ ...quote, slippage: "1%" }, /^Option "--slippage": "1%"/, /0\.5/],
  "a slippage that gives everything away": [{ ...quote, slippage: "51" }, /^Option "--slippage": "51"/, /0 to 50/],
  "a provider that cannot be one": [{ ...quote, provider: "po ol" }, /^Option "--provider": "po ol"/, /providerId/],
  "a provider in and out": [
    { ...quote, provider: "pool", without: "pool" },
    /^Option "--without": pool/,
    /one of the two/,
  ],
}

const order = { ...quote, yes: true }
const badExecute: Record<string, Row> = {
  "no amount": [{ ...order, amount: undefined }, /^Argument "amount": it is missing/, /12\.5/],
  "no token": [{ ...order, token: undefined }, /^Argument "token": it is missing/, /USDC/],
  "an unknown way to choose": [
    { ...order, route: "cheapest" },
    /^Option "--route": "cheapest"/,
    /best, fastest, suggested/,
  ],
  "more than a quote to resume": [
    { resume: hash, from: "alpha", amount: "1" },
    /^Argument "amount": .*resumed/,
    /leave out/,
  ],
  "another slippage to resume with": [
    { resume: hash, from: "alpha", slippage: "9" },
    /^Option "--slippage": /,
    /leave out/,
  ],
  "no chain to resume on": [{ resume: hash }, /^Option "--from": .*missing/, /alpha, beta/],
}

const badStatus: Record<string, Row> = {
  "an id with spaces": [{ id: "a b" }, /^Argument "id": "a b"/, /quoteId/],
}

const badTokens: Record<string, Row> = {
  "a list and a search": [{ search: "usd", list: "full" }, /^Option "--list": /, /search/],
  "nothing to search for": [{ search: " " }, /^Argument "search": /, /name or symbol/],
  "an unknown chain": [{ chains: "alpha,betta" }, /^Option "--chains": .*"betta"/, /beta \(41002\)/],
}

describe("bad input gets one line that names the argument and the fix, and nothing is sent", function () {
  const tasks: [id: string[], rows: Record<string, Row>][] = [
    [["messaging", "fees"], badFees],
    [["messaging", "send"], badSend],
    [["devnet"], badDevnet],
    [["gateway", "timeouts"], badTimeouts],
    [["gateway", "addresses"], badAddresses],
    [["gateway", "forwarder"], badForwarder],
    [["swap", "quote"], badQuote],
    [["swap", "execute"], badExecute],
    [["swap", "status"], badStatus],
    [["swap", "tokens"], badTokens],
  ]
  for (const [id, rows] of tasks) {
    for (const [what, [args, names, fix]] of Object.entries(rows)) {
      it(`${id.join(" ")} with ${what}`, async () => {
        const message = await refusal(id, args)
        expect(message).to.match(names).and.to.match(fix)
        expect(message).to.not.contain("\n")
      })
    }
  }

  deepIt("at a terminal too, with exit code 1 and no stack", async () => {
    const commands = [
      ["--network", "default", "messaging", "fees", "--plug", plug, "--to", "beta"],
      ["messaging", "send", plug, "add(uint32,uint256)", "betta", "5", "--from", "alpha"],
      ["messaging", "track", "0x12", "--from", "alpha", "--json"],
      ["devnet", "--port", "70000", "--json"],
    ]
    const lines = [
      /Option "--network": .*"default"/,
      /Argument 1 \(uint32\): .*"betta"/,
      /Argument "id": "0x12"/,
      /Option "--port": "70000"/,
    ]
    const ends = await Promise.all(
      commands.map((args, index) => (index === 0 ? runHardhat : runCommand)(args, { port: deadPort })),
    )
    for (const [index, { code, stdout, stderr }] of ends.entries()) {
      expect(stderr.split("\n")[0]).to.match(lines[index]!)
      expect(code).to.equal(1)
      expect(stderr).to.not.match(/^\s+at /m)
      const { error } = JSON.parse(commands[index]!.includes("--json") ? stdout : '{"error":null}') as {
        error: unknown
      }
      if (error === null) expect(stdout).to.equal("")
      else expect(error).to.deep.include({ code: "INVALID_INPUT", facts: { argument: ["id", "--port"][index - 2] } })
    }
  })

  deepIt("in a process with CI=true too: one error document, the text on standard error, and no stack", async () => {
    const env = { CI: "true", GITHUB_ACTIONS: "true" }
    const args = ["swap", "quote", "1", "USDC", "--from", "nowhere", "--to", "beta", "--for", "WETH"]
    const [text, json] = await Promise.all([
      runHardhat(args, { port: deadPort, env }),
      runHardhat([...args, "--json"], { port: deadPort, env }),
    ])
    for (const { code, stderr } of [text, json]) {
      expect(code).to.equal(1)
      expect(stderr)
        .to.match(/Option "--from": .*"nowhere"/)
        .and.to.not.match(/^\s+at /m)
    }
    expect(text.stdout).to.equal("")
    expect(json.stdout.trimEnd().split("\n")).to.have.length(1)
    const { schemaVersion, error } = json.events[0] as { schemaVersion: number; error: Record<string, unknown> }
    expect(schemaVersion).to.equal(1)
    expect(error).to.deep.include({ code: "INVALID_INPUT", facts: { argument: "--from" } })
    expect(error["next"]).to.contain("alpha (41001)")
  })
})

/** What a task says when it refuses its arguments. */
async function refusal(id: string[], args: Record<string, unknown>): Promise<string> {
  const hre = await createHardhatRuntimeEnvironment({
    plugins: [hardhatPlugs],
    plugs: { devnet: { port: deadPort } },
  })
  const given = Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined))
  try {
    await hre.tasks.getTask(id).run(given)
  } catch (error) {
    expect(HardhatPluginError.isHardhatPluginError(error)).to.equal(true)
    return (error as Error).message
  }
  throw new Error("the input was accepted")
}
