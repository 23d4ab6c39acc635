import { spawn, spawnSync } from "node:child_process"
import { readFile } from "node:fs/promises"
import path from "node:path"
import { text } from "node:stream/consumers"
import { fileURLToPath } from "node:url"

import { expect } from "chai"
import hre from "hardhat"
import { describe } from "mocha"

import { type ForkTest, runOnForks } from "#extras/forks/test/fixtures/runOnForks.js"
import { deployAsStranger, writeDeployments } from "#extras/forks/test/fixtures/strangersDeployment.js"
import { Disposables } from "#src/primitives/lifetime/Disposables.js"
import { deepIt } from "#test/fixtures/depth.js"
import { startAnvil } from "#test/fixtures/nodes/anvilNode.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"

const script = fileURLToPath(new URL("fixtures/forkChild.ts", import.meta.url))

/** A network in which there is nothing but the process itself, where the system lets one. */
const apart = ["unshare", "-rn", "sh", "-c", 'ip link set lo up && exec "$@"', "sh"]
const canBeApart = spawnSync("unshare", ["-rn", "ip", "link", "set", "lo", "up"]).status === 0

async function runApart(job: ForkTest): Promise<unknown> {
  const command = [...(canBeApart ? apart : []), process.execPath, "--import", "tsx/esm", script]
  const child = spawn(command[0] as string, command.slice(1), { stdio: ["pipe", "pipe", "inherit"] })
  child.stdin.end(JSON.stringify(job))
  const lines = (await text(child.stdout)).trimEnd().split("\n")
  return JSON.parse(lines.at(-1) ?? "")
}

describe("a test on forks, recorded, in a process without a network", () => {
  for (const engine of ["anvil", "Hardhat"]) {
    deepIt(`comes to the same as at the nodes, which are of ${engine}`, async () => {
      await using folder = await temporaryFolder()
      await using stack = new Disposables()
      const start = async (chainId: number): Promise<string> =>
        stack.use(await startAnvil("--chain-id", String(chainId))).url
      const nodes = engine === "anvil" ? { alpha: await start(41_001), beta: await start(41_002) } : undefined
      const deployed = stack.use(await deployAsStranger({ ...(nodes && { nodes }) }))
      const deployment = await writeDeployments(deployed, folder)
      const [alpha, beta] = deployed.forks.map(({ name, fork: { url } }) => ({
        ...{ url, recording: path.join(folder.path, `${name}.ndjson`) },
      })) as [ForkTest["forks"]["alpha"], ForkTest["forks"]["beta"]]
      const outcome = await runOnForks(hre, { deployment, plugs: deployed.plugs, forks: { alpha, beta } })
      expect(outcome).to.deep.include({ refused: true, counter: "5", states: ["SEALED", "EXECUTION_SUCCESS"] })
      await stack[Symbol.asyncDispose]()

      const recorded = { alpha: { recording: alpha.recording }, beta: { recording: beta.recording } }
      const replayed = await runApart({ deployment, plugs: deployed.plugs, forks: recorded })
      expect(replayed).to.deep.equal(outcome)
      for (const { recording } of [alpha, beta]) {
        const written = await readFile(recording, "utf8")
        expect(Buffer.byteLength(written)).to.be.below(2 * 2 ** 20)
        expect(written).to.not.contain("127.0.0.1")
      }
    })
  }
})
