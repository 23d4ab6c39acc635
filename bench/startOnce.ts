/** Prints how long a devnet takes to start, in milliseconds, in a process that has loaded Hardhat and nothing else. */
const begun = performance.now()
const { startDevnet } = await import("../src/devnet/index.js")
const devnet = await startDevnet()
console.log(performance.now() - begun)
await devnet.stop()
