import { revokeRows } from "./index.js"
import { confirmRevoke } from "./output/confirm.js"
import { findRevokingChains } from "./revoking/findRevokingChains.js"
import { revokeAllowances, type ShownAllowance } from "./revoking/revokeAllowances.js"
import { actionOf } from "#src/plugin/arguments/actionOf.js"
import { chainsOf, sourceChain } from "#src/plugin/config/chainsOf.js"
import { identifyNetworks } from "#src/plugin/connection/chains/askForChain.js"
import { openChains } from "#src/plugin/connection/chains/openChains.js"
import { readErrorAbis } from "#src/plugin/contracts/readAbis.js"
import { sayWhenInterrupted } from "#src/plugin/run/InterruptedError.js"
import { exitCodes } from "#src/plugin/run/runTask.js"
import { goOnLine } from "#src/primitives/commands/commandLine.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { requireConsent } from "#src/terminal/askYes.js"
import { paint } from "#src/terminal/paint.js"
import { printEvent } from "#src/terminal/printJson.js"

export default actionOf(revokeRows, async (args, project, { terminal, input, signal, clock }, given) => {
  const { json, yes } = args
  const { out, err } = terminal
  const where: { readonly network: string | undefined } = { network: project.globalOptions.network }
  const filter = { token: args.token, spender: args.spender }
  const isNamed = filter.token !== undefined && filter.spender !== undefined
  const hre = await identifyNetworks(project, [where.network])
  const needsChain = isNamed || where.network !== undefined
  const chains = chainsOf(hre.config.plugs)
  if (needsChain && where.network === undefined) {
    throw new InvalidInputError({
      argument: "--network",
      problem: "the chain of the allowance is missing",
      fix: `Add --network with one of ${chains.map(({ name }) => name).join(", ")}.`,
    })
  }
  const named = needsChain ? sourceChain(chains, { from: undefined, ...where }) : undefined
  await using opened = openChains(hre, { signal })
  const revoking = await findRevokingChains(hre, { opened, gas: args, named, needsJournal: !isNamed })
  const goOn = goOnLine("swap revoke", { ...given, ...where }, [])
  const errorAbis = await readErrorAbis(hre.artifacts)
  let count = 0
  await sayWhenInterrupted(async (onSent) => {
    for await (const step of revokeAllowances(revoking, filter, { errorAbis, clock, signal })) {
      if (step.kind === "confirm") {
        if (json) for (const allowance of step.allowances) printEvent(out, "allowance", fieldsOf(allowance))
        requireConsent(yes, input)
        step.answer(await confirmRevoke(step.allowances, { terminal, input, signal, yes }))
        continue
      }
      const { allowance, hash } = step
      const { chain, spender } = allowance
      if (step.kind === "submitted") {
        err.line(paint.dim(`submitted ${hash}`))
        onSent({ facts: { transaction: hash, chain, spender }, goOn })
        continue
      }
      count += 1
      if (json) printEvent(out, "revoked", { ...fieldsOf(allowance), txHash: hash })
      else out.line(paint.green(`Revoked on ${chain} in ${hash}: ${spender} may take nothing more.`))
    }
  })
  if (json) printEvent(out, "end", { outcome: "success", count })
  else if (count === 0) out.line("There is nothing to revoke.")
  return exitCodes.success
})

function fieldsOf({ chain, account, token, spender, amount }: ShownAllowance): object {
  return { chain, account, token, spender, amount }
}
