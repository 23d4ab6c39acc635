import { expect } from "chai"
import { after, afterEach, before, beforeEach, describe, it } from "mocha"
import {
  type Account,
  type Address,
  createPublicClient,
  createWalletClient,
  custom,
  erc20Abi,
  type Hex,
  numberToHex,
  parseEther,
  parseGwei,
  type PublicClient,
  type Transport,
  type WalletClient,
} from "viem"
import { privateKeyToAccount } from "viem/accounts"

import { counterArtifact } from "#examples/demos/artifacts/Counter.js"
import { devnetFeeToken } from "#src/devnet/addresses.js"
import { feeTokenArtifact } from "#src/devnet/artifacts/gateway.js"
import type { LocalChain } from "#src/devnet/chain/chains.js"
import { depositCredits, wrapCredits } from "#src/gateway/index.js"
import {
  applyWiring,
  connectPlug,
  type OutboundMessage,
  planWiring,
  retryMessage,
  sendThroughPlug,
} from "#src/messaging/index.js"
import { approveExactly, revokeAllowance } from "#src/onchain/allowances.js"
import { isPlugsError } from "#src/primitives/PlugsError.js"
import { moodyPlugArtifact } from "#test/fixtures/artifacts/MoodyPlug.js"
import { eventually } from "#test/fixtures/clocks/eventually.js"
import { startCommand, type TaskCommandOptions } from "#test/fixtures/commands/taskCommand.js"
import { deepIt, isDeep, variants } from "#test/fixtures/depth.js"
import { failure } from "#test/fixtures/failure.js"
import { dearer, type FeeAnswer } from "#test/fixtures/servers/nodes/dearNode.js"
import { createRpcDoor, firstKey, type RpcDoor } from "#test/fixtures/servers/nodes/rpcDoor.js"
import { createExplainedWorld, type ExplainedWorld } from "#test/fixtures/worlds/messaging/explainedWorld.js"
import { deploy } from "#test/fixtures/worlds/messaging/plugs.js"

const everything: readonly FeeAnswer[] = ["base fee", "history", "tip"]
const million = 1_000_000n
type Change = ReturnType<typeof dearer>
type Clients = readonly [PublicClient, WalletClient<Transport, undefined, Account>]
const moodyAbi = moodyPlugArtifact.abi

