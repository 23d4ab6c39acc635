import { expect } from "chai"
import { after, afterEach, before, beforeEach, describe, it } from "mocha"
import {
  type Address,
  createPublicClient,
  createWalletClient,
  erc20Abi,
  type Hex,
  http,
  type LocalAccount,
  numberToHex,
  parseEther,
  parseGwei,
} from "viem"
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts"

import { devnetFeeToken } from "../../src/devnet/addresses.js"
import { counterArtifact } from "../../src/devnet/artifacts/Counter.js"
import { feeTokenArtifact } from "../../src/devnet/artifacts/FeeToken.js"
import { type OutboundMessage, retryMessage, sendThroughPlug } from "../../src/messaging/index.js"
import { approveExactly } from "../../src/onchain/allowances.js"
import { isPlugsError } from "../../src/primitives/PlugsError.js"
import { moodyPlugArtifact } from "../fixtures/artifacts/MoodyPlug.js"
import { eventually } from "../fixtures/clocks/eventually.js"
import { startCommand } from "../fixtures/commands/taskCommand.js"
import { dearer, type FeeAnswer } from "../fixtures/servers/nodes/dearNode.js"
import { createRpcDoor, type RpcDoor } from "../fixtures/servers/nodes/rpcDoor.js"
import { createExplainedWorld, type ExplainedWorld } from "../fixtures/worlds/messaging/explainedWorld.js"
import { deploy } from "../fixtures/worlds/messaging/plugs.js"

const everything: readonly FeeAnswer[] = ["base fee", "history", "tip"]
const million = 1_000_000n
const moodyAbi = moodyPlugArtifact.abi

