// What the page shows. Its own code in the browser imports it too. To add an event: its row in `standing`, with its type in `Standing`, or in
// `happenings`, with its type in `Happening`; then `openPage.ts`, which tells it, `scripts/schemas/pageEvents.ts`, and what of `browser`
// shows it. A button: `Verb` here, and `openPage.ts`. After that `node scripts/buildPage.ts`.

import type { Changes, DevnetProblem, Item, Kind } from "#src/devnet/changes.js"
import type { Cause, Mend, StoryEvent } from "#src/explaining/Explanation.js"

export type PageChain = {
  readonly name: string
  readonly chainId: number
  readonly slug: number
  readonly rpcUrl: string
  /** The number of its newest block. */
  readonly block: number
}

/** What a control does, as the command that does the same. */
export type Commands = Readonly<Record<"pause" | "resume" | "step", string>>

/** An option of a fault, as a form asks for it. */
export type FaultOption = {
  readonly name: string
  readonly kind: "text" | "number" | "boolean" | "amount"
  /** What can be chosen, if it is one of several. */
  readonly choices?: readonly string[]
  /** What it is at first; empty if it can be left out. */
  readonly value: string
}

/** A fault that can begin, by the name that it has in tests. */
export type FaultForm = {
  readonly fault: string
  /** The option that is the first argument of its function in tests. */
  readonly subject?: string
  readonly options: readonly FaultOption[]
}

/** A fault that lasts. */
export type ActiveFault = {
  readonly id: number
  readonly fault: string
  /** The line of a test that begins the same. */
  readonly line: string
  /** How often it has shown so far. */
  readonly happened: number
}

/** A snapshot that can be gone back to, and when it was taken, in milliseconds since 1970. */
export type PageSnapshot = { readonly id: string; readonly at: number }

/** Which plugs are connected to which, and what they and the accounts have. Amounts are written for a person. */
export type PageWiring = {
  readonly plugs: readonly {
    readonly chainSlug: number
    readonly address: string
    readonly name: string | null
    readonly balance: string
  }[]
  /** By the indexes of plugs. A problem is why messages are not delivered. */
  readonly links: readonly {
    readonly from: number
    readonly to: number
    readonly switchboard: string
    readonly problem: string | null
  }[]
  /** With a balance on each chain, in the order of the state's chains. */
  readonly accounts: readonly { readonly address: string; readonly balances: readonly string[] }[]
}

/** What the project calls what moves, read when the page asks. */
export type PageNames = {
  /** By the slug of the chain and the address, in small letters with a space between. */
  readonly names: Readonly<Record<string, string>>
  /** What transactions called, by their hash, such as `Greeter.greet(41002, "hello")`. */
  readonly calls: Readonly<Record<string, string>>
}

/** Who can do what with messages from one plug to another, as `plugs trust` says it. */
export type PageTrust = {
  /** Who can forge them, in one sentence. */
  readonly says: string
  /** What else there is to say, laid out for 80 columns. */
  readonly report: string
  /** The command that prints the same. */
  readonly command: string
}

/** A call of a plug as the form has it: at first without a function, and sent only at last. Its arguments are those of `messaging send`. */
export type SendForm = {
  readonly slug: number
  readonly plug: string
  readonly signature?: string
  readonly args?: string
  readonly isSent?: boolean
}

/** The plug's functions that take a fee; of a call, what it costs, and the command that does the same. */
export type SendAnswer = { readonly functions: readonly string[]; readonly says?: string; readonly command?: string }

/** What a page with the token can do. */
export type Verb = keyof Commands | "snapshot" | "revert" | "passDay" | "beginFault" | "endFault" | "send"

/** How the devnet stands. */
export type Standing = {
  /** The stages of the relay that stand still; none if it runs. */
  readonly paused: readonly string[]
  readonly faults: readonly ActiveFault[]
  readonly snapshots: readonly PageSnapshot[]
}

/** What the page shows of a devnet besides the things that move on it. */
export type Shown = Standing & {
  readonly chains: readonly PageChain[]
  /** The latest ones. */
  readonly problems: readonly DevnetProblem[]
}

/** What happens on a devnet, by the event that tells it. */
export type Happening = {
  readonly problem: DevnetProblem
  readonly block: { readonly chainSlug: number; readonly number: number }
}

/** Everything at once: the first event that a reader gets. */
export type PageState = Shown & {
  readonly event: "state"
  /** The chain of app gateways, one of these chains. */
  /** 0 where there is no gateway. */
  readonly gatewaySlug: number
  readonly commands: Commands
  /** Whether the page may change nothing, whatever token it has. */
  readonly isReadOnly: boolean
  readonly items: readonly Item[]
}

/** The parts of how the devnet stands: the event that tells the part anew, and what it is before the first. */
export const standing = {
  paused: { event: "relay", atFirst: [] },
  faults: { event: "faults", atFirst: [] },
  snapshots: { event: "snapshots", atFirst: [] },
} as const

/** What each event changes of what is shown, and which earlier event it makes needless, if any. */
export const happenings: {
  readonly [E in keyof Happening]: {
    readonly change: (shown: Shown, data: Happening[E]) => Partial<Shown>
    readonly replaces?: (data: Happening[E]) => string
  }
} = {
  problem: { change: ({ problems }, problem) => ({ problems: [...problems, problem].slice(-100) }) },
  block: {
    change: ({ chains }, { chainSlug, number }) => ({
      chains: chains.map((chain) => (chain.slug === chainSlug ? { ...chain, block: number } : chain)),
    }),
    replaces: ({ chainSlug }) => `block ${chainSlug}`,
  },
}

/** What the page's stream carries, as the data of one event. */
export type PageEvent =
  | PageState
  | { readonly [K in Kind]: { readonly event: K } & Changes[K] }[Kind]
  | { readonly [E in keyof Happening]: { readonly event: E } & Happening[E] }[keyof Happening]
  | {
      readonly [P in keyof Standing]: { readonly event: (typeof standing)[P]["event"] } & Pick<Standing, P>
    }[keyof Standing]

/** What is shown of a devnet that has these chains and on which nothing has happened. */
export function shownAtFirst(chains: readonly PageChain[]): Shown {
  const parts: { readonly [P in keyof Standing]: { readonly atFirst: Standing[P] } } = standing
  const first = Object.entries(parts).map(([part, { atFirst }]) => [part, atFirst])
  return { ...(Object.fromEntries(first) as Standing), chains, problems: [] }
}

/** Why a message is where it is: `messaging explain`, for the page. */
export type ExplainedMessage = {
  readonly verdict: string
  readonly says: string
  readonly causes: readonly (Pick<Cause, "name" | "certainty" | "says" | "evidence"> & {
    /** `isRunnable` if the devnet can run the command. */
    readonly mend: (Pick<Mend, "who" | "command"> & { readonly isRunnable: boolean }) | null
  })[]
  /** What has happened on the chains, in order, with calls and logs decoded. `at` is in seconds since 1970. */
  readonly timeline: readonly Pick<StoryEvent, "at" | "place" | "title" | "details">[]
  /** What became of the fee, from the estimate to the refund, in wei. */
  readonly fee: readonly { readonly step: string; readonly wei: string; readonly says: string }[]
  /** The command that prints the same. */
  readonly command: string
  /** The whole story, for an issue. */
  readonly markdown: string
}
