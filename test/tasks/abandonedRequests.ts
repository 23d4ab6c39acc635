import { writeFile } from "node:fs/promises"
import { join } from "node:path"

import { expect } from "chai"
import { it } from "mocha"

import { startHardhat, temporaryProject } from "#test/fixtures/commands/hardhatCommand.js"
import { deepDescribe } from "#test/fixtures/depth.js"
import { freePort } from "#test/fixtures/servers/freePort.js"
import { stallBeforeHeaders, startHostileServer, trickle } from "#test/fixtures/servers/hostileServer.js"

const networks = (url: string): Record<string, string> => ({
  PLUGS_TEST_CHAINS: "alpha,beta",
  PLUGS_TEST_NETWORKS: JSON.stringify({ alpha: { type: "http", url } }),
})

// Each waits in a process of its own for what never comes.
deepDescribe("requests to nodes that nobody waits for any more", function () {
  it("end no script that runs a task and goes on", async () => {
    await using endless = await startHostileServer(trickle({ every: 50 }))
    await using project = await temporaryProject()
    const script = join(project.path, "doctor.ts")
    await writeFile(
      script,
      `import hre from "hardhat"
const args = { plugs: [], chains: "alpha", from: undefined, timeout: "1s", json: false }
await hre.tasks.getTask(["plugs", "doctor"]).run(args)
await new Promise((resolve) => setTimeout(resolve, 1_500))
process.stdout.write("the script went on\\n", () => process.exit(7))
`,
    )
    const env = { ...networks(endless.url), PLUGS_TEST_ROOT: project.path }
    await using running = startHardhat(["run", "--no-compile", script], { port: await freePort(), env })
    const { code, stdout, stderr } = await running.ended
    expect(stdout, stderr).to.match(/the script went on\n$/)
    expect(code).to.equal(7)
  })

  it("hold no process whose task has ended, for the minutes that Hardhat waits", async () => {
    await using silent = await startHostileServer(stallBeforeHeaders())
    await using running = startHardhat(["messaging", "list"], { port: await freePort(), env: networks(silent.url) })
    const { stderr } = await running.ended
    expect(stderr).to.contain("alpha is left out: No node answers for the network alpha")
  })
})
