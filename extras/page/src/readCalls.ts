import { placesOf } from "./kinds.js"
import type { PageNames } from "./PageEvent.js"
import type { NameContract } from "./readWiring.js"
import type { LocalChain } from "#src/devnet/chain/chains.js"
import type { Item } from "#src/devnet/changes.js"
import { getOrAdd } from "#src/primitives/lifetime/lazily.js"

type Sent = { readonly to: string | null; readonly call: string | undefined }

/** Writes a call in short, such as `greet(41002, "hello")`; `undefined` if the project has no such function. */
export type WriteCall = (input: string) => string | undefined

/** Transactions that are read at a time. The next question gets the next ones. */
const maxRead = 500

/**
 * Reads what the project calls the contracts of what moves, and what the transactions of users called.
 *
 * @param known transactions that were read before; is brought up to date, as `codes` is
 */
export async function readCalls(
  items: readonly Item[],
  {
    chains,
    gatewaySlug,
    known,
    codes,
  }: {
    readonly chains: readonly Pick<LocalChain, "slug" | "provider">[]
    readonly gatewaySlug: number
    readonly known: Map<string, Sent>
    /** Codes by place that were read since the last block. */
    readonly codes: Map<string, Promise<string>>
  },
  { nameOf, writeCall }: { readonly nameOf: NameContract; readonly writeCall: WriteCall },
): Promise<PageNames> {
  const ask = async (slug: number, method: string, ...params: unknown[]): Promise<unknown> =>
    await chains.find((chain) => chain.slug === slug)?.provider.request({ method, params })
  const sent = new Map(items.flatMap((item) => sentIn(item, gatewaySlug)))
  for (const [hash, slug] of [...sent].filter(([hash]) => !known.has(hash)).slice(-maxRead)) {
    const read = (await ask(slug, "eth_getTransactionByHash", hash)) as { to: string | null; input: string } | null
    if (read) known.set(hash, { to: read.to, call: writeCall(read.input) })
  }
  const places = items.flatMap((item) => placesOf(item, gatewaySlug))
  for (const [hash, slug] of sent) places.push([slug, known.get(hash)?.to ?? ""])
  const names: Record<string, string> = {}
  for (const [key, [slug, address]] of new Map(places.map((place) => [place.join(" ").toLowerCase(), place]))) {
    if (!/^0x[0-9a-f]{40}$/i.test(address)) continue
    const name = await nameOf(
      slug,
      address,
      await getOrAdd(codes, key, async () => String(await ask(slug, "eth_getCode", address, "latest"))),
    )
    if (name !== undefined) names[key] = name
  }
  const calls = [...sent].flatMap(([hash, slug]) => {
    const { to, call } = known.get(hash) ?? {}
    const name = names[`${slug} ${to}`.toLowerCase()]
    return call === undefined ? [] : [[hash, name === undefined ? call : `${name}.${call}`] as const]
  })
  return { names, calls: Object.fromEntries(calls) }
}

/** The transaction of a user that something began with, and the chain that has it. */
function sentIn(item: Item, gatewaySlug: number): readonly (readonly [hash: string, slug: number])[] {
  if (item.event === "message") return [[item.outboundTx, item.srcChainSlug]]
  if (item.event === "request") return [[item.txHash, gatewaySlug]]
  return item.event === "trigger" ? [[item.onChainTxHash, item.chainSlug]] : []
}
