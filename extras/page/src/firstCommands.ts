/** Where the first contract of a devnet's first account is, whose address depends on nothing else. */
const firstGreeter = "0x5fbdb2315678afecb367f032d93f642f64180aa3"

/** The commands that send a first message, in a project that `npm create hardhat-plugs` wrote. */
export const firstCommands: readonly string[] = [
  "npx hardhat run scripts/deploy.ts",
  `npx hardhat messaging send ${firstGreeter} "greet(uint32,string)" beta hello --from alpha --track`,
]
