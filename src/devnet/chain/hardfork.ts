/** The rules that every block of a devnet follows. In a file without imports, because the plugin's configuration needs it too. */
export const devnetHardfork = "osaka"
