import { execFile } from "node:child_process"
import { mkdir, writeFile } from "node:fs/promises"
import { join } from "node:path"

import { expect } from "chai"
import { after, before, it } from "mocha"

import { repository } from "../../scripts/docs/documents.js"
import { deepDescribe } from "#test/fixtures/depth.js"
import { installFromSources } from "#test/fixtures/projects/linkedProject.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"
import { userEnvironment } from "#test/fixtures/projects/userEnvironment.js"

/** Settings as a user may have them: another EVM version, and the whole optimizer. */
const config = `
import { createRequire } from "node:module"
import { defineConfig } from "hardhat/config"
import hardhatPlugs from "hardhat-plugs"

export default defineConfig({
  plugins: [hardhatPlugs],
  solidity: {
    version: "0.8.37",
    path: createRequire(import.meta.url).resolve("solc/soljson.js"),
    settings: { evmVersion: "paris", optimizer: { enabled: true, runs: 1 } },
  },
  networks: { old: { type: "edr-simulated", hardfork: "shanghai" } },
})
`

const tests = `
// SPDX-License-Identifier: MIT
pragma solidity ^0.8.21;

import {CrossChainTest} from "hardhat-plugs/contracts/testing/CrossChainTest.sol";
import {Counter} from "hardhat-plugs/contracts/plugs/Counter.sol";
import {vm} from "hardhat-plugs/contracts/testing/Vm.sol";

contract OwnSettingsTest is CrossChainTest {
    function test_add_arrives() public {
        Counter here = new Counter(addChain("alpha").socket, address(this));
        Counter there = new Counter(addChain("beta").socket, address(this));
        connect(address(here), address(there));
        bytes32 msgId = send(address(here), abi.encodeCall(here.add, (slugOf(address(there)), 2)));
        deliver();
        assertDelivered(msgId);
        vm.assertEq(there.counter(), 2);
    }
}
`

deepDescribe("Solidity tests of a project with compiler settings of its own", function () {
  // Compiles the devnet's contracts once.
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  before(async () => {
    folder = await temporaryFolder()
    await mkdir(join(folder.path, "contracts"))
    await writeFile(join(folder.path, "package.json"), JSON.stringify({ name: "own", type: "module", private: true }))
    await writeFile(join(folder.path, "hardhat.config.ts"), config)
    await writeFile(join(folder.path, "contracts/OwnSettings.t.sol"), tests)
    await installFromSources(folder.path)
  })
  after(() => folder[Symbol.asyncDispose]())

  /** @returns everything that it prints */
  const run = async (...options: readonly string[]): Promise<string> => {
    const cli = join(repository, "node_modules/hardhat/dist/src/cli.js")
    const settings = { cwd: folder.path, env: userEnvironment() }
    return await new Promise((resolve) => {
      execFile(process.execPath, [cli, ...options, "test", "solidity"], settings, (_, stdout, stderr) => {
        resolve(stdout + stderr)
      })
    })
  }

  it("deliver a message", async () => {
    expect(await run())
      .to.match(/test_add_arrives/)
      .and.match(/1 passing/)
  })

  it("say so if the EVM is too old for the devnet's contracts", async () => {
    expect(await run("--network", "old")).to.match(/EvmTooOld.*cancun/)
  })
})