/** What a node gains that names its own price for gas. */
describe("a node that makes gas dear", function () {
  this.timeout(60_000)
  let world: ExplainedWorld<true, true>
  let door: RpcDoor
  let counter: Address
  let givenUp: OutboundMessage
  let start: Hex
  before(async () => {
    world = await createExplainedWorld({ gateway: true, market: true })
    const { alpha } = world.devnet.chains
    door = await createRpcDoor(alpha.rpcUrl)
    counter = await deploy(alpha, counterArtifact, [alpha.contracts.socket, alpha.walletClient.account.address])
    const { usdc } = world.devnet.market.alpha.tokens
    await mined(
      alpha.walletClient.writeContract({
        address: usdc.address,
        abi: erc20Abi,
        functionName: "approve",
        args: [counter, 5n],
      }),
    )
    const mint = { address: devnetFeeToken, abi: feeTokenArtifact.abi, functionName: "mint" } as const
    await mined(alpha.walletClient.writeContract({ ...mint, args: [accountOnAlpha(), parseEther("1")] }))
    givenUp = await giveUp()
    start = await world.devnet.snapshot()
  })
  beforeEach(async () => {
    await world.devnet.revert(start)
  })
  afterEach(() => {
    door.release()
  })
  after(async () => {
    await door[Symbol.asyncDispose]()
    await world[Symbol.asyncDispose]()
  })

  async function mined(sending: Promise<Hex>): Promise<Hex> {
    const hash = await sending
    await world.devnet.chains.alpha.publicClient.waitForTransactionReceipt({ hash })
    return hash
  }

  /** A message to alpha that was given up, and of which `inbound` succeeds by now. */
  async function giveUp(): Promise<OutboundMessage> {
    const { alpha, beta } = world.devnet.chains
    const refuse = (args: readonly [boolean]) =>
      alpha.walletClient.writeContract({ address: world.moody.alpha, abi: moodyAbi, functionName: "refuseAll", args })
    await mined(refuse([true]))
    const call = { address: world.moody.beta, abi: moodyAbi, functionName: "send", args: [alpha.slug, "0x12"] } as const
    const hash = await beta.walletClient.writeContract({ ...call, value: parseEther("0.1") } as never)
    const { outbound } = await eventually(() => {
      const [record] = world.devnet.messagesFromTx(beta.slug, hash)
      return Promise.resolve(record?.status === "EXECUTION_FAILURE" && record)
    })
    await mined(refuse([false]))
    return outbound
  }

  const accountOnAlpha = (): Address => world.devnet.chains.alpha.walletClient.account.address
  const sent = (): Promise<number> =>
    world.devnet.chains.alpha.publicClient.getTransactionCount({ address: accountOnAlpha() })

  const swap = (amount: string, token: string): string[] => [
    ...["swap", "execute", amount, token, "--from", "alpha", "--to", "beta", "--for", "USDT"],
    ...["--provider", "pool", "--yes"],
  ]
  /** What sends from alpha, without a question. */
  const commands: Readonly<Record<string, () => readonly string[]>> = {
    "swap execute, with an approval": () => swap("3", "USDC"),
    "swap execute, of native currency": () => swap("0.01", "ETH"),
    "swap revoke": () => {
      const { usdc } = world.devnet.market.alpha.tokens
      return ["swap", "revoke", "--network", "alpha", "--token", usdc.address, "--spender", counter, "--yes"]
    },
    "messaging send": () => [
      ...["messaging", "send", world.counters.alpha, "add(uint32,uint256)", "beta", "1", "--from", "alpha", "--yes"],
    ],
    "messaging connect": () => [
      ...["messaging", "connect", counter, world.counters.beta, "--from", "alpha", "--to", "beta"],
    ],
    "messaging wire": () => ["messaging", "wire", "--apply", "--yes"],
    "messaging retry": () => ["messaging", "retry", givenUp.transactionHash!, "--from", "beta", "--yes"],
    "gateway topup": () => ["gateway", "topup", world.counters.alpha, "--amount", "1", "--from", "alpha", "--yes"],
  }
  const run = (name: string, more: readonly string[] = []) => {
    const wiring = { counters: { contracts: { alpha: counter, beta: world.counters.beta }, talk: "all" } }
    const env = { PLUGS_TEST_ALPHA_URL: door.url, PLUGS_TEST_WIRING: JSON.stringify(wiring) }
    return world.run([...commands[name]!(), ...more], { env })
  }

  /** Expects that a command refuses the gas, and sends nothing. */
  async function refuses(name: string, code: string, more?: readonly string[]): Promise<string> {
    const before = await sent()
    const ended = await run(name, more)
    expect(ended.code, `${ended.stdout}${ended.stderr}`).to.equal(1)
    expect(ended.stderr + ended.stdout).to.contain(`#${code}`)
    expect(await sent()).to.equal(before)
    return ended.stderr
  }

  for (const name of Object.keys(commands)) {
    describe(name, () => {
      it("refuses a million times the price, whatever is multiplied", async () => {
        door.rewrite(dearer(million, everything))
        await refuses(name, "gas_too_expensive")
        door.rewrite(dearer(million, ["tip"]))
        await refuses(name, "gas_price_too_high")
        door.rewrite(dearer(million, ["base fee"]))
        await refuses(name, "gas_price_too_high")
      })

      it("goes on at an honest price, and in a spike of five times as much", async () => {
        const { testClient, publicClient } = world.devnet.chains.alpha
        const { baseFeePerGas } = await publicClient.getBlock()
        await testClient.setNextBlockBaseFeePerGas({ baseFeePerGas: baseFeePerGas! * 5n })
        const { code, stdout, stderr } = await run(name)
        expect(code, stdout + stderr).to.equal(0)
        expect(stderr).to.match(/gas( on alpha)?:? +at most 0\.\d+ ETH/)
      })
    })
  }

  it("refuses to pay a deposit at a million times the price, and pays it at an honest one", async () => {
    const env = { PLUGS_TEST_CHAINS: "alpha,beta", PLUGS_TEST_ROOT: world.root, PLUGS_TEST_ALPHA_URL: door.url }
    const terms = ["4", "USDC", "--from", "alpha", "--to", "beta", "--for", "USDC", "--provider", "pool,curve"]
    const way = ["--user-ops", "deposit", "--refund-address", accountOnAlpha(), "--json"]
    await using opening = startCommand(["swap", "execute", ...terms, ...way], { port: world.port, env })
    const { quoteId, deposit } = await opening.event(({ event }) => event === "deposit")
    opening.interrupt()
    await opening.ended
    const { depositAddress } = deposit as { depositAddress: string }
    const pay = ["swap", "pay", String(quoteId), "--from", "alpha", "--allow-target", depositAddress, "--yes"]
    const before = await sent()
    door.rewrite(dearer(million, everything))
    const { code, stderr } = await world.run(pay, { env })
    expect({ code, sent: await sent() }, stderr).to.deep.equal({ code: 1, sent: before })
    expect(stderr).to.contain("#gas_too_expensive")
    door.release()
    const paid = await world.run(pay, { env })
    expect({ code: paid.code, sent: await sent() }, paid.stderr).to.deep.equal({ code: 0, sent: before + 1 })
    expect(paid.stderr).to.match(/gas +at most 0\.\d+ ETH/)
  })

  it("refuses what a target burns, by the whole cost", async () => {
    for (const name of ["messaging send", "messaging connect", "swap revoke", "messaging wire"]) {
      door.rewrite(dearer(5_000n, ["estimate"]))
      await refuses(name, "gas_too_expensive")
    }
  })

  it("keeps to --max-gas-price and --max-gas-cost, and names both numbers", async () => {
    const price = await refuses("messaging send", "gas_price_too_high", ["--max-gas-price", "0.5"])
    expect(price)
      .to.match(/asked: \d[\d.]* gwei/)
      .and.to.contain("at most: 0.5 gwei")
    const cost = await refuses("messaging send", "gas_too_expensive", ["--max-gas-cost", "0.00001"])
    expect(cost)
      .to.match(/cost: 0\.\d+ ETH/)
      .and.to.contain("at most: 0.00001 ETH")
    const { slug, contracts } = world.devnet.chains.alpha
    const limited = { alpha: { slug, socket: contracts.socket, maxGasCost: "0.00002" } }
    const env = { PLUGS_TEST_OWN_CHAINS: JSON.stringify(limited) }
    const { code, stderr } = await world.run(commands["messaging send"]!(), { env })
    expect(code).to.equal(1)
    expect(stderr).to.contain("at most: 0.00002 ETH")
  })

  describe("the helpers, with an account that signs here or by its node", () => {
    let local: LocalAccount
    before(() => {
      local = privateKeyToAccount(generatePrivateKey())
    })
    const clientsOf = (account: LocalAccount | Address) => {
      const transport = http(door.url, { retryCount: 0 })
      return [
        createPublicClient({ transport, pollingInterval: 10 }),
        createWalletClient({ account, transport }),
      ] as const
    }
    const helpers = {
      sendThroughPlug: async (...clients: ReturnType<typeof clientsOf>): Promise<Hex> => {
        const { socket } = world.devnet.chains.alpha.contracts
        const call = { signature: "add(uint32,uint256)", args: [world.devnet.chains.beta.slug, 1n] }
        return (await sendThroughPlug(...clients, { plug: world.counters.alpha, socket, ...call })).hash
      },
      approveExactly: async (...clients: ReturnType<typeof clientsOf>): Promise<Hex> => {
        const { address: token } = world.devnet.market.alpha.tokens.usdc
        return (await approveExactly(...clients, { token, spender: world.counters.alpha, amount: 7n }))[0]!
      },
    }

    for (const name of ["sendThroughPlug", "approveExactly"] as const) {
      for (const how of ["here", "by its node"] as const) {
        it(`${name} refuses it, signed ${how}, and pays an honest price`, async () => {
          const { alpha } = world.devnet.chains
          const owner = accountOnAlpha()
          const account = how === "here" ? local : owner
          const address = how === "here" ? local.address : owner
          await mined(alpha.walletClient.sendTransaction({ to: local.address, value: parseEther("100") }))
          const { usdc } = world.devnet.market.alpha.tokens
          await mined(
            alpha.walletClient.writeContract({
              address: usdc.address,
              abi: erc20Abi,
              functionName: "transfer",
              args: [local.address, 100n],
            }),
          )
          const count = () => alpha.publicClient.getTransactionCount({ address })
          const before = await count()
          door.rewrite(dearer(million, everything))
          const error: unknown = await helpers[name](...clientsOf(account)).catch((thrown: unknown) => thrown)
          expect(isPlugsError(error) && error.code, String(error)).to.equal("GAS_TOO_EXPENSIVE")
          expect(await count()).to.equal(before)
          door.release()
          const hash = await helpers[name](...clientsOf(account))
          expect(await count()).to.equal(before + 1)
          const { maxFeePerGas } = await alpha.publicClient.getTransaction({ hash })
          expect(maxFeePerGas! < parseGwei("20")).to.equal(true)
        })
      }
    }

    it("asks no node to fill a transaction in: what it would fill in is signed", async () => {
      const asked: string[] = []
      door.rewrite((method, result) => {
        asked.push(method)
        return result
      })
      const { alpha } = world.devnet.chains
      await mined(alpha.walletClient.sendTransaction({ to: local.address, value: parseEther("1") }))
      await helpers.sendThroughPlug(...clientsOf(local))
      expect(asked).to.include("eth_sendRawTransaction").and.to.not.include("eth_fillTransaction")
    })
  })

  it("refuses to pay the value that a retried message carries, unless maxValue allows it", async () => {
    const { publicClient, walletClient, contracts } = world.devnet.chains.alpha
    const executionParams = numberToHex((1n << 248n) + parseEther("275"), { size: 32 })
    const retry = (message: OutboundMessage) =>
      retryMessage(publicClient, walletClient, { message, socket: contracts.socket })
    const before = await sent()
    const error: unknown = await retry({ ...givenUp, executionParams }).catch((thrown: unknown) => thrown)
    expect(isPlugsError(error) && [error.code, error.facts["asked"], error.facts["at most"]]).to.deep.equal([
      ...["RETRY_VALUE_TOO_HIGH", "275", "0"],
    ])
    expect(await sent()).to.equal(before)
    expect(await retry(givenUp)).to.include({ status: "executed", value: 0n })
  })
})
