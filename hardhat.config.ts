import { fileURLToPath } from "node:url"

import hardhatMocha from "@nomicfoundation/hardhat-mocha"
import hardhatViem from "@nomicfoundation/hardhat-viem"
import hardhatViemAssertions from "@nomicfoundation/hardhat-viem-assertions"
import { defineConfig } from "hardhat/config"
import type { HardhatUserConfig } from "hardhat/types/config"

import artifacts from "./scripts/artifacts/plugin.js"
import hardhatPlugs from "./src/index.js"
import { configureProperties, solidityRuns } from "./test/fixtures/depth.js"
import { endOfRun } from "./test/fixtures/endOfRun.js"
import { useOwnState } from "./test/fixtures/ownState.js"
import { startNothing } from "./test/fixtures/startNothing.js"

/** The compiler comes from npm, so that a checkout builds without downloading anything but packages. */
const compiler = {
  version: "0.8.37",
  path: fileURLToPath(new URL("scripts/artifacts/soljson.js", import.meta.url)),
  settings: {
    evmVersion: "cancun",
    optimizer: { enabled: true, runs: 200 },
    // Without the metadata hash the bytecode depends on the code alone: the same sources give the same file.
    metadata: { bytecodeHash: "none", appendCBOR: false },
  },
}

/** Steps that solc takes even when it does not optimize, and which cost a tenth of its time. */
const simplifications = { inliner: false, jumpdestRemover: false, orderLiterals: false, peephole: false }

/**
 * For Solidity tests and what tests alone deploy, which need more time to compile than to run. What ships is optimized, and tested from
 * TypeScript.
 */
const unoptimized = {
  ...compiler,
  settings: { ...compiler.settings, optimizer: { enabled: false, details: simplifications } },
}

await configureProperties()
if (process.env["TEST_DEPTH"] === "quick") startNothing()

const config: HardhatUserConfig = defineConfig({
  plugins: [hardhatPlugs, artifacts, hardhatViem, hardhatViemAssertions, hardhatMocha],
  paths: {
    tests: { mocha: "test", solidity: "test/fixtures/solidity" },
  },
  solidity: {
    // Tests are compiled apart, and after the contracts, which they deploy by name.
    splitTestsCompilation: true,
    profiles: {
      default: compiler,
      production: compiler,
      unoptimized,
    },
  },
  test: {
    mocha: {
      // Far more than any takes, also beside twenty other busy processes: it ends what hangs.
      timeout: 600_000,
      rootHooks: { beforeAll: useOwnState, afterEach: useOwnState, afterAll: endOfRun },
    },
    solidity: solidityRuns,
  },
})

export default config
