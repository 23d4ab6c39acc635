import { deploymentsError, lookUpDeployments } from "./addresses/lookUpDeployments.js"
import { type AddressesArguments, readAddressesArguments } from "./addresses/readAddressesArguments.js"
import { deploymentFields, deploymentTable, showDeployments, throwMostSevere } from "./output/deployments.js"
import { getDeployment, waitForDeployment } from "#src/gateway/following/waitForDeployment.js"
import { openGateway, pollingIntervals, requireReachable } from "#src/plugin/connection/openClients.js"
import { type BoundTask, exitCodeOf, exitCodes, runTask } from "#src/plugin/run/runTask.js"
import { printDocument } from "#src/terminal/printJson.js"

const addresses: BoundTask<AddressesArguments> = runTask(async (args, hre, { terminal, signal, clock }) => {
  const { json } = args
  const { plugs } = hre.config
  const { chains, waitOptions, book, ...asked } = await readAddressesArguments(hre, args)
  const { appGatewayAddress, contractId } = asked
  const client = await openGateway(plugs, { clock })
  const subject = { ...asked, signal }
  const lookUp = (chainSlug: number) => getDeployment(client, { ...subject, chainSlug })
  if (!args.wait) {
    const rows = await lookUpDeployments(chains, lookUp)
    const error = deploymentsError(rows)
    const { out } = terminal
    if (json) {
      const found = rows.map(({ deployment, ...row }) => ({
        ...row,
        deployment: deployment && deploymentFields(deployment),
      }))
      printDocument(out, { appGatewayAddress, contractId, chains: found }, error)
    } else out.line(deploymentTable(rows, out, book))
    return exitCodeOf(error)
  }

  for (const { slug } of chains.slice(0, 1)) await requireReachable(() => lookUp(slug))
  const polling = { ...pollingIntervals(plugs.gateway), ...waitOptions }
  const waits = chains.map((chain) => ({
    chain,
    deployed: waitForDeployment(client, { ...subject, ...polling, chainSlug: chain.slug }),
  }))
  throwMostSevere(await showDeployments(waits, { terminal, json, clock, names: book }), terminal.err)
  return exitCodes.success
})

export default addresses
