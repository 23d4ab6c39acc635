import type { Address } from "viem"

import type { ChainDeployment, SwitchboardKind } from "#src/messaging/index.js"
import type { LeftOutNetwork } from "#src/plugin/config/chainsOf.js"
import { paint } from "#src/terminal/paint.js"
import { apart, type Fact, facts, type Report, right, table } from "#src/terminal/report.js"
import { shortenHex } from "#src/terminal/shortenHex.js"

/** A chain of the project, as the report needs it. */
export type ReportedChain = {
  readonly name: string
  readonly network: string
  /** `null` if its network has to be asked for the chain id that it follows from. */
  readonly slug: number | null
  /** `null` if the configuration does not say it. */
  readonly chainId: number | null
  readonly socket: Address | null
  readonly socketFrom: string | null
}

/** A deployment, or what the configuration says of the devnet's. */
export type KnownChain = Omit<ChainDeployment, "transmitManager" | "isMainnet"> &
  Partial<Pick<ChainDeployment, "transmitManager" | "isMainnet">>

/** The chains of the project, and those of which a deployment is known. */
export function chainsReport({
  file,
  configured,
  known,
  leftOut = [],
}: {
  readonly file: string | null
  readonly configured: readonly ReportedChain[]
  readonly known: readonly KnownChain[]
  readonly leftOut?: readonly LeftOutNetwork[]
}): Report {
  return apart(
    [
      paint.bold("Chains of this project"),
      table(configured, {
        chain: ({ name }) => name,
        slug: right(({ slug }) => slug ?? "asked on use"),
        network: ({ network }) => network,
        socket: ({ socket }) => (socket === null ? paint.magenta("unknown") : shortenHex(socket)),
        "socket from": ({ socketFrom }) => socketFrom,
      }),
      ...leftOut.map(({ network, why, chain }) =>
        paint.magenta(
          why === "NO_CHAIN_ID"
            ? `The network ${network} has no chainId, so it is asked which chain it reaches where a command names it.`
            : `The network ${network} reaches the same chain as ${String(chain)}, which is read in its place.`,
        ),
      ),
    ],
    [
      paint.bold(`Known deployments, ${file === null ? "as this package has them" : `from ${file}`}`),
      known.length === 0
        ? "none"
        : table(known, {
            chain: ({ name }) => name,
            slug: right(({ slug }) => slug),
            "chain id": right(({ chainId }) => chainId),
            net: ({ isMainnet }) => (isMainnet === true ? "main" : "test"),
            reaches: right((chain) => siblingsOf(chain).length),
          }),
    ],
    paint.dim(
      "No network was asked. What one chain reaches, and by which switchboards: messaging chains --chain <name>",
    ),
  )
}

/** One chain: its contracts, and the chains that it reaches. */
export function chainReport(
  { configured, known }: { readonly configured: ReportedChain | null; readonly known: KnownChain | null },
  nameOf: (slug: number) => string,
): Report {
  const siblings = known === null ? [] : siblingsOf(known)
  return [
    paint.bold(configured?.name ?? known?.name ?? ""),
    facts([
      ["slug", configured?.slug ?? known?.slug ?? "follows from the chain id, which its network is asked for on use"],
      ["chain id", configured?.chainId ?? known?.chainId ?? "not in the configuration"],
      ["network", configured?.network ?? "none in the configuration"],
      ["socket", socketLine(configured, known)],
      ["transmit manager", known?.transmitManager],
      ["start block", known?.startBlock],
      ...(known?.switchboards ?? []).map(({ kind, address, siblings: reached }): Fact => [
        kind === "NATIVE_BRIDGE" ? `${kind} to ${reached.map(nameOf).join(", ")}` : kind,
        address,
      ]),
    ]),
    known === null && paint.magenta("Nothing is known of its switchboards."),
    known !== null && siblings.length === 0 && paint.magenta("It reaches no other chain."),
    siblings.length > 0 && [
      "",
      table(siblings, {
        reaches: nameOf,
        slug: right(String),
        by: (sibling) => kindsTo(known, sibling).join(", "),
      }),
    ],
  ]
}

function socketLine(configured: ReportedChain | null, known: KnownChain | null): string {
  if (configured === null) return known?.socket ?? "unknown"
  if (configured.socket === null) return "unknown: write it in plugs.chains"
  return `${configured.socket} (${configured.socketFrom ?? ""})`
}

function kindsTo(chain: KnownChain | null, slug: number): SwitchboardKind[] {
  return chain?.switchboards.filter(({ siblings }) => siblings.includes(slug)).map(({ kind }) => kind) ?? []
}

function siblingsOf({ switchboards }: KnownChain): number[] {
  return [...new Set(switchboards.flatMap(({ siblings }) => siblings))]
}
