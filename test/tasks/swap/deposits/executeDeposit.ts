import { readdir, readFile, writeFile } from "node:fs/promises"
import path from "node:path"

import { expect } from "chai"
import { createHardhatRuntimeEnvironment } from "hardhat/hre"
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import type { NetworkConnection } from "hardhat/types/network"
import { after, afterEach, before, beforeEach, describe, it } from "mocha"
import { type Address, numberToHex } from "viem"

import { chainsOf } from "../../../../src/plugin/config/chainsOf.js"
import type { TaskIo } from "../../../../src/plugin/run/openProcess.js"
import { findChain } from "../../../../src/primitives/chains.js"
import { systemClock } from "../../../../src/primitives/clock.js"
import { isPlugsError } from "../../../../src/primitives/PlugsError.js"
import { nativeToken } from "../../../../src/swap/nativeToken.js"
import { executeDeposit } from "../../../../tasks/swap/deposits/executeDeposit.js"
import { readEvents } from "../../../fixtures/commands/endedCommand.js"
import { recordTerminal } from "../../../fixtures/output/recordedTerminal.js"
import { projectConfig } from "../../../fixtures/projects/projectConfig.js"
import { temporaryFolder } from "../../../fixtures/projects/temporaryFolder.js"
import { chainsOnWire, createSwapServer, type SwapServer, tokensOnWire } from "../../../fixtures/servers/swapServer.js"
import { depositAddress, outputOnWire, refundAddress } from "../../../fixtures/wire/depositRecords.js"
import { bytes32 } from "../../../fixtures/wire/messages.js"
import { quoteOnWire, routeOnWire, statusAt, tokenOnWire, usdc, user } from "../../../fixtures/wire/swapRoutes.js"

const native = tokenOnWire({ address: nativeToken, symbol: "ETH", decimals: 18 })
const amount = 10n ** 15n

