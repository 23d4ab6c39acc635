import type { ExploredValues, OptionType } from "./options.js"

/** All that there is to know of a kind of fault, but what it does. */
export type FaultSpec = {
  /** The option that is the first argument of its function. */
  readonly subject?: string
  readonly required?: Readonly<Record<string, OptionType>>
  readonly optional?: Readonly<Record<string, OptionType>>
  /** Whether it sends transactions when it begins, so that a test awaits it. */
  readonly sendsTransactions?: true
  /** What `explore` gives it. Only what ends when it is cleared, and leaves nothing behind, is explored. */
  readonly explored?: Readonly<Record<string, ExploredValues>>
  /** Whether `explore` tries it only where a test names it: most contracts do not bear it. */
  readonly exploredByName?: true
}

/**
 * Every fault by its name: functions, types and checks of `world.faults` follow from it. To add one: what it does, a function of the same
 * name in a file of `faults/kinds`, and its row in `docs/testing-faults.md`. A file of its own is named in `faultList.ts`.
 */
export const faults = {
  /** The newest blocks of a chain are replaced by others when a message or a payload reaches a state. Happens once. */
  reorg: {
    subject: "chain",
    required: {
      chain: "anyChain",
      /** How many of the newest blocks are replaced. */
      blocks: "blocks",
      /** It happens when the first message from or to the chain, or the first payload, reaches this state. */
      at: "state",
    },
    /** Whether the transactions of these blocks are lost. Default: they are mined again later, those of the actors excepted. */
    optional: { drops: "boolean" },
    explored: {
      chain: "chains",
      blocks: { min: 1, max: 4 },
      at: ["RECEIVED", "SEALED", "PROPOSED", "ATTESTED", "EXECUTING", "EXECUTION_SUCCESS"],
    },
  },
  /** The executor submits so little gas that `inbound` runs out of it. */
  outOfGas: {
    optional: {
      /** Gas that `inbound` gets. Default: by `percent`. */
      gas: "amount",
      /** How much it gets of what it needs. From 98 on, what is left after a call within it that fails can be enough to end well. Default: 50. */
      percent: "percent",
      /** Name of the chain. Default: every chain. */
      chain: "servedChain",
    },
    explored: { chain: "chains", percent: [50, 90, 98] },
  },
  /** The switchboards of a chain are tripped, and untripped when it ends. A tripped proposal stays so. */
  trip: {
    subject: "chain",
    required: {
      /** The chain whose switchboards are tripped: the destination of messages. */
      chain: "servedChain",
      /** What is tripped: all packets, those of one chain, or the first proposal of each packet. */
      what: "tripped",
    },
    /** The source chain of the path; only with `what: "path"`. Default: every other chain. */
    optional: { from: "sourceOfPath" },
    sendsTransactions: true,
    explored: { chain: "chains", what: ["path", "everything"] },
  },
  /** A stage or an actor of the relay does nothing. */
  down: {
    subject: "part",
    required: { part: "part" },
    /** Name of the chain. Default: every chain. */
    optional: { chain: "anyChain" },
    explored: { part: "stages", chain: "chains" },
  },
  /** A stage or an actor begins later. */
  slow: {
    subject: "part",
    required: {
      part: "part",
      /** Seconds of the world's time that everything waits longer for it. */
      seconds: "seconds",
    },
    /** Name of the chain. Default: every chain. */
    optional: { chain: "anyChain" },
    explored: { part: "stages", chain: "chains", seconds: "seconds" },
  },
  /** Watchers attest nothing. */
  missingAttestations: {
    /** How many of the watchers, counted from the first. Default: all. */
    optional: { watchers: "watchers", chain: "servedChain" },
    explored: { chain: "chains" },
  },
  /** Watchers attest later. */
  lateAttestations: {
    required: { seconds: "seconds" },
    /** How many of the watchers, counted from the first. Default: all. */
    optional: { watchers: "watchers", chain: "servedChain" },
    explored: { chain: "chains", seconds: "seconds" },
  },
  /** Watchers attest each root twice. */
  doubledAttestations: {
    /** How many of the watchers, counted from the first. Default: all. */
    optional: { watchers: "watchers", chain: "servedChain" },
    explored: { chain: "chains" },
  },
  /** The transmitter proposes a wrong root of each packet, with its own signature. */
  forgedProposals: {
    /** Whether the transmitter proposes the right root afterwards. Default: not before the fault ends. */
    optional: { thenHonest: "boolean", chain: "servedChain" },
    explored: { chain: "chains", thenHonest: [true] },
  },
  /** The transmitter proposes each packet for a switchboard that its plug has not chosen. */
  misdirectedProposals: {
    /** Whether the transmitter proposes for the right switchboard afterwards. Default: not before the fault ends. */
    optional: { thenHonest: "boolean", chain: "servedChain" },
    explored: { chain: "chains", thenHonest: [true] },
  },
  /** A message is delivered that was not sent like this: all that have to sign for it do. Happens at once, unless the plug refuses it; what was delivered stays so. */
  forge: {
    subject: "chain",
    required: {
      /** The chain that it is delivered on. */
      chain: "servedChain",
    },
    optional: {
      /** `unsent`: nobody sent one. `doubled`: it says what the newest one delivered says. `altered`: it comes in place of the newest one that is under way. Default: `"unsent"`. */
      as: "forgery",
      /** What the plug gets. Default: what the newest message says, with a word of zeros behind it unless it is doubled. */
      payload: "hex",
    },
    sendsTransactions: true,
    explored: { chain: "chains", as: ["unsent", "doubled", "altered"] },
    exploredByName: true,
  },
  /** The clock of a chain differs from the world's. One that cannot go back stands still until it is as far behind. */
  skewedClock: {
    subject: "chain",
    required: {
      chain: "anyChain",
      /** How far the chain's clock is ahead of the world's. Negative: behind. */
      seconds: "shift",
    },
    sendsTransactions: true,
    explored: { chain: "chains", seconds: "seconds" },
  },
  /** Messages cost more just before the next transaction of a test on the chain is mined: it was simulated with the old price. */
  risingFees: {
    subject: "chain",
    required: {
      chain: "servedChain",
      /** By how much messages from this chain cost more from its next transaction on. */
      percent: "percent",
    },
    explored: { chain: "chains", percent: "percents" },
    exploredByName: true,
  },
  /** Gas costs more just before the next transaction of a test on the chain is mined. */
  risingGasPrice: {
    subject: "chain",
    required: { chain: "anyChain", percent: "percent" },
    explored: { chain: "chains", percent: "percents" },
    exploredByName: true,
  },
  /** A chain mines no block. Transactions wait until it ends. */
  stoppedChain: { subject: "chain", required: { chain: "anyChain" }, sendsTransactions: true },
  /** What is ready to be delivered is gathered until the test waits for it, and delivered in an order chosen by the seed. */
  shuffled: {
    /** Another seed, another order. */
    required: { seed: "seed" },
    /** Name of the chain. Default: every chain. */
    optional: { chain: "anyChain" },
  },
  /** An API answers later. */
  slowApi: {
    subject: "api",
    required: {
      api: "api",
      /** Seconds of the world's time until it answers. */
      seconds: "seconds",
    },
    /** Only paths that begin with this, behind the base URL of the API, such as `"/v1/messages-from-tx"`. Default: every path. */
    optional: { route: "string" },
  },
  /** An API repeats its first answer to each request. */
  staleApi: { subject: "api", required: { api: "api" }, optional: { route: "string" } },
  /** An API answers 429, with Retry-After. */
  limitedApi: {
    subject: "api",
    required: {
      api: "api",
      /** Seconds, in the header Retry-After. */
      retryAfter: "wholeSeconds",
    },
    /** How many requests get it. Default: all, until the fault ends. */
    optional: { times: "times", route: "string" },
  },
  /** An API answers 500, or another status. */
  failingApi: {
    subject: "api",
    required: { api: "api" },
    /** The status of HTTP, and how many requests get it. Default: 500, and all until the fault ends. */
    optional: { status: "status", times: "times", route: "string" },
  },
  /** An API breaks the connection in the middle of the body. */
  cutApi: { subject: "api", required: { api: "api" }, optional: { times: "times", route: "string" } },
} as const
