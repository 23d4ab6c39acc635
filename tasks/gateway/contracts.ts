import { chainsOf, nameChains } from "../../src/plugin/config/chainsOf.js"
import { publicClientOf } from "../../src/plugin/connection/chains/clientsOf.js"
import { connectChain, withGatewayChain } from "../../src/plugin/connection/chains/connectChain.js"
import { checkContracts, listGatewayContracts, type UsedContract } from "./listGatewayContracts.js"
import { ShownFailureError } from "../../src/plugin/run/shownErrors.js"
import { type BoundTask, exitCodeOf, runTask } from "../../src/plugin/run/runTask.js"
import { printDocument } from "../../src/terminal/printJson.js"
import { contractsReport } from "./output/contractsReport.js"

type ContractsArguments = { check: boolean; json: boolean }

const contracts: BoundTask<ContractsArguments> = runTask(async ({ check, json }, hre, { terminal: { out } }) => {
  const { plugs } = hre.config
  const known = chainsOf(plugs)
  let list = await listGatewayContracts(plugs)
  if (check) {
    const deployment = list.deployment ?? "of the configuration"
    const withGateway = withGatewayChain(hre)
    const gateway = await withGateway((client) => checkContracts(client, deployment, list.gateway.contracts))
    const chains = []
    for (const chain of list.chains) {
      const entry = known.find(({ slug }) => slug === chain.slug)
      // A chain that the project does not use has no network to ask.
      if (entry === undefined) chains.push(chain)
      else {
        const connection = await connectChain(hre, entry)
        chains.push({
          ...chain,
          contracts: await checkContracts(publicClientOf(connection), deployment, chain.contracts),
        })
        await connection.close()
      }
    }
    list = { ...list, gateway: { ...list.gateway, contracts: gateway }, chains }
  }
  const missing = [list.gateway, ...list.chains].flatMap(({ contracts }) => contracts.filter(isMissing))
  const error = missing.length === 0 ? undefined : missingError(missing)
  if (json) printDocument(out, list, error)
  else out.line(contractsReport(list, nameChains(known), out))
  return exitCodeOf(error)
})

function isMissing({ hasCode }: UsedContract): boolean {
  return hasCode === false
}

function missingError(missing: readonly UsedContract[]): ShownFailureError {
  const names = [...new Set(missing.map(({ name }) => name))].join(", ")
  return new ShownFailureError({
    message: `No such contract is at the address of ${names}.`,
    next: "Compare the addresses with plugs.gateway in the configuration and with the network that it names.",
    facts: { contracts: names },
  })
}

export default contracts
