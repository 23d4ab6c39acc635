import { createClient, http } from "viem"
import { z } from "zod"

import { AbortedError, UnreachableError } from "#src/http/errors.js"
import { createTransport } from "#src/http/transport.js"
import { devnetRpcUrl, devnetUrl } from "#src/plugin/config/resolvePlugs.js"
import { commandLine } from "#src/primitives/commands/commandLine.js"
import { PlugsError } from "#src/primitives/PlugsError.js"
import { nodeReason } from "#src/primitives/reverts/nodeReason.js"
import { clauseOf } from "#src/primitives/text.js"

/** A devnet that runs in another process. */
export type RunningDevnet = {
  readonly url: string
  /** The name of one of its chains, such as `beta`; the slug if it has no such chain. */
  readonly nameOf: (slug: number) => string
  /**
   * Calls one of its own JSON-RPC methods.
   *
   * @throws {DevnetRefusedError} it answers with an error, such as why an actor fails
   */
  readonly request: <Answer>(method: string, schema: z.ZodType<Answer>) => Promise<Answer>
  /** A task for the same devnet, as a command line. */
  readonly command: (task: string) => string
}

/** No devnet runs on the port: nothing does, or another program. */
export class NoDevnetError extends PlugsError {
  readonly code = "NO_DEVNET"
  constructor({ port, isTaken }: { port: number; isTaken: boolean }) {
    super(isTaken ? `The program on port ${port} is not a devnet.` : `No devnet runs on port ${port}.`, {
      facts: { url: devnetUrl(port) },
      next: "Name the port of the devnet with --port, or start one: npx hardhat devnet.",
    })
  }
}

/** The devnet has not done what a task asked for, and says why. */
export class DevnetRefusedError extends PlugsError {
  readonly code = "DEVNET_REFUSED"
  constructor({ method, url, cause }: { method: string; url: string; cause: unknown }) {
    super(`The devnet could not do it: ${clauseOf(nodeReason(cause))}.`, {
      facts: { method, url },
      next: "Remove the cause and run this again. If the method does not exist, the devnet is of an older version: restart it.",
      cause,
    })
  }
}

/** The actors of the devnet are paused already, or they are not. */
export class DevnetUnchangedError extends PlugsError {
  readonly code = "DEVNET_UNCHANGED"
  constructor(problem: string, { url, next }: { url: string; next: string }) {
    super(problem, { facts: { url }, next })
  }
}

/**
 * Finds the devnet that runs on the port of `--port`, or else of the configuration.
 *
 * @throws {NoDevnetError} nothing runs there, or another program
 */
export async function findDevnet(
  { port: given }: { readonly port: number | undefined },
  { devnet: { port: configured } }: { readonly devnet: { readonly port: number } },
  signal: AbortSignal,
): Promise<RunningDevnet> {
  const port = given ?? configured
  const url = devnetUrl(port)
  const { chains, gateway } = await readDevnetIndex(url, signal).catch((error: unknown) => {
    if (error instanceof AbortedError) throw error
    throw new NoDevnetError({ port, isTaken: !(error instanceof UnreachableError) })
  })
  const transport = http(devnetRpcUrl(port, chains[0].name), {
    // What was done is not done twice.
    retryCount: 0,
    timeout: maxAnswerMs,
    fetchOptions: { signal },
  })
  const client = createClient({ transport })
  const names = new Map([...chains, ...(gateway === undefined ? [] : [gateway])].map(({ slug, name }) => [slug, name]))
  return {
    url,
    nameOf: (slug) => names.get(slug) ?? String(slug),
    async request(method, schema) {
      try {
        return schema.parse(await client.request({ method: method as never }))
      } catch (cause) {
        throw signal.aborted ? new AbortedError() : new DevnetRefusedError({ method, url, cause })
      }
    },
    command: (task) => `npx hardhat ${commandLine(task, { port: given?.toString() }, { positional: [] })}`,
  }
}

/** A step waits for what the actors have begun, and for its blocks. */
const maxAnswerMs = 120_000

type DevnetIndex = {
  readonly chains: readonly [NamedChain, ...NamedChain[]]
  readonly gateway?: NamedChain | undefined
  /** The folder of the project that has started it. */
  readonly project?: string | undefined
}
type NamedChain = { readonly name: string; readonly slug: number }

const chainSchema = z.object({ name: z.string(), slug: z.number() })

const indexSchema: z.ZodType<DevnetIndex> = z.object({
  name: z.literal("hardhat-plugs devnet"),
  chains: z.tuple([chainSchema], chainSchema),
  gateway: chainSchema.optional(),
  project: z.string().optional(),
})

/** Reads what a devnet says of itself. Rejects if what listens at the URL is none. */
export async function readDevnetIndex(url: string, signal?: AbortSignal): Promise<DevnetIndex> {
  const transport = createTransport({ baseUrl: url, timeout: maxIndexMs, totalTimeout: maxIndexMs, retries: 0 })
  return await transport.get({ route: "/", query: {}, schema: indexSchema, signal })
}

/** A devnet under load answers late. */
const maxIndexMs = 2_000
