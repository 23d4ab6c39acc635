import type { BookEntry } from "./BookEntry.js"
import { type ChainEntry, findChain } from "#src/primitives/chains.js"
import { didYouMean } from "#src/primitives/commands/nearest.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { inQuotes } from "#src/primitives/text.js"

type Search = {
  readonly entries: readonly BookEntry[]
  readonly chains: readonly ChainEntry[]
  /** What could not be read. */
  readonly problems: readonly string[]
  readonly chain: ChainEntry | undefined
  readonly argument: string
  /** Looks for a contract that is written nowhere. */
  readonly search: (name: string) => Promise<readonly BookEntry[]>
}

/**
 * Finds the one contract that a text names, such as `Greeter`, `GreeterModule#Greeter` or `Greeter@beta`.
 *
 * @throws {InvalidInputError} none or several have the name
 */
export async function findByName(
  text: string,
  { entries, chains, problems, chain: given, argument, search }: Search,
): Promise<{ entry: BookEntry; name: string }> {
  const [, name = text, chainName] = /^(.*)@([^@]*)$/s.exec(text) ?? []
  const chain = chainName === undefined ? given : findChain(chains, chainName, argument)
  if (given !== undefined && chain !== undefined && chain.slug !== given.slug) {
    throw new InvalidInputError({
      argument,
      problem: `${inQuotes(text)} is on ${chain.name}, but the chain here is ${given.name}`,
      fix: `Write ${name}@${given.name}, or only ${name}.`,
    })
  }
  const matching = await entriesCalled(name, entries)
  const isThere = (entry: BookEntry): boolean => chain === undefined || entry.chain.slug === chain.slug
  const written = matching.filter(isThere)
  const onChain = written.length > 0 ? written : (await search(name)).filter(isThere)
  const [found, ...others] = onChain
  if (found === undefined) throw notFound({ name, chain, matching, entries, problems, argument })
  const other = others.find(({ chain, address }) => chain.slug !== found.chain.slug || address !== found.address)
  if (other !== undefined) throw ambiguous({ name, candidates: onChain, argument })
  return { entry: found, name }
}

async function entriesCalled(name: string, entries: readonly BookEntry[]): Promise<BookEntry[]> {
  const byId = entries.filter(({ id }) => id.includes("#") && id === name)
  if (byId.length > 0 || name.includes("#")) return byId
  const isCalled = await Promise.all(
    entries.map(async (entry) => entry.name === name || (await entry.readContractName()) === name),
  )
  return entries.filter((_, index) => isCalled[index])
}

function ambiguous(search: { name: string; candidates: readonly BookEntry[]; argument: string }): InvalidInputError {
  const { name, candidates, argument } = search
  const list = candidates.map(({ id, chain, address, writtenIn }) => `${id}@${chain.name} ${address} (${writtenIn})`)
  const chains = new Set(candidates.map(({ chain }) => chain.name))
  const isOnOne = chains.size === 1
  return new InvalidInputError({
    argument,
    problem: isOnOne
      ? `${name} can mean several contracts: ${list.join(", ")}`
      : `${name} is on several chains: ${[...chains].join(", ")}`,
    fix: isOnOne
      ? "Write the whole id or the address."
      : `Write the chain behind it, such as ${name}@${[...chains][0] ?? ""}.`,
  })
}

function notFound({
  name,
  matching,
  ...search
}: Omit<Search, "chains" | "search"> & { name: string; matching: readonly BookEntry[] }): InvalidInputError {
  const { chain, entries, problems, argument } = search
  const known = [...new Set(entries.map((entry) => entry.name))]
  const elsewhere = [...new Set(matching.map((entry) => entry.chain.name))]
  if (chain !== undefined && elsewhere.length > 0) {
    return new InvalidInputError({
      argument,
      problem: `${name} is not known on ${chain.name}, only on ${elsewhere.join(", ")}`,
      fix: [
        ...problems,
        `Deploy it there with Ignition, add plugs.contracts.${name}.${chain.name}, or give its address.`,
      ].join(" "),
    })
  }
  const list = known.length === 0 ? "" : ` Known contracts: ${known.slice(0, 20).join(", ")}.`
  return new InvalidInputError({
    argument,
    problem: `${inQuotes(name)} is neither an address nor the name of a contract`,
    fix: [
      `${didYouMean(name, known)}${list}`.trim(),
      ...problems,
      "Give 0x followed by 40 hexadecimal digits, deploy it on a devnet that runs or with Ignition, or add the name to plugs.contracts.",
    ]
      .filter((sentence) => sentence !== "")
      .join(" "),
  })
}
