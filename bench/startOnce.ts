/** Prints how long two chains with contracts take in a process that has loaded Hardhat and nothing else. Milliseconds. */
const begun = performance.now()
const { startDevnet } = await import("../src/devnet/index.js")
const devnet = await startDevnet()
console.log(performance.now() - begun)
await devnet.stop()
