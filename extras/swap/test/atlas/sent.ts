import path from "node:path"

import { expect } from "chai"
import { after, afterEach, before, describe } from "mocha"
import { createWalletClient, custom, type Hex, parseUnits } from "viem"
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts"

import { systemClock } from "#src/primitives/clock.js"
import { createFileJournal, executeRoute, type GetQuoteParameters, nativeToken } from "#src/swap/index.js"
import { Crash, crashAt } from "#test/fixtures/children/crash.js"
import { eventually } from "#test/fixtures/clocks/eventually.js"
import { createShortPauses } from "#test/fixtures/clocks/shortPauses.js"
import { deepDescribe, deepIt } from "#test/fixtures/depth.js"
import { expectCause } from "#test/fixtures/output/expectCause.js"
import { rejection } from "#test/fixtures/servers/messagingApi.js"
import { createRewritingApi } from "#test/fixtures/servers/rewritingApi.js"
import type { Explained } from "#test/fixtures/worlds/messaging/explainedWorld.js"
import {
  createExplainedSwapWorld,
  type ExplainedSwapWorld,
  overPool,
} from "#test/fixtures/worlds/swap/explainedSwapWorld.js"

deepDescribe("the atlas of swaps whose transaction was sent", function () {
  let world: ExplainedSwapWorld
  before(async () => {
    world = await createExplainedSwapWorld()
  })
  afterEach(async () => {
    await world.alpha.testClient.setAutomine(true)
    await world.reset()
  })
  after(() => world[Symbol.asyncDispose]())

  const delivered = (quoteId: string) =>
    eventually(async () => {
      const { document } = await world.explain(quoteId)
      return document.verdict === "delivered" && document
    })
  /** Leaves a swap whose transaction waits to be mined. No approval is sent, because that one would wait, too. */
  const leavePending = async (amount: string): Promise<Hex> => {
    const native = [amount, "ETH", "--from", "alpha", "--to", "beta", "--for", "ETH", "--provider", "pool,desk"]
    await world.alpha.testClient.setAutomine(false)
    return await world.leaveAt("SENT", native)
  }

  deepIt("transaction-pending: no block has it yet", async () => {
    const quoteId = await leavePending("1")
    const explained = await world.explain(quoteId)
    const cause = expectCause(explained, "transaction-pending")
    expect(explained.document.verdict).to.equal("waiting")
    expect(cause.mend).to.equal(null)
    await world.alpha.testClient.mine({ blocks: 1 })
    await world.alpha.testClient.setAutomine(true)
    await delivered(quoteId)
  })

  deepIt(
    "transaction-dropped: the node has lost what was signed here, and resuming sends the same bytes again",
    async () => {
      // A script signs with the key itself. Hardhat, which signs for tasks, keeps no signed bytes.
      const key = generatePrivateKey()
      const account = privateKeyToAccount(key)
      const { alpha, client, user } = world
      await alpha.testClient.setBalance({ address: account.address, value: parseUnits("100", 18) })
      const networks = { alpha: { type: "http", url: alpha.rpcUrl, accounts: [key] } }
      const own = { env: { PLUGS_TEST_NETWORKS: JSON.stringify(networks) } }
      const { hash: genesis } = await alpha.publicClient.getBlock({ blockNumber: 0n })
      const journal = createFileJournal(path.join(world.root(), ".plugs", "swaps", `41001-${genesis.slice(2, 18)}`))
      const request: GetQuoteParameters = {
        userOps: "tx",
        originChainId: alpha.chainId,
        destinationChainId: world.beta.chainId,
        inputToken: nativeToken,
        outputToken: nativeToken,
        inputAmount: parseUnits("1", 18),
        userAddress: account.address,
        receiverAddress: user,
        slippage: "1",
      }
      const quote = await client.getQuote(request)
      const route = quote.routes[0]!
      const { quoteId } = route
      const transport = custom(alpha.provider, { retryCount: 0 })
      const walletClient = createWalletClient({ account, chain: alpha.publicClient.chain, transport })
      const clients = { client, walletClient, publicClient: alpha.publicClient, journal }
      await alpha.testClient.setAutomine(false)
      const { router, routers } = world.devnet.market.alpha
      const contracts = { allowedTargets: [router], routers }
      const onStep = crashAt("SENT")
      const died = await rejection(executeRoute({ ...clients, request, quote, route, ...contracts, onStep }))
      expect(died).to.be.instanceOf(Crash)
      const [hash] = await pendingHashes(account.address)
      await alpha.testClient.dropTransaction({ hash: hash! })
      const cause = expectCause(await world.explain(quoteId, own), "transaction-dropped")
      await alpha.testClient.setAutomine(true)
      const { code, stderr } = await world.mend(cause.mend?.command, own)
      expect(code, stderr).to.equal(0)
      expect((await world.explain(quoteId, own)).document.verdict).to.equal("delivered")
    },
  )

  deepIt("transaction-dropped: what the node signed cannot be sent again before its quote has expired", async () => {
    const quoteId = await leavePending("1")
    const [hash] = await pendingHashes(world.user)
    await world.alpha.testClient.dropTransaction({ hash: hash! })
    await world.alpha.testClient.setAutomine(true)
    expect(expectCause(await world.explain(quoteId), "transaction-dropped").mend?.command).to.equal(null)
    const later = { ...systemClock, wallTime: () => Date.now() + 3_600_000 }
    const cause = expectCause(await world.explain(quoteId, { clock: later }), "transaction-dropped")
    // It uses up the nonce.
    await world.mend(cause.mend?.command, { clock: later })
    const over = expectCause(await world.explain(quoteId), "transaction-replaced")
    expect((await world.mend(over.mend?.command)).code).to.equal(0)
  })

  deepIt("transaction-replaced: a wallet has sent another transaction with its nonce", async () => {
    const quoteId = await leavePending("1")
    const [hash] = await pendingHashes(world.user)
    const { nonce, maxFeePerGas, gasPrice } = await world.alpha.publicClient.getTransaction({ hash: hash! })
    const fee = (maxFeePerGas ?? gasPrice) * 4n
    const by = await world.alpha.walletClient.sendTransaction({
      ...{ to: world.user, value: 0n, nonce, maxFeePerGas: fee, maxPriorityFeePerGas: fee },
    })
    await world.alpha.testClient.mine({ blocks: 1 })
    await world.alpha.testClient.setAutomine(true)
    const cause = expectCause(await world.explain(quoteId), "transaction-replaced")
    expect(cause.says).to.contain(by)
    const { code, stderr } = await world.mend(cause.mend?.command)
    expect(code, stderr).to.equal(0)
  })

  deepIt("transaction-reverted: it was mined too late", async () => {
    const quoteId = await leavePending("1")
    await world.pass(world.alpha, 600)
    await world.alpha.testClient.setAutomine(true)
    const cause = expectCause(await world.explain(quoteId), "transaction-reverted")
    const { code, stderr } = await world.mend(cause.mend?.command)
    expect(code, stderr).to.equal(0)
  })

  deepIt("allowance-left: a swap that reverted has left an allowance behind", async () => {
    const approved = await world.leaveUnsent(overPool("30"))
    await world.alpha.testClient.setAutomine(false)
    await using resuming = world.start(["swap", "resume", approved, "--yes", "--json"])
    await resuming.event(({ status }) => status === "SENT")
    resuming.interrupt()
    await resuming.ended
    await world.pass(world.alpha, 600)
    await world.alpha.testClient.setAutomine(true)
    const explained = await world.explain(approved)
    expectCause(explained, "transaction-reverted")
    const left = explained.document.causes.find(({ name }) => name === "allowance-left")
    expect(left?.says).to.contain("30 USDC")
    const { code, stderr } = await world.mend(left?.mend?.command)
    expect(code, stderr).to.equal(0)
    const again = await world.explain(approved)
    expect(again.document.causes.map(({ name }) => name)).to.deep.equal(["transaction-reverted"])
  })

  describe("when the swap API says something else than the chains", () => {
    /** What the API says of the route of a swap that has completed. */
    const retold = async (args: readonly string[], change: (route: Route) => object): Promise<Explained> => {
      const ended = await world.run(["swap", "execute", ...args, "--yes", "--json"])
      const quoteId = ended.events.at(-1)!["quoteId"] as string
      return await explainRetold(quoteId, change)
    }
    const explainRetold = async (quoteId: string, change: (route: Route) => object): Promise<Explained> => {
      await using api = await createRewritingApi(world.devnet.swap.baseUrl, (url, text) => {
        if (!url.includes("/status")) return text
        const { result, ...envelope } = JSON.parse(text) as { result: Route }
        return JSON.stringify({ ...envelope, result: { ...result, ...change(result) } })
      })
      return await world.explain(quoteId, { env: { PLUGS_TEST_SWAP: JSON.stringify({ baseUrl: api.url }) } })
    }
    type Route = { readonly origin: object; readonly destination: object; readonly refund: object | null }

    deepIt("api-ahead-of-chain: the output's transaction is on no chain", async () => {
      const txHash = `0x${"12".repeat(32)}`
      const explained = await retold(overPool("31"), ({ destination }) => ({ destination: { ...destination, txHash } }))
      expect(expectCause(explained, "api-ahead-of-chain").mend).to.deep.include({ command: null })
      expect(explained.document.verdict).to.equal("unknown")
    })

    deepIt("api-ahead-of-chain: the transaction that it names pays nobody", async () => {
      const paying = await world.alpha.walletClient.sendTransaction({ to: world.user, value: 0n })
      const onAlpha = ["32", "USDC", "--from", "alpha", "--for", "WETH", "--provider", "desk"]
      const explained = await retold(onAlpha, ({ destination }) => ({
        destination: { ...destination, txHash: paying },
      }))
      expect(expectCause(explained, "api-ahead-of-chain").says).to.contain("pays 0 of")
    })

    deepIt("api-ahead-of-chain: the transaction that it names pays the same receiver for an older swap", async () => {
      const older = await world.run(["swap", "execute", ...overPool("30"), "--yes", "--json"])
      const { document } = await world.explain(older.events.at(-1)!["quoteId"] as string)
      const { txHash } = document.events.find(({ title }) => title === "Output paid")!
      const explained = await retold(overPool("20"), ({ destination }) => ({
        destination: { ...destination, txHash },
      }))
      expect(expectCause(explained, "api-ahead-of-chain").says).to.contain("log no RouteCompleted of the quote")
      expect(explained.document.items[0]?.says).to.match(/^The swap API says COMPLETED in 0x\w+, and no chain confirms/)
    })

    deepIt("api-ahead-of-chain: the API names no transaction that paid", async () => {
      const explained = await retold(overPool("29"), ({ destination }) => ({
        destination: { ...destination, txHash: null },
      }))
      expect(expectCause(explained, "api-ahead-of-chain").says).to.contain("names no transaction on beta")
    })

    deepIt("api-ahead-of-chain: the refund that it names pays nobody, and no second swap is advised", async () => {
      const nothing = await world.alpha.walletClient.sendTransaction({ to: world.user, value: 0n })
      for (const txHash of [nothing, null]) {
        const explained = await retold(overPool("28"), () => ({
          status: "REFUNDED",
          refund: { chainId: world.alpha.chainId, status: "COMPLETED", txHash, timestamp: null },
        }))
        expectCause(explained, "api-ahead-of-chain")
        expect(JSON.stringify(explained.document)).not.to.contain("swap execute").and.not.to.contain("funds refunded")
      }
    })

    deepIt("is delivered in every sentence once the chain shows it, whatever the API says", async () => {
      for (const status of ["EXPIRED", "IN_PROGRESS"]) {
        const { document } = await retold(overPool("27"), () => ({ status }))
        expect(document.verdict).to.equal("delivered")
        expect(document.says).to.match(/^The output was paid on beta in 0x/)
        expect(document.items[0]).to.include({ status: "COMPLETED", says: document.says })
      }
    })

    deepIt("api-ahead-of-chain: the swap's own transaction is not mined", async () => {
      const quoteId = await leavePending("1")
      const explained = await explainRetold(quoteId, () => ({ status: "COMPLETED" }))
      expect(expectCause(explained, "api-ahead-of-chain").says).to.contain("is not mined on alpha")
    })

    deepIt("api-behind-chain: the API has not seen the transaction", async () => {
      world.devnet.relay.pause()
      const quoteId = await world.leaveAt("IN_PROGRESS", overPool("33"))
      const unseen = ({ origin }: Route) => ({ status: "PENDING", origin: { ...origin, txHash: null } })
      const explained = await explainRetold(quoteId, unseen)
      expectCause(explained, "api-behind-chain")
      expect(explained.document.verdict).to.equal("waiting")
      world.devnet.relay.resume()
      await delivered(quoteId)
    })

    deepIt("route-failed: the API says so, and no chain shows why", async () => {
      const explained = await retold(overPool("34"), () => ({ status: "FAILED" }))
      expect(expectCause(explained, "route-failed").mend).to.deep.include({ command: null })
    })

    deepIt("api-silent: it does not answer", async () => {
      const { events } = await world.run(["swap", "execute", ...overPool("35", "--yes", "--json")])
      const quoteId = events.at(-1)!["quoteId"] as string
      const env = { PLUGS_TEST_SWAP: JSON.stringify({ baseUrl: "http://127.0.0.1:9" }) }
      // Each command asks several times.
      const silent = () => ({ env, clock: createShortPauses() })
      // The market logs that the output was paid.
      expect((await world.explain(quoteId, silent())).document.verdict).to.equal("delivered")
      world.devnet.relay.pause()
      const under = await world.leaveAt("IN_PROGRESS", overPool("36"))
      const cause = expectCause(await world.explain(under, silent()), "api-silent")
      expect(cause.mend?.command).to.equal("npx hardhat plugs doctor")
      const examined = await world.mend(cause.mend?.command, silent())
      expect(examined.code).to.equal(2)
      expect(examined.stdout).to.match(/^failed .*swap/m)
      world.devnet.relay.resume()
      await delivered(under)
    })
  })

  deepIt("destination-unread: nothing confirms that the output was paid", async () => {
    const { events } = await world.run(["swap", "execute", ...overPool("37", "--yes", "--json")])
    // Gamma has beta's chain id there, and no node answers for it.
    const alone = { env: { PLUGS_TEST_CHAINS: "alpha,gamma" } }
    const explained = await world.explain(events.at(-1)!["quoteId"] as string, alone)
    expectCause(explained, "destination-unread")
    expect(explained.document.verdict).to.equal("unknown")
  })

  deepIt("origin-unread: no network reaches the chain that it began on", async () => {
    world.devnet.relay.pause()
    const quoteId = await world.leaveAt("IN_PROGRESS", overPool("38"))
    const alone = { env: { PLUGS_TEST_CHAINS: "gamma,beta" } }
    expectCause(await world.explain(quoteId, alone), "origin-unread")
    world.devnet.relay.resume()
    await delivered(quoteId)
  })

  deepIt("is found by its transaction, too, and says that it is delivered", async () => {
    const { events } = await world.run(["swap", "execute", ...overPool("39", "--yes", "--json")])
    const { quoteId, txHash } = events.at(-1)! as { quoteId: string; txHash: string }
    const { code, document } = await world.explain(txHash)
    expect(code).to.equal(0)
    expect(document).to.include({ verdict: "delivered" })
    expect(document.causes).to.deep.equal([])
    expect(document.subject).to.include({ kind: "swap", quoteId, srcTxHash: txHash })
    expect(document.events.map(({ title }) => title)).to.include.members(["Swap sent", "Output paid"])
  })

  async function pendingHashes(account: Hex): Promise<Hex[]> {
    const { transactions } = await world.alpha.publicClient.getBlock({ blockTag: "pending", includeTransactions: true })
    return transactions.filter(({ from }) => from.toLowerCase() === account.toLowerCase()).map(({ hash }) => hash)
  }
})
