import { coldStart } from "./coldStart.js"
import { explainFigures } from "./explain.js"
import { gatewayFigures } from "./gateway.js"
import { helpOverhead } from "./helpOverhead.js"
import { printFigure } from "./measure.js"
import { messagingFigures } from "./messaging.js"
import { swapFigures } from "./swap.js"
import { testingFigures } from "./testing.js"
import { wiringFigures } from "./wiring.js"

// Prints every figure beside its bound. Not part of the tests, because machines differ.
console.log("figure                                                  median            bound   how much better")

printFigure("a devnet of two chains, in a fresh process", {
  value: await coldStart(),
  unit: "ms",
  bound: 1500,
  atMost: true,
})
await messagingFigures()
await gatewayFigures()
await swapFigures()
await wiringFigures()
await testingFigures()
printFigure("hardhat --help with the plugin, more than without", {
  value: await helpOverhead(),
  unit: "ms",
  bound: 30,
  atMost: true,
})
// After helpOverhead, which builds the plugin.
await explainFigures()