describe("executeDeposit", () => {
  let server: SwapServer
  let hre: HardhatRuntimeEnvironment
  let alpha: NetworkConnection
  let close: () => Promise<void>
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  /** How many deposits the API has offered: each has a quote of its own. */
  let offered: number
  /** What the API says of every route. */
  let status: string

  before(async () => {
    const route = () =>
      routeOnWire({
        ...{ userOp: "deposit", quoteId: bytes32((offered += 1)), approval: null, txData: null },
        ...{ expiresAt: 4_000_000_000, output: outputOnWire },
        deposit: {
          ...{ chainId: 41001, token: native, amount: String(amount), transferType: "native" },
          ...{ depositAddress, memo: null },
        },
      })
    server = await createSwapServer({
      "supported-chains": [chainsOnWire(41001, 41002)],
      "tokens/search": [{ tokens: tokensOnWire({ chainId: 41002, address: usdc, symbol: "USDC", decimals: 8 }) }],
      quote: ({ receiverAddress }) => ({ ...quoteOnWire([route()]), receiverAddress }),
      status: ({ quoteId }) => statusAt(status, { quoteId, userOp: "deposit" }),
    })
  })
  after(() => server[Symbol.asyncDispose]())

  beforeEach(async () => {
    offered = 0
    status = "PENDING"
    folder = await temporaryFolder()
    const own = await createHardhatRuntimeEnvironment(
      projectConfig({
        ...{ PLUGS_TEST_PORT: String(server.port), PLUGS_TEST_CHAINS: "alpha,beta", PLUGS_TEST_ARTIFACTS: "none" },
        PLUGS_TEST_NETWORKS: JSON.stringify({ alpha: { type: "edr-simulated", chainId: 41001 } }),
      }),
    )
    const config = { ...own.config, paths: { ...own.config.paths, root: folder.path } }
    // One chain for all commands, as a node is.
    alpha = await own.network.create({ network: "alpha" })
    close = alpha.close.bind(alpha)
    alpha.close = () => Promise.resolve()
    const create = ({ network }: { network: string }) =>
      network === "alpha" ? Promise.resolve(alpha) : own.network.create({ network })
    const network = Object.assign(Object.create(own.network) as typeof own.network, { create })
    hre = Object.assign(Object.create(own) as HardhatRuntimeEnvironment, { config, network })
  })
  afterEach(async () => {
    await close()
    await folder[Symbol.asyncDispose]()
  })

  /** Runs the command that swaps 0.001 ETH of alpha for USDC of beta, until its route ends. Under way, Ctrl-C ends it once it has shown something. */
  async function run({ json = true, to = user }: { json?: boolean; to?: Address } = {}) {
    const stop = new AbortController()
    const terminal = recordTerminal({
      onWrite: () => {
        if (status === "PENDING" && terminal.stdout() !== "") stop.abort()
      },
    })
    const io = { terminal, input: { isTTY: false }, signal: stop.signal, clock: systemClock }
    const source = findChain(chainsOf(hre.config.plugs), "alpha", "--from")
    const swapRequest = {
      ...{ source, origin: { name: "alpha", chainId: 41001 }, destination: { name: "beta", chainId: 41002 } },
      ...{ amount: "0.001", token: "ETH", wanted: "USDC", receiver: to, slippage: "0.5", refundAddress },
      ...{ includeProvider: undefined, excludeProvider: undefined },
    }
    const command = { kind: "begin", source, swapRequest, choice: "best" } as const
    const limits = {
      ...{ waitOptions: { timeout: 60_000 }, allowed: [], acceptLoss: undefined, minOut: undefined },
      ...{ acceptUndecoded: false, gas: { maxGasPrice: undefined, maxGasCost: undefined }, yes: true },
    }
    const ended: unknown = await executeDeposit(hre, { command, limits, json }, io as unknown as TaskIo).catch(
      (error: unknown) => error,
    )
    const [first, ...others] = json ? readEvents(terminal.stdout()) : []
    return {
      shown: [first?.["event"], first?.["quoteId"], first?.["isResumed"]],
      isShownOnce: others.every(({ event }) => event !== "deposit" && event !== "paid"),
      code: isPlugsError(ended) ? ended.code : ended,
      terminal,
      first,
    }
  }
  const pay = async (value: bigint): Promise<void> => {
    const [from] = (await alpha.provider.request({ method: "eth_accounts" })) as string[]
    await alpha.provider.request({
      method: "eth_sendTransaction",
      params: [{ from, to: depositAddress, value: numberToHex(value) }],
    })
  }
  /** Changes every record of a deposit as somebody would who can write into the project, and no more. */
  const forge = async (): Promise<void> => {
    const swaps = path.join(folder.path, ".plugs", "swaps")
    const records = (await readdir(swaps, { recursive: true })).filter((name) => /deposits.[0-9a-f]{40}$/.test(name))
    expect(records).to.have.length(1)
    for (const name of records) {
      const file = path.join(swaps, name)
      await writeFile(file, JSON.stringify({ ...(JSON.parse(await readFile(file, "utf8")) as object), seal: "" }))
    }
  }

  it("shows a new deposit, and the same one again until its route has ended", async () => {
    const opened = ["deposit", bytes32(1), false]
    const waited = { isShownOnce: true, code: "ABORTED" }
    expect(await run()).to.deep.include({ ...waited, shown: opened })
    expect(await run()).to.deep.include({ ...waited, shown: ["deposit", bytes32(1), true] })
    // Another swap has a deposit of its own.
    expect(await run({ to: refundAddress })).to.deep.include({ ...waited, shown: ["deposit", bytes32(2), false] })
    status = "FAILED"
    expect((await run()).code).to.equal("ROUTE_FAILED")
    status = "PENDING"
    expect(await run()).to.deep.include({ ...waited, shown: ["deposit", bytes32(3), false] })
  })

  it("never shows again what to pay where it is paid in full, and says how that is known", async () => {
    await run()
    await pay(amount - 1n)
    expect((await run()).shown).to.deep.equal(["deposit", bytes32(1), true])
    await pay(1n)
    const paid = await run()
    expect(paid).to.deep.include({ shown: ["paid", bytes32(1), undefined], isShownOnce: true, code: "ABORTED" })
    expect(paid.first?.["says"]).to.contain(String(amount)).and.to.contain(depositAddress)
    status = "COMPLETED"
    const { terminal } = await run({ json: false })
    expect(terminal.stdout()).to.not.contain("ethereum:")
    expect(terminal.stderr()).to.contain("already paid").and.to.contain(bytes32(1))
    expect(offered).to.equal(1)
  })

  it("shows no deposit that others have recorded, but opens another one", async () => {
    await run()
    await forge()
    const { shown, terminal, isShownOnce } = await run()
    expect({ shown, isShownOnce }).to.deep.equal({ shown: ["deposit", bytes32(2), false], isShownOnce: true })
    expect(terminal.stderr()).to.contain(bytes32(1))
    // The one that this user opened then is the command's.
    expect((await run()).shown).to.deep.equal(["deposit", bytes32(2), true])
  })

  it("follows a deposit that others have recorded and that is paid, so that nobody pays another one", async () => {
    await run()
    await forge()
    await pay(amount)
    status = "COMPLETED"
    const { shown, code, terminal } = await run()
    expect({ shown, code }).to.deep.equal({ shown: ["paid", bytes32(1), undefined], code: undefined })
    expect(terminal.stderr()).to.equal("")
    expect(offered).to.equal(1)
  })
})
