// Without imports, because the plugin's configuration needs it too.

/** The rules that every block of a devnet follows. */
export const devnetHardfork = "osaka"

/** The most gas that these rules let a transaction ask for. */
export const maxTransactionGas: bigint = 2n ** 24n
