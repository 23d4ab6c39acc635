// Without imports, because the plugin's configuration needs it too.

/** What a hardfork asks for, in gas, unless it says otherwise. To add a hardfork: a row of `gasRules`. */
export type GasRules = {
  /** What a transaction takes before it begins, and the least that it pays for its data (EIP-7623). */
  readonly transaction: {
    readonly base: number
    /** For the account that is called, and for value that goes there (EIP-2780). */
    readonly recipient: number
    readonly value: number
    readonly create: number
    readonly zeroByte: number
    readonly byte: number
    readonly floorZeroByte: number
    readonly floorByte: number
    /** The most gas that a transaction may ask for (EIP-7825); `null` if only the block's limit binds it. */
    readonly cap: bigint | null
    /** Whether gas above the cap is there, to pay for new state only (EIP-8037). */
    readonly isStateBeyondCap: boolean
  }
  /** Looking at an account: first, and again. `code` is added for its code or the size of that. */
  readonly account: { readonly cold: number; readonly warm: number; readonly code: number }
  /** Each write looks at its slot; the first change of a slot, and one that changes nothing or again, are added to that. */
  readonly slot: {
    readonly cold: number
    readonly warm: number
    readonly fresh: number
    readonly changed: number
    readonly again: number
  }
  /** A call with value; the account that gets it and is not there yet, by a call and by a contract that destroys itself. */
  readonly valueCall: number
  readonly newAccount: number
  readonly newHeir: number
  /** A contract that a contract creates, and its code by byte and by word of 32. */
  readonly create: number
  readonly codeByte: number
  readonly codeWord: number
  readonly initcodeWord: number
  /** New state beside all that: gas for a byte of it, and the bytes that a slot and an account count. Code counts as it is. */
  readonly state: { readonly byte: number; readonly slot: number; readonly account: number }
  /** Given back at the end: for a slot that is emptied, and for one that is as it was after all, from nothing or from something. */
  readonly refund: { readonly cleared: number; readonly freshUndone: number; readonly changedUndone: number }
}

/** No rules have changed these. */
export const unchangedGas = {
  /** A call with value brings so much of its own. */
  stipend: 2_300,
  /** A call keeps at least this part of the gas back (EIP-150). */
  keptPart: 64,
  /** A write needs more than this, whatever it takes (EIP-2200). */
  leastForWrite: 2_300,
  /** Refunds are at most this part of what was used (EIP-3529). */
  refundedPart: 5,
} as const

// EIP-2929, 3529, 3860, 7623.
const prague: GasRules = {
  transaction: {
    ...{ base: 21_000, recipient: 0, value: 0, create: 32_000 },
    ...{ zeroByte: 4, byte: 16, floorZeroByte: 10, floorByte: 40 },
    ...{ cap: null, isStateBeyondCap: false },
  },
  account: { cold: 2_600, warm: 100, code: 0 },
  slot: { cold: 2_100, warm: 0, fresh: 20_000, changed: 2_900, again: 100 },
  ...{ valueCall: 9_000, newAccount: 25_000, newHeir: 25_000 },
  ...{ create: 32_000, codeByte: 200, codeWord: 0, initcodeWord: 2 },
  state: { byte: 0, slot: 64, account: 120 },
  refund: { cleared: 4_800, freshUndone: 19_900, changedUndone: 2_800 },
}

// EIP-7825.
const osaka = {
  ...prague,
  transaction: { ...prague.transaction, cap: 2n ** 24n },
} as const satisfies GasRules

// EIP-2780, 7976, 8037 and 8038 as `@ethereumjs/evm` 10.1.3 has them, which follows the devnet v8.1 of the clients. Drafts of EIP-8037 from
// before count 32 bytes for a slot and 112 for an account, at a price that follows the block's gas limit. EIP-2780 has 1,756 for the log of a
// transfer inside a transaction, which ethereumjs charges nowhere.
const amsterdam: GasRules = {
  transaction: {
    ...{ base: 12_000, recipient: 3_000, value: 6_000, create: 12_000 },
    ...{ zeroByte: 4, byte: 16, floorZeroByte: 64, floorByte: 64 },
    ...{ cap: 2n ** 24n, isStateBeyondCap: true },
  },
  account: { cold: 3_000, warm: 100, code: 100 },
  slot: { cold: 2_100, warm: 100, fresh: 10_000, changed: 10_000, again: 0 },
  ...{ valueCall: 11_300, newAccount: 0, newHeir: 9_000 },
  ...{ create: 12_000, codeByte: 0, codeWord: 6, initcodeWord: 2 },
  state: { byte: 1_530, slot: 64, account: 120 },
  refund: { cleared: 11_616, freshUndone: 10_000, changedUndone: 10_000 },
}

/** The rules of Ethereum's hardforks, the oldest first. */
export const gasRules = { prague, osaka, amsterdam } as const

export type Hardfork = keyof typeof gasRules

export const hardforks = Object.keys(gasRules) as readonly Hardfork[]

/** The rules that Ethereum has today, and those that are announced: for Sepolia in October 2026, for the mainnet later. */
export const presentHardfork: Hardfork = "osaka"
export const nextHardfork: Hardfork = "amsterdam"

/** Gas of the first write to a slot, of its state too. */
export function gasOfNewSlot({ slot, state }: GasRules): number {
  return slot.cold + slot.fresh + state.byte * state.slot
}

/** What a call costs before it begins depends on: the bytes of its data, and whether it has value. */
export type CallShape = { readonly zeros: number; readonly others: number; readonly hasValue: boolean }

/** Gas that a call takes as a transaction before it begins, and the least that it pays for its data. */
export function gasBefore(
  { transaction }: GasRules,
  { zeros, others, hasValue }: CallShape,
): { readonly intrinsic: number; readonly floor: number } {
  const { base, recipient, value, zeroByte, byte, floorZeroByte, floorByte } = transaction
  const start = base + recipient + (hasValue ? value : 0)
  return {
    intrinsic: start + zeroByte * zeros + byte * others,
    floor: start + floorZeroByte * zeros + floorByte * others,
  }
}

/** Whether the chain itself answers at an address, which is always warm: up to Prague's last one, and the one of EIP-7951. */
export function isPrecompile(address: bigint): boolean {
  return address <= 0x11n || address === 0x100n
}
