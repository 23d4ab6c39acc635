import path from "node:path"

import pLimit from "p-limit"
import { type Address, createClient, type Hex, http } from "viem"
import { numberToHex } from "viem/utils"
import { z } from "zod"

import { keyOf, readRecording, type Recording, writeRecording } from "./Recording.js"
import type { ForkRequest, NumberedChain } from "#src/devnet/options.js"
import { listen } from "#src/devnet/server/listen.js"
import { hasNoState } from "#src/explaining/guard.js"
import { NodeFailedError } from "#src/onchain/callErrors.js"
import { requestWithRetries } from "#src/onchain/scanning/requestWithRetries.js"
import { systemClock } from "#src/primitives/clock.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { getOrAdd } from "#src/primitives/lifetime/lazily.js"
import { PlugsError } from "#src/primitives/PlugsError.js"
import { nodeReason } from "#src/primitives/reverts/nodeReason.js"

/** A node does not have the state of a block any more, which a fork begins with. */
export class ForkStateMissingError extends PlugsError {
  readonly code = "FORK_STATE_MISSING"

  constructor({ chain, block, reason }: { chain: string; block: number; reason: string }) {
    super(`The node of ${chain} does not give the state of block ${block}, which a fork begins with.`, {
      facts: { chain, block: String(block), reason },
      next: "Leave out the block, or give the URL of a node with an archive. Most public nodes keep the state of the newest blocks only.",
    })
  }
}

/** What a fork reads its chain from, in this process. */
export type ForkNode = {
  readonly url: string
  /** The last block that the fork has in common with the chain. */
  readonly block: number
  /** Writes what was recorded if it is to be kept. */
  readonly close: (options: { readonly isKept: boolean }) => Promise<void>
}

type Question = { readonly id: unknown; readonly method: string; readonly params?: readonly unknown[] }

/** Asks a node, or says why there is no answer. */
type Ask = (method: string, params: readonly unknown[]) => Promise<unknown>

/**
 * Opens a server in this process through which a fork reads its chain: the simulator asks for the same things in each call, and the node is
 * asked for each once. With a file, what the node answers is recorded there, and once there is a recording, no node is asked unless it grows.
 *
 * @throws {InvalidInputError} the node, or the recording, is one of another chain, or the recording of another block
 * @throws {ForkStateMissingError} the node has forgotten the state of the block
 * @throws {NodeFailedError} the node does not answer
 * @throws {RecordingDamagedError} the recording cannot be read
 */
export async function openForkNode(
  { name, chainId }: Pick<NumberedChain, "name" | "chainId">,
  { url, block, recording: file, grows = false }: ForkRequest,
): Promise<ForkNode> {
  const recorded = file === undefined ? undefined : await readRecording(file)
  const ask = recorded === undefined || grows ? askNode(name, url) : refuseUnrecorded(file ?? "")
  const before = recorded?.answers.size
  const recording = recorded ?? (await beginRecording(ask, block))
  requireSame("chain id", { name, found: recording.chainId, wanted: chainId })
  requireSame("block", { name, found: recording.block, wanted: block ?? recording.block })
  const find = createFind(recording, ask)
  await requireBlock(name, recording.block, find)
  if (recorded === undefined) await requireState(name, recording.block, ask)
  const answer = answerWith(find)
  const server = await listen(
    async (request) => {
      const asked = (await request.json()) as Question | readonly Question[]
      return Response.json(
        Array.isArray(asked) ? await Promise.all(asked.map(answer)) : await answer(asked as Question),
      )
    },
    0,
    { keepsProcess: false },
  )
  return {
    url: server.url,
    block: recording.block,
    async close({ isKept }) {
      await server.close()
      if (isKept && file !== undefined && recording.answers.size !== before) await writeRecording(file, recording)
    },
  }
}

async function beginRecording(ask: Ask, block: number | undefined): Promise<Recording> {
  const chainId = Number(await ask("eth_chainId", []))
  return { chainId, block: block ?? Number(await ask("eth_blockNumber", [])), answers: new Map() }
}

/** The simulator ends the process where the block is not there, or is none. */
async function requireBlock(chain: string, block: number, find: Ask): Promise<void> {
  const method = "eth_getBlockByNumber"
  const found = await find(method, [numberToHex(block), false])
  if (found === null) throw new ForkStateMissingError({ chain, block, reason: "it does not have the block" })
  if (!blockSchema.safeParse(found).success || Number((found as { number: Hex }).number) !== block) {
    throw failedAt(chain, method, `its answer is not block ${block}`)
  }
}

