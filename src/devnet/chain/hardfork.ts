import { gasRules } from "#src/primitives/numbers/gasRules.js"

/** The rules that every block of a devnet follows. */
export const devnetHardfork = "osaka"

/** The most gas that these rules let a transaction ask for. */
export const maxTransactionGas: bigint = gasRules[devnetHardfork].transaction.cap
