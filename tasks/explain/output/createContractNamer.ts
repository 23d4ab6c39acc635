import { type ContractNames, showContract } from "#src/terminal/contractNames.js"

/** What contracts and chains are called. */
export type NamedContracts = {
  readonly names: ContractNames
  readonly chains: readonly { readonly name: string; readonly slug: number }[]
}

/**
 * Puts the name that the project has for a contract beside its address, wherever a text has one.
 *
 * @param place where the text comes from, such as `beta, block 12`
 */
export type ContractNamer = (text: string, place?: string) => string

/**
 * Creates a {@link ContractNamer}. The chain of an address is the one that the text says (`0x… on beta`), or else the one of its place, or
 * else any, if all chains agree.
 *
 * @example
 * const name = createContractNamer({ names: book, chains })
 * name("The plug 0x5aAe… on beta is not connected.") // "The plug 0x5aAe… (Greeter) on beta is not connected."
 */
export function createContractNamer({ names, chains }: NamedContracts): ContractNamer {
  const slugOf = (place: string | undefined): number | undefined => {
    const words = place?.split(/[^\w-]+/) ?? []
    return chains.find(({ name }) => words.includes(name))?.slug
  }
  const anySlug = (address: string): number | null => {
    const known = chains.filter(({ slug }) => names.nameOf(slug, address) !== undefined)
    const different = new Set(known.map(({ slug }) => names.nameOf(slug, address)))
    return different.size === 1 ? (known[0]?.slug ?? null) : null
  }
  return (text, place) => {
    const ofPlace = slugOf(place)
    return text.replace(
      /(?<!\w)(0x[0-9a-fA-F]{40})(?!\w)(?! \()(?= on ([\w-]+)|)/g,
      (_, address: string, chain: string | undefined) =>
        showContract(address, slugOf(chain) ?? ofPlace ?? anySlug(address), names),
    )
  }
}
