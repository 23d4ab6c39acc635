import { readFile } from "node:fs/promises"
import path from "node:path"

import { expect } from "chai"
import { describe, it } from "mocha"
import { type Address, encodeFunctionData, type Hex, zeroAddress } from "viem"

import { plugAbi, socketAbi } from "#src/messaging/onchain/abi.js"
import { writeConnection } from "#tasks/messaging/connect/sendConnection.js"
import { failure } from "#test/fixtures/failure.js"
import { createFakeChain } from "#test/fixtures/nodes/fakeChain.js"
import { fakeNode } from "#test/fixtures/nodes/fakeNode.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"
import { at } from "#test/fixtures/wire/addresses.js"

const [plug, socket, sibling, switchboard, owner] = [at(0xa1), at(0xb1), at(0xa2), at(0xc1), at(0x5afe)]
const connection = { socket, plug, siblingChainSlug: 41_002, sibling, switchboard }
const ends = { plug, source: { name: "alpha" }, to: { name: "beta" } }

describe("writeConnection", () => {
  it("writes nothing for a plug that names no owner, or whose chain cannot be read", async () => {
    let isAsked = false
    const write = (answers: Parameters<typeof fakeNode>[0]) => {
      const { client } = fakeNode(answers)
      return failure(
        writeConnection(connection, {
          ...{ ends: ends as never, safe: "/nowhere/safe.json" },
          ...{ chain: { client, chainId: 1 } as never, now: 0 },
          confirm: () => {
            isAsked = true
            return Promise.resolve()
          },
        }),
      )
    }
    const unowned = await write({ eth_call: () => "0x" })
    expect(unowned).to.include({ code: "INVALID_INPUT", argument: "--safe" })
    expect(unowned.message).to.contain(plug).and.to.contain("Add --account with the Safe's address.")
    expect((await write({})).code).to.equal("NODE_FAILED")
    expect(isAsked).to.equal(false)
  })

  /** Writes the call for the owner of a plug with this configuration, and says what happened in which order. */
  async function write(config: readonly Hex[], refusal?: Error) {
    await using folder = await temporaryFolder()
    const { client } = createFakeChain({
      contracts: {
        [socket]: { abi: socketAbi, answer: () => config },
        [plug]: {
          abi: plugAbi,
          answer: ({ functionName }) => ({ socket, socket__: socket, owner })[functionName],
        },
      },
      canTrace: false,
    })
    const order: string[] = []
    const file = path.join(folder.path, "safe.json")
    const confirm = async () => {
      await new Promise((resolve) => setImmediate(resolve))
      if (refusal !== undefined) throw refusal
      order.push("confirmed")
    }
    const onCall = ({ signature }: { readonly signature: string }) => void order.push(signature)
    const fileFor = (account: Address) => {
      order.push("known as a Safe")
      return Promise.resolve({ chain: "alpha", chainId: 77, safe: account })
    }
    const options = {
      safe: file,
      chain: { client, fileFor } as never,
      confirm,
      now: 5,
    }
    const writing = writeConnection({ ...connection, onCall }, { ends: ends as never, ...options })
    const written = await writing.catch((error: unknown) => error)
    const place = path.join(folder.path, "safe.alpha.json")
    return { written, order, place, text: await readFile(place, "utf8").catch(() => undefined) }
  }
  const nobody = Array.from({ length: 5 }, () => zeroAddress)
  const [known, signature] = ["known as a Safe", "connect(uint32,address,address)"]

  it("writes one call without value for the owner, once it was shown and agreed to", async () => {
    const { written, order, place, text = "" } = await write(nobody)
    expect(written).to.deep.equal([{ file: place, chainName: "alpha", safe: owner, transactions: 1 }])
    expect(order).to.deep.equal([known, signature, "confirmed"])
    const { chainId, createdAt, meta, transactions } = JSON.parse(text) as {
      readonly [name: string]: unknown
      readonly meta: { readonly description: string }
      readonly transactions: readonly { readonly to: Hex; readonly value: string; readonly data: Hex }[]
    }
    expect({ chainId, createdAt }).to.deep.equal({ chainId: "77", createdAt: 5 })
    expect(meta).to.include({ createdFromSafeAddress: owner, name: "Connection of alpha" })
    for (const said of ["connect", plug, sibling, "beta", switchboard]) expect(meta.description).to.contain(said)
    const args = [41_002, sibling, switchboard] as const
    const data = encodeFunctionData({ abi: plugAbi, functionName: "connect", args })
    expect(transactions.map(({ to, value, data: written }) => ({ to, value, data: written }))).to.deep.equal([
      { to: plug, value: "0", data },
    ])
  })

  it("writes nothing after a no, or where the plug is connected in this way already", async () => {
    const no = new Error("no")
    const refused = await write(nobody, no)
    expect([refused.written, refused.order, refused.text]).to.deep.equal([no, [known, signature], undefined])
    const made = await write([sibling, switchboard, switchboard, at(1), at(2)])
    expect([made.written, made.order, made.text]).to.deep.equal([undefined, [], undefined])
  })
})