async function requireState(chain: string, block: number, ask: Ask): Promise<void> {
  await ask("eth_getBalance", [anyone, numberToHex(block)]).catch((error: unknown) => {
    const reason = error instanceof NodeFailedError ? (error.facts.reason ?? "") : ""
    throw hasNoState.test(reason) ? new ForkStateMissingError({ chain, block, reason }) : error
  })
}

const anyone: Address = "0x0000000000000000000000000000000000000001"

const blockSchema = z.object({
  number: z.string().regex(/^0x[0-9a-f]+$/),
  hash: z.string().regex(/^0x[0-9a-f]{64}$/),
  stateRoot: z.string().regex(/^0x[0-9a-f]{64}$/),
})

function requireSame(what: string, { name, found, wanted }: { name: string; found: number; wanted: number }): void {
  if (found === wanted) return
  throw new InvalidInputError({
    argument: "fork",
    problem: `what ${name} is forked from has the ${what} ${found}, and not ${wanted}`,
    fix: "Give the URL of a node of that chain, or delete the recording to make another one.",
  })
}

function askNode(chain: string, url: string | undefined): Ask {
  if (url === undefined) {
    const problem = `there is neither a URL nor a recording of ${chain}`
    throw new InvalidInputError({ argument: "fork", problem, fix: "Give the URL of a node of the chain." })
  }
  const client = createClient({ transport: http(url) })
  const inTurn = pLimit(maxRequests)
  return (method, params) =>
    inTurn(() =>
      requestWithRetries(client, { method, params }, { clock: systemClock }).catch((error: unknown) => {
        throw failedAt(chain, method, nodeReason(error))
      }),
    )
}

function failedAt(chain: string, functionName: string, reason: string): NodeFailedError {
  return new NodeFailedError({ functionName, chain }, reason)
}

/** Public nodes limit the rate. */
const maxRequests = 8

function refuseUnrecorded(file: string): Ask {
  return (method, params) => {
    const lacks = `npx hardhat plugs record adds what ${path.basename(file)} lacks`
    return Promise.reject(new Error(`${lacks}: no answer to ${method} ${JSON.stringify(params)}`))
  }
}

/** Blocks after that of the fork which the chain is said to have. Below, the simulator takes it for one that can change, and asks each time. */
const settled = 10_000

/** What a fork asks of its chain. */
const reads = /^eth_(get|feeHistory$)/

/** Finds answers in a recording, which grows by what it lacks. */
function createFind({ chainId, block, answers }: Recording, ask: Ask): Ask {
  const newest = numberToHex(block)
  const underWay = new Map<string, Promise<unknown>>()

  return async (method, given) => {
    if (method === "eth_chainId") return numberToHex(chainId)
    if (method === "net_version") return String(chainId)
    if (method === "eth_blockNumber") return numberToHex(block + settled)
    // Whoever finds the port reads what is public, and sends nothing.
    if (!reads.test(method)) throw new Error(`${method} is not passed on to the chain`)
    const params = given.map((param) => (param === "latest" || param === "pending" ? newest : param))
    const key = keyOf(method, params)
    if (answers.has(key)) return answers.get(key)
    const found = await getOrAdd(underWay, key, () => ask(method, params)).finally(() => underWay.delete(key))
    // What is not there can come, and blocks after the newest one are not the fork's.
    if (found !== null && !isLater(params, block)) answers.set(key, found)
    return found
  }
}

/** Answers as a node does. */
function answerWith(find: Ask): (question: Question) => Promise<object> {
  return async ({ id, method, params = [] }) => {
    try {
      return { jsonrpc: "2.0", id, result: await find(method, params) }
    } catch (error) {
      return { jsonrpc: "2.0", id, error: { code: -32_000, message: nodeReason(error) } }
    }
  }
}

/** Whether one of these parameters is a block after the one of the fork. */
function isLater(params: readonly unknown[], block: number): boolean {
  const filter = params.find((param): param is { toBlock?: Hex } => typeof param === "object" && param !== null)
  const last = params.findLast((param) => typeof param === "string" && /^0x[0-9a-f]{1,12}$/.test(param))
  return [filter?.toBlock, last].some((number) => typeof number === "string" && Number(number) > block)
}
