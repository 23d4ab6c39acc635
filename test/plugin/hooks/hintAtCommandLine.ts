import { expect } from "chai"
import { createHardhatRuntimeEnvironment } from "hardhat/hre"
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import { before, describe, it } from "mocha"

import hardhatPlugs from "#src/index.js"
import { hintAtCommandLine } from "#src/plugin/hooks/hintAtCommandLine.js"

describe("a mistyped command line", () => {
  let hre: HardhatRuntimeEnvironment
  before(async () => {
    hre = await createHardhatRuntimeEnvironment({ plugins: [hardhatPlugs] })
  })
  const families = new Set(["devnet", "messaging", "gateway", "swap", "plugs"])
  const hint = (commandLine: string): string | undefined =>
    hintAtCommandLine(commandLine.split(" "), hre.tasks.rootTasks, {
      families,
      globalOptions: Object.keys(hre.globalOptions),
    })

  const hints: Record<string, string | undefined> = {
    "messaging sned Greeter greet": "Did you mean npx hardhat messaging send?",
    "--network alpha gateway timeout": "Did you mean npx hardhat gateway timeouts?",
    "messaging send Greeter greet beta hello --form alpha": "Did you mean --from?",
    "messaging send Greeter greet --max-fe 1 --from alpha": "Did you mean --max-fee?",
    "devnet --prot": "Did you mean --port?",
    "swap quote 1 USDC --netwrok alpha": "Did you mean --network?",
    "messaging send Greeter greet beta hello --from alpha --track": undefined,
    "messaging send Greeter greet --from alpha -- --form": undefined,
    "devnet -- --prot 9000": undefined,
    "messaging --help": undefined,
    "messaging zzzzz": undefined,
    "compile --form": undefined,
    messaging: undefined,
  }
  for (const [commandLine, expected] of Object.entries(hints)) {
    it(`${expected === undefined ? "gets no hint" : "gets a hint"}: ${commandLine}`, () => {
      expect(hint(commandLine)).to.equal(expected)
    })
  }
})
