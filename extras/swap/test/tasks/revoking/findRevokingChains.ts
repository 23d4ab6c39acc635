import { mkdir, writeFile } from "node:fs/promises"
import path from "node:path"

import { expect } from "chai"
import { afterEach, beforeEach, describe, it } from "mocha"
import { parseEther, parseGwei } from "viem"

import { createFileJournal } from "#extras/swap/src/execution/journal/createFileJournal.js"
import { openSwapChains } from "#extras/swap/src/plugin/openSwapChains.js"
import { findRevokingChains } from "#extras/swap/tasks/revoking/findRevokingChains.js"
import { createOneChainWorld, type OneChainWorld } from "#extras/swap/test/fixtures/oneChainWorld.js"
import { openChains } from "#src/plugin/connection/chains/openChains.js"
import { failure } from "#test/fixtures/failure.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"
import { journalEntry } from "#test/fixtures/wire/swapRoutes.js"

const { signal } = new AbortController()

describe("findRevokingChains", () => {
  let world: OneChainWorld
  /** The folder in which swaps of this chain are recorded, and that of one before it with the same id. */
  let [own, before]: readonly [string, string] = ["", ""]
  beforeEach(async () => {
    world = await createOneChainWorld()
    await using opened = openChains(world.hre, { signal })
    const chains = openSwapChains(world.hre.config, opened)
    const swaps = path.join(world.hre.config.paths.root, ".plugs", "swaps")
    ;[own, before] = [
      path.join(swaps, (await chains.folderOf(41_001)) ?? ""),
      path.join(swaps, "41001-aaaaaaaaaaaaaaaa"),
    ]
  })
  afterEach(() => world[Symbol.asyncDispose]())

  const record = async (folder: string, id: number, chainId = 41_001): Promise<void> => {
    const { route, ...entry } = journalEntry({ quoteId: bytes32(id), chainId })
    await createFileJournal(folder).write({ ...entry, route: { ...route, quoteId: bytes32(id) } })
  }
  const damage = async (folder: string): Promise<void> => {
    await mkdir(folder, { recursive: true })
    await writeFile(path.join(folder, `${bytes32(9)}.json`), "{broken")
  }
  type Asked = { readonly isNamed?: boolean; readonly needsJournal?: boolean }
  const find = async ({ isNamed = false, needsJournal = true }: Asked = {}) => {
    await using opened = openChains(world.hre, { signal })
    return await findRevokingChains(world.hre, {
      ...{ opened, named: isNamed ? world.commandOf().source : undefined, needsJournal },
      gas: { maxGasPrice: parseGwei("3"), maxGasCost: parseEther("0.5") },
    })
  }
  /** The quotes of what is recorded on each chain that is opened. */
  async function found(asked?: Asked): Promise<unknown> {
    return (await find(asked)).map(({ name, entries }) => [name, ...entries.map(({ quoteId }) => Number(quoteId))])
  }

  it("opens the chains on which something is recorded, or the one that is named", async () => {
    // A folder in which nothing is.
    await mkdir(own, { recursive: true })
    expect(await found()).to.deep.equal([])
    expect(await found({ isNamed: true })).to.deep.equal([["alpha"]])
    await record(own, 3)
    // What is recorded of a chain that is gone is not on this one.
    await record(before, 4)
    expect(await found()).to.deep.equal([["alpha", 3]])
    expect(await found({ isNamed: true })).to.deep.equal([["alpha", 3]])
  })

  it("opens a chain of which nothing but a chain before it has records, or none but damaged ones", async () => {
    await record(before, 4)
    expect(await found()).to.deep.equal([["alpha"]])
    await damage(before)
    expect(await found()).to.deep.equal([["alpha"]])
  })

  it("stops at a damaged record of the chain, unless nothing needs the records", async () => {
    await damage(own)
    for (const isNamed of [true, false]) {
      const error = await failure(find({ isNamed }))
      expect([error.code, error.facts["file"]]).to.deep.equal(["JOURNAL_FOREIGN", path.join(own, `${bytes32(9)}.json`)])
      expect(await found({ isNamed, needsJournal: false })).to.deep.equal([["alpha"]])
    }
  })

  it("leaves other chains alone, and signs within the limits of gas", async () => {
    await record(path.join(path.dirname(own), "10"), 5, 10)
    expect(await found()).to.deep.equal([])
    const [{ chainId, gasLimits, walletClient } = { chainId: 0 }] = await find({ isNamed: true })
    const [first] = (await world.request("eth_accounts")) as string[]
    expect({ chainId, gasLimits, account: walletClient?.account.address.toLowerCase() }).to.deep.equal({
      ...{ chainId: 41_001, account: first?.toLowerCase() },
      gasLimits: { maxGasPrice: parseGwei("3"), maxGasCost: parseEther("0.5") },
    })
  })
})
