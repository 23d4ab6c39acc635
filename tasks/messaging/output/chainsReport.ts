import type { Address } from "viem"

import type { ChainDeployment, SwitchboardKind } from "#src/messaging/index.js"
import type { LeftOutNetwork } from "#src/plugin/config/chainsOf.js"
import { shortenHex } from "#src/terminal/shortenHex.js"
import { formatFacts, formatTable } from "#src/terminal/table.js"
import type { Printer } from "#src/terminal/terminal.js"

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

/** Lays out the chains of the project, and those of which a deployment is known. */
export function chainsReport(
  {
    file,
    configured,
    known,
    leftOut = [],
  }: {
    readonly file: string | null
    readonly configured: readonly ReportedChain[]
    readonly known: readonly KnownChain[]
    readonly leftOut?: readonly LeftOutNetwork[]
  },
  { paint, columns: width }: Printer,
): string {
  const own = formatTable({
    columns: [
      { title: "chain" },
      { title: "slug", align: "right" },
      { title: "network" },
      { title: "socket" },
      { title: "socket from" },
    ],
    rows: configured.map(({ name, slug, network, socket, socketFrom }) => [
      name,
      slug === null ? "asked on use" : String(slug),
      network,
      socket === null ? paint.magenta("unknown") : shortenHex(socket),
      socketFrom ?? "–",
    ]),
    paint,
    width,
  })
  const public_ = formatTable({
    columns: [
      { title: "chain" },
      { title: "slug", align: "right" },
      { title: "chain id", align: "right" },
      { title: "net" },
      { title: "reaches", align: "right" },
    ],
    rows: known.map((chain) => [
      chain.name,
      String(chain.slug),
      String(chain.chainId),
      chain.isMainnet === true ? "main" : "test",
      siblingCount(chain),
    ]),
    paint,
    width,
  })
  return [
    paint.bold("Chains of this project"),
    own,
    ...leftOut.map(({ network, why, chain }) =>
      paint.magenta(
        why === "NO_CHAIN_ID"
          ? `The network ${network} has no chainId, so it is asked which chain it reaches where a command names it.`
          : `The network ${network} reaches the same chain as ${String(chain)}, which is read in its place.`,
      ),
    ),
    "",
    paint.bold(`Known deployments, ${file === null ? "as this package has them" : `from ${file}`}`),
    known.length === 0 ? "none" : public_,
    "",
    paint.dim(
      "No network was asked. What one chain reaches, and by which switchboards: messaging chains --chain <name>",
    ),
  ].join("\n")
}

/** Lays out one chain: its contracts, and the chains that it reaches. */
export function chainReport(
  { configured, known }: { readonly configured: ReportedChain | null; readonly known: KnownChain | null },
  nameOf: (slug: number) => string,
  { paint, columns: width }: Printer,
): string {
  const heading = configured?.name ?? known?.name ?? ""
  const slug = configured?.slug ?? known?.slug ?? null
  const chainId = configured?.chainId ?? known?.chainId ?? null
  const facts: (readonly [string, string | undefined])[] = [
    ["slug", slug === null ? "follows from the chain id, which its network is asked for on use" : String(slug)],
    ["chain id", chainId === null ? "not in the configuration" : String(chainId)],
    ["network", configured?.network ?? "none in the configuration"],
    ["socket", socketLine(configured, known)],
    ["transmit manager", known?.transmitManager],
    ["start block", known?.startBlock?.toString()],
    ...(known?.switchboards ?? []).map(({ kind, address, siblings }): [string, string] => [
      kind === "NATIVE_BRIDGE" ? `${kind} to ${siblings.map(nameOf).join(", ")}` : kind,
      address,
    ]),
  ]
  const given = facts.filter((fact): fact is readonly [string, string] => fact[1] !== undefined)
  const lines = [paint.bold(heading), formatFacts(given, paint)]
  if (known === null) return [...lines, paint.magenta("Nothing is known of its switchboards.")].join("\n")
  const siblings = [...new Set(known.switchboards.flatMap((switchboard) => switchboard.siblings))]
  if (siblings.length === 0) return [...lines, paint.magenta("It reaches no other chain.")].join("\n")
  const table = formatTable({
    columns: [{ title: "reaches" }, { title: "slug", align: "right" }, { title: "by" }],
    rows: siblings.map((sibling) => [nameOf(sibling), String(sibling), kindsTo(known, sibling).join(", ")]),
    paint,
    width,
  })
  return [...lines, "", table].join("\n")
}

function socketLine(configured: ReportedChain | null, known: KnownChain | null): string {
  if (configured === null) return known?.socket ?? "unknown"
  if (configured.socket === null) return "unknown: write it in plugs.chains"
  return `${configured.socket} (${configured.socketFrom ?? ""})`
}

function kindsTo({ switchboards }: KnownChain, slug: number): SwitchboardKind[] {
  return switchboards.filter(({ siblings }) => siblings.includes(slug)).map(({ kind }) => kind)
}

function siblingCount({ switchboards }: KnownChain): string {
  return String(new Set(switchboards.flatMap(({ siblings }) => siblings)).size)
}
