/** The rules that every block of a devnet is made by. Whoever forks one of its chains must know them. */
export const devnetHardfork = "osaka"