/** What a node gains that names its own price for gas. */
describe("S-11 a node that makes gas dear", function () {
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
    ...["--provider", "pool", "--yes", "--timeout", "5s"],
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
      ...["messaging", "connect", counter, world.counters.beta, "--from", "alpha", "--to", "beta", "--yes"],
    ],
    "messaging wire": () => ["messaging", "wire", "--apply", "--yes"],
    "messaging retry": () => ["messaging", "retry", givenUp.transactionHash!, "--from", "beta", "--yes"],
    "gateway topup": () => ["gateway", "topup", world.counters.alpha, "--amount", "1", "--from", "alpha", "--yes"],
  }
  const run = (name: string, more: readonly string[] = [], { answer }: Pick<TaskCommandOptions, "answer"> = {}) => {
    const wiring = { counters: { contracts: { alpha: counter, beta: world.counters.beta }, talk: "all" } }
    const env = { PLUGS_TEST_ALPHA_URL: door.url, PLUGS_TEST_WIRING: JSON.stringify(wiring) }
    const args = [...commands[name]!(), ...more].filter((arg) => answer === undefined || arg !== "--yes")
    return world.run(args, { env, ...(answer === undefined ? {} : { answer }) })
  }

  /** Expects that a command refuses the gas, and sends nothing. */
  async function refuses(name: string, code: string, more?: readonly string[]): Promise<string> {
    const before = await sent()
    const ended = await run(name, more)
    expect(ended.code, `${ended.stdout}${ended.stderr}`).to.equal(1)
    expect(ended.stderr + ended.stdout).to.contain(`/${code}.html`)
    expect(await sent()).to.equal(before)
    return ended.stderr
  }

  const honest = variants(["swap revoke", ...Object.keys(commands)], 1)
  for (const name of Object.keys(commands)) {
    describe(name, () => {
      it("refuses a million times the price, whatever is multiplied", async () => {
        door.rewrite(dearer(million, everything))
        await refuses(name, "GAS_TOO_EXPENSIVE")
        if (!isDeep && name !== "messaging send") return
        door.rewrite(dearer(million, ["tip"]))
        await refuses(name, "GAS_PRICE_TOO_HIGH")
        door.rewrite(dearer(million, ["base fee"]))
        await refuses(name, "GAS_PRICE_TOO_HIGH")
      })

      if (!honest.includes(name)) return
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

  deepIt("shows what gas costs at most before every question, and sends nothing after a no", async () => {
    for (const name of variants(
      ["messaging retry", "swap revoke", "messaging wire", "gateway topup", "swap execute, with an approval"],
      2,
    )) {
      const before = await sent()
      const { code, stderr } = await run(name, [], { answer: () => "n" })
      expect({ name, code, sent: await sent() }, stderr).to.deep.equal({ name, code: 130, sent: before })
      expect(stderr.split("(y/N)")[0], name).to.match(/gas( on alpha)?:? +at most 0\.\d+ ETH/)
    }
  })

  deepIt("refuses to pay a deposit at a million times the price, and pays it at an honest one", async () => {
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
    expect(stderr).to.contain("/GAS_TOO_EXPENSIVE.html")
    door.release()
    const paid = await world.run(pay, { env })
    expect({ code: paid.code, sent: await sent() }, paid.stderr).to.deep.equal({ code: 0, sent: before + 1 })
    expect(paid.stderr).to.match(/gas +at most 0\.\d+ ETH/)
  })

  it("refuses what a target burns, by the whole cost", async () => {
    for (const name of variants(["messaging send", "messaging wire", "messaging connect", "swap revoke"], 1)) {
      door.rewrite(dearer(5_000n, ["estimate"]))
      await refuses(name, "GAS_TOO_EXPENSIVE")
    }
  })

  deepIt("keeps to --max-gas-price and --max-gas-cost, and names both numbers", async () => {
    const price = await refuses("messaging send", "GAS_PRICE_TOO_HIGH", ["--max-gas-price", "0.5"])
    expect(price)
      .to.match(/asked: \d[\d.]* gwei/)
      .and.to.contain("at most: 0.5 gwei")
    const cost = await refuses("messaging send", "GAS_TOO_EXPENSIVE", ["--max-gas-cost", "0.00001"])
    expect(cost)
      .to.match(/cost: 0\.\d+ ETH/)
      .and.to.contain("at most: 0.00001 ETH")
    const { slug, contracts } = world.devnet.chains.alpha
    const limited = { alpha: { slug, socket: contracts.socket, maxGasCost: "0.00002" } }
    const env = { PLUGS_TEST_OWN_CHAINS: JSON.stringify(limited) }
    const { code, stderr } = await world.run(commands["messaging send"]!(), { env })
    expect(code).to.equal(1)
    expect(stderr).to.contain("at most: 0.00002 ETH")
    const ofGateway = [{ slug: 41000, network: "gateway", maxGasCost: "0.0000003" }, { maxGasCost: "0.0000003" }]
    for (const own of variants(ofGateway, 1)) {
      const PLUGS_TEST_OWN_CHAINS = JSON.stringify({ [own.network === undefined ? "gateway" : "apps"]: own })
      const topUp = ["gateway", "topup", world.counters.alpha, "--amount", "1", "--yes"]
      const refused = await world.run(topUp, { env: { PLUGS_TEST_OWN_CHAINS } })
      expect(refused.stderr).to.contain("at most: 0.0000003 ETH")
      expect(refused.code).to.equal(1)
      expect((await world.run([...topUp, "--max-gas-cost", "0.01"], { env: { PLUGS_TEST_OWN_CHAINS } })).code).to.equal(
        0,
      )
    }
  })

  describe("the helpers that send", () => {
    const local = privateKeyToAccount(firstKey)
    const accounts = { "signed here": local, "signed by its node": local.address } as const
    /** Clients of a node whose answers are changed. */
    const clientsOf = (account: Account | Address, chain: LocalChain, change: Change): Clients => {
      const request = async (call: { method: string }): Promise<unknown> =>
        change(call.method, await chain.provider.request(call))
      const transport = custom({ request }, { retryCount: 0 })
      return [createPublicClient({ transport, pollingInterval: 10 }), createWalletClient({ account, transport })]
    }

    type Helper = (on: { alpha: Clients; gateway: Clients }) => Promise<unknown>
    const helpers: Readonly<Record<string, Helper>> = {
      sendThroughPlug: ({ alpha }) => {
        const { alpha: own, beta } = world.devnet.chains
        const call = { signature: "add(uint32,uint256)", args: [beta.slug, 1n] }
        return sendThroughPlug(...alpha, { plug: world.counters.alpha, socket: own.contracts.socket, ...call })
      },
      connectPlug: ({ alpha }) => {
        const { alpha: own, beta } = world.devnet.chains
        const { socket, switchboard } = own.contracts
        const sibling = { siblingChainSlug: beta.slug, sibling: world.counters.beta }
        return connectPlug(...alpha, { plug: counter, socket, switchboard, ...sibling })
      },
      applyWiring: async ({ alpha }) => {
        const { alpha: own, beta } = world.devnet.chains
        const [publicClient, walletClient] = alpha
        const { slug, contracts } = own
        const chains = {
          alpha: { slug, socket: contracts.socket, publicClient, walletClient },
          beta: { slug: beta.slug, socket: beta.contracts.socket, publicClient: beta.publicClient },
        }
        const wiring = { app: { contracts: { alpha: counter, beta: world.counters.beta } } }
        const plan = await planWiring({ wiring, chains, switchboardOf: () => contracts.switchboard })
        const { results } = await applyWiring({ plan, chains })
        const error = results.find(({ change, error }) => change.chain === "alpha" && error !== undefined)?.error
        if (error !== undefined) throw error
      },
      approveExactly: ({ alpha }) => {
        const { address: token } = world.devnet.market.alpha.tokens.usdc
        return approveExactly(...alpha, { token, spender: world.counters.alpha, amount: 7n })
      },
      revokeAllowance: ({ alpha }) => {
        const { address: token } = world.devnet.market.alpha.tokens.usdc
        return revokeAllowance(...alpha, { token, spender: counter })
      },
      retryMessage: ({ alpha }) => {
        const { socket } = world.devnet.chains.alpha.contracts
        return retryMessage(...alpha, { message: givenUp, socket })
      },
      depositCredits: ({ alpha }) => {
        const { feesPlug } = world.devnet.chains.alpha.contracts
        const terms = { feesPlug, token: devnetFeeToken as Address, receiver: world.counters.alpha, amount: 3n }
        return depositCredits(...alpha, terms)
      },
      wrapCredits: ({ gateway }) => {
        const { feesManager } = world.devnet.gateway.chain.contracts
        return wrapCredits(...gateway, { feesManager, receiver: world.counters.alpha, amount: 3n })
      },
    }

    for (const [name, help] of Object.entries(helpers)) {
      for (const [how, account] of variants(Object.entries(accounts), 1)) {
        it(`${name} refuses a node that names its own price, ${how}, and pays an honest one`, async () => {
          const { alpha } = world.devnet.chains
          const { chain } = world.devnet.gateway
          const run = (change: Change) =>
            help({ alpha: clientsOf(account, alpha, change), gateway: clientsOf(account, chain, change) })
          const count = async (): Promise<number> => {
            const { address } = local
            const sent = [alpha, chain].map((each) => each.publicClient.getTransactionCount({ address }))
            return (await Promise.all(sent)).reduce((one, other) => one + other)
          }
          const before = await count()
          // What a target burns, the node's estimate says. A retry was planned before, and must not cost more than that.
          const burnt = name === "retryMessage" ? 20n : 5_000n
          const changes = [dearer(million, everything), dearer(million, ["tip"]), dearer(burnt, ["estimate"])]
          const codes: unknown[] = []
          for (const change of changes) codes.push((await failure(run(change))).code)
          // Gas is free on the gateway chain, but for the tip.
          const first = name === "wrapCredits" ? "GAS_PRICE_TOO_HIGH" : "GAS_TOO_EXPENSIVE"
          expect(codes).to.deep.equal([first, "GAS_PRICE_TOO_HIGH", "GAS_TOO_EXPENSIVE"])
          expect(await count()).to.equal(before)
          const asked: string[] = []
          const hashes: unknown[] = []
          await run((method, result) => {
            asked.push(method)
            if (/^eth_send(Raw)?Transaction$/.test(method)) hashes.push(result)
            return result
          })
          expect(await count()).to.equal(before + hashes.length)
          for (const hash of hashes as Hex[]) {
            const { publicClient } = name === "wrapCredits" ? chain : alpha
            const { maxFeePerGas } = await publicClient.getTransaction({ hash })
            expect(maxFeePerGas! < parseGwei("20")).to.equal(true)
          }
          // What a node would fill in is signed.
          expect(asked).to.not.include("eth_fillTransaction")
        })
      }
    }
  })

  it("S-13 refuses to pay the value that a retried message carries, unless maxValue allows it", async () => {
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
