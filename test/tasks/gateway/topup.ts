import { expect } from "chai"
import { after, before, describe, it } from "mocha"
import { type Address, formatEther, parseEther } from "viem"

import { counterAppGatewayArtifact } from "#examples/demos/artifacts/CounterAppGateway.js"
import { feeTokenArtifact } from "#src/devnet/artifacts/gateway.js"
import { getAvailableCredits } from "#src/gateway/index.js"
import { eventually } from "#test/fixtures/clocks/eventually.js"
import type { EndedCommand } from "#test/fixtures/commands/endedCommand.js"
import { runCommand, type TaskCommandOptions } from "#test/fixtures/commands/taskCommand.js"
import { deepIt } from "#test/fixtures/depth.js"
import { expectGoldenCommand } from "#test/fixtures/golden/expectGoldenCommand.js"
import { createGatewayWorld, credits, type GatewayWorld } from "#test/fixtures/worlds/gateway/gatewayWorld.js"

type Document = {
  creditsBefore: string
  creditsAfter: string
  payment: { txHash: string; approvals: string[]; token: string | null; amount: string; creditAmount: string } | null
  error?: { code: string; message: string }
}

describe("hardhat gateway topup", () => {
  let world: GatewayWorld
  let app: Address
  let port: number
  before(async () => {
    world = await createGatewayWorld()
    app = (await world.open(counterAppGatewayArtifact)).address
    port = Number(new URL(world.devnet.url).port)
  })
  after(() => world.devnet.stop())

  const env = { PLUGS_TEST_CHAINS: "alpha,beta" }
  const topup = (args: readonly string[], options: TaskCommandOptions = {}): Promise<EndedCommand> =>
    runCommand(["gateway", "topup", ...args], { port, ...options, env: { ...env, ...options.env } })
  const documentOf = ({ stdout }: EndedCommand): Document => JSON.parse(stdout) as Document
  const creditsNow = (): Promise<bigint> => {
    const { chain } = world.devnet.gateway
    return getAvailableCredits(chain.publicClient, { feesManager: chain.contracts.feesManager, account: app })
  }
  const mint = async (token: Address, amount: bigint): Promise<void> => {
    const { walletClient, publicClient } = world.alpha
    const args = [walletClient.account.address, amount] as const
    const call = { address: token, abi: feeTokenArtifact.abi, functionName: "mint", args } as const
    await publicClient.waitForTransactionReceipt({ hash: await walletClient.writeContract(call) })
  }

  it("wraps native currency for an app gateway by its name, shows both balances and the cost, and asks", async () => {
    const before = await creditsNow()
    const named = { ...env, PLUGS_TEST_CONTRACTS: JSON.stringify({ App: { gateway: app } }) }
    const { code, stdout, stderr } = await topup(["App", "--amount", "2.5"], { env: named, answer: () => "y" })
    expect(code, stderr).to.equal(0)
    expect(stderr).to.contain(`${app} (App) can spend ${formatEther(before)} credits now.`)
    expect(stderr).to.match(
      /Costs 2\.5 ETH \(2500000000000000000 in the smallest unit\) of 0x\w{40} on gateway, wrapped.*gas of one transaction.*Send it\? \(y\/N\)/s,
    )
    expect(stdout).to.contain(`can spend ${formatEther(before + parseEther("2.5"))} credits, ${formatEther(before)}`)
    expect(stdout).to.match(/Gas cost \d[\d.]* ETH\.$/m)
    expect(await creditsNow()).to.equal(before + parseEther("2.5"))
  })

  it("deposits a token on another chain, of the devnet's or of any symbol and decimals, and waits for the credits", async () => {
    const { feeToken, sixDecimalFeeToken } = world.alpha.contracts
    await mint(feeToken, parseEther("3"))
    await mint(sixDecimalFeeToken, 5_000_000n)
    const before = await creditsNow()
    const first = await topup([app, "--amount", "3", "--from", "alpha", "--yes"])
    expect(first.code, first.stderr).to.equal(0)
    expectGoldenCommand("gateway/topup", first)

    const pinned = { PLUGS_TEST_SWAP: JSON.stringify({ tokens: { alpha: { USDC: sixDecimalFeeToken } } }) }
    const args = [app, "--amount", "5", "--from", "alpha", "--token", "usdc", "--yes", "--json"]
    const second = await topup(args, { env: pinned })
    expect(second.code, second.stderr).to.equal(0)
    expectGoldenCommand("gateway/topup", second)
    const { creditsBefore, creditsAfter, payment } = documentOf(second)
    expect(BigInt(creditsBefore)).to.equal(before + parseEther("3"))
    expect(BigInt(creditsAfter)).to.equal(before + parseEther("8"))
    expect(payment).to.include({ token: sixDecimalFeeToken, amount: "5000000", creditAmount: String(parseEther("5")) })
    expect(payment!.approvals).to.have.length(1)
  })

  it("does not lead to a second payment when the credits are late", async () => {
    await mint(world.alpha.contracts.feeToken, parseEther("1"))
    const before = await creditsNow()
    const { relay } = world.devnet
    relay.pause()
    const late = await topup([app, "--amount", "1", "--from", "alpha", "--yes", "--timeout", "1ms"])
    relay.resume()
    expect(late.code, late.stderr).to.equal(3)
    const [, account] = /npx hardhat gateway topup (0x\w{40}) shows/.exec(late.stderr)!
    const shown = await eventually(async () => {
      const { stdout } = await topup([account!])
      return stdout.includes(`${formatEther(before + parseEther("1"))} credits`) && stdout
    })
    expect(shown).to.contain(app)
  })

  it("pays from no chain whose fees plug is not known", async () => {
    const { addressResolver, asyncDeployer, forwarderBeacon } = world.devnet.gateway.chain.contracts
    const baseUrl = world.devnet.gateway.baseUrl.replace("127.0.0.1", "localhost")
    const gateway = { baseUrl, contracts: { addressResolver, asyncDeployer, forwarderBeacon } }
    const own = { PLUGS_TEST_GATEWAY: JSON.stringify(gateway) }
    const { code, error } = await topup([app, "--amount", "1", "--from", "alpha", "--yes"], { env: own })
    expect(error).to.include({ code: "INVALID_INPUT", argument: "--from" })
    expect(code).to.equal(1)
  })

  it("only shows the credits without --amount", async () => {
    const other = "0x00000000000000000000000000000000000000aa"
    const [human, json] = await Promise.all([topup([other]), topup([app, "--json"])])
    expect([human.code, json.code], human.stderr + json.stderr).to.deep.equal([0, 0])
    expect(human.stdout).to.match(/^0x0{38}AA can spend 0 credits\.$/im)
    expect(documentOf(json)).to.include({ payment: null })
    expect(BigInt(documentOf(json).creditsAfter) >= credits).to.equal(true)
  })

  it("sends nothing without a yes", async () => {
    const before = await creditsNow()
    const args = [app, "--amount", "1"]
    const [refused, alone, program] = [
      await topup(args, { answer: () => "n" }),
      await topup(args),
      await topup([...args, "--json"], { answer: () => "n" }),
    ]
    expect([refused.code, alone.code, program.code]).to.deep.equal([130, 1, 130])
    expectGoldenCommand("gateway/topup-not-asked", alone)
    expectGoldenCommand("gateway/topup-declined", refused)
    expectGoldenCommand("gateway/topup-declined", program)
    expect(await creditsNow()).to.equal(before)
  })

  deepIt("refuses what it cannot pay or does not understand, and sends nothing", async () => {
    const before = await creditsNow()
    const cases: [args: string[], says: RegExp][] = [
      [["--amount", "0"], /^(?!.*Costs).*Option "--amount": there is nothing to pay/s],
      [["--amount", "1e3"], /Option "--amount": "1e3" is not a decimal number/],
      [["--amount", "0.0000000000000000001"], /18 decimals/],
      [["--amount", "999999999999eth"], /gateway|wrap/i],
      [["--amount", "999999999999"], /Write the unit: 999999999999wei/],
      [["--amount", "1", "--token", "USDC"], /Option "--token": it has no effect without --from/],
      [["--from", "alpha"], /Option "--from": it has no effect without --amount/],
      [
        ["--amount", "1", "--from", "alpha", "--token", "DOGE"],
        /Option "--token": "DOGE" is not the symbol of a token/,
      ],
      [["--amount", "1", "--from", "alpha", "--token", app], /There is no token at/],
      [["--amount", "1000000", "--from", "alpha"], /does not own enough of the token/],
      [["--amount", "1", "--from", "atlantis"], /Option "--from": /],
    ]
    for (const [args, says] of cases) {
      const yes = args.includes("--amount") ? ["--yes"] : []
      const { code, stderr } = await topup([app, ...args, ...yes])
      expect(stderr).to.match(says)
      expect(stderr).to.not.match(/^\s+at /m)
      expect(code, args.join(" ")).to.equal(1)
    }
    expect(await creditsNow()).to.equal(before)
  })
})
